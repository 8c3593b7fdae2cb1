import { sql } from 'kysely';
import { hasPermission } from '#domain/kernel/access';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { addDays, londonDate } from '#domain/kernel/dates';
import type { apiTokens } from '#domain/session/api-token.contract';
import { recordAudit } from '../../../kernel/audit';
import { violatedConstraint } from '../../../platform/database/database-errors';
import type { Reader, Tx } from '../../../platform/database/open-database';
import type { WriteContext } from '../../../platform/http/context';
import { conflict, invalid, notFound } from '../../../platform/http/refusal';
import { findTokensOf, newApiToken } from './api-token.queries';
import { hashOfToken } from '../token';

const maxDays = 365;
const maxTokens = 25;

type NewToken = BodyOf<typeof apiTokens.create>;

export const listTokens = async (db: Reader, userId: number, now: Date) => ({
  data: await findTokensOf(db, userId, now),
});

/** Creates a token with some of the user's own permissions and returns it once: it is not stored. */
export async function createToken(
  ctx: WriteContext,
  body: NewToken,
): Promise<ReplyOf<typeof apiTokens.create>> {
  const { actor } = ctx;
  ensureOwnRights(ctx, body);
  const expires_at = await endOfDay(ctx.tx, ensureWithinAYear(ctx, body.expires_on));
  // Concurrent requests take turns, so that each counts the other's token.
  await sql`select from users where id = ${actor.id} for update`.execute(ctx.tx);
  const others = await findTokensOf(ctx.tx, actor.id, ctx.now);
  if (others.length >= maxTokens)
    throw conflict(`You have ${maxTokens} API tokens. Revoke one you no longer need first.`);
  await sql`delete from api_tokens where user_id = ${actor.id} and expires_at <= ${ctx.now}`.execute(ctx.tx);
  const token = newApiToken();
  const permissions = [...new Set(body.permissions)];
  const id = await insertToken(ctx, { ...body, permissions, expires_at, token });
  recordAudit(ctx, {
    action: 'created',
    recordType: 'api_token',
    recordId: id,
    recordName: body.name,
    after: { permissions, expires_on: body.expires_on },
  });
  const created = (await findTokensOf(ctx.tx, actor.id, ctx.now)).find(row => row.id === id);
  if (!created) throw new Error('The token just made cannot be found');
  return { message: 'Token created. It is shown only now.', token, api_token: created };
}

function ensureOwnRights({ actor }: WriteContext, { permissions }: NewToken): void {
  const missing = permissions.filter(permission => !hasPermission(actor, permission));
  if (missing.length > 0)
    throw invalid({
      permissions: `A token cannot have permissions that you do not have: ${missing.slice(0, 3).join(', ')}.`,
    });
}

function ensureWithinAYear({ now }: WriteContext, day: string): string {
  const today = londonDate(now);
  if (day < today) throw invalid({ expires_on: 'Choose today or a later date.' });
  if (day > addDays(today, maxDays))
    throw invalid({ expires_on: 'A token can last a year at most. Choose an earlier date.' });
  return day;
}

/** The start of the following day in London. */
async function endOfDay(tx: Tx, day: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select ((${day}::date + 1)::timestamp at time zone 'Europe/London') as at`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A day has an end');
  return row.at;
}

async function insertToken(
  ctx: WriteContext,
  created: { name: string; permissions: string[]; expires_at: Date; token: string },
): Promise<number> {
  try {
    const { id } = await ctx.tx
      .insertInto('api_tokens')
      .values({
        user_id: ctx.actor.id,
        name: created.name,
        token_hash: hashOfToken(created.token),
        permissions: created.permissions,
        created_at: ctx.now,
        expires_at: created.expires_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (violatedConstraint(error) === 'api_tokens_name_is_taken')
      throw invalid({ name: 'You already have a token with this name.' });
    throw error;
  }
}

/** Revokes one of the user's own tokens. */
export async function revokeToken(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const revoked = await ctx.tx
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.id)
    .returning('name')
    .executeTakeFirst();
  if (!revoked) throw notFound('API token');
  recordAudit(ctx, {
    action: 'revoked',
    recordType: 'api_token',
    recordId: id,
    recordName: revoked.name,
  });
  return { message: `The token “${revoked.name}” no longer works.` };
}
