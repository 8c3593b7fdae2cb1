import type { Device } from '#domain/session/own-account.contract';
import { recordAudit } from '../../kernel/audit';
import type { Database } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { notFound } from '../../platform/http/refusal';
import { revokeTokensOf } from './api-tokens/api-token.queries';
import { endSessionsOf } from './session.queries';

/** Where a user is signed in, the current device first. */
export async function listDevices(db: Database, actor: Actor): Promise<{ data: Device[] }> {
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'description', 'address', 'created_at as signed_in_at', 'last_seen_at'])
    .where('user_id', '=', actor.id)
    .orderBy('last_seen_at', 'desc')
    .execute();
  const devices = sessions.map(device => ({ ...device, is_current: device.id === actor.sessionId }));
  return { data: devices.sort((one, other) => Number(other.is_current) - Number(one.is_current)) };
}

/** Signs out one of the user's own devices. */
export async function signOutDevice(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const ended = await ctx.tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.id)
    .returning('description')
    .executeTakeFirst();
  if (!ended) throw notFound('Device');
  recordAudit(ctx, {
    action: 'signed_out',
    recordType: 'session',
    recordId: ctx.actor.id,
    recordName: ended.description,
  });
  return { message: 'Device signed out.' };
}

/** Signs out every device except the current one. */
export async function signOutEverywhere(ctx: WriteContext): Promise<{ message: string }> {
  await endSessionsOf(ctx.tx, ctx.actor.id, ctx.actor.sessionId);
  await revokeTokensOf(ctx.tx, ctx.actor.id);
  recordAudit(ctx, {
    action: 'signed_out',
    recordType: 'session',
    recordId: ctx.actor.id,
    recordName: 'every other device',
  });
  return { message: 'All other devices are signed out, and API tokens are revoked.' };
}
