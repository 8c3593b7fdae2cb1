import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { methodTotalWords } from '#domain/tills/method-counts';
import type { TillSessionDetail, tills } from '#domain/tills/till.contract';
import { recordAudit } from '../../kernel/audit';
import { findTenderNames } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { ensureUnchanged } from '../../platform/http/ensure-current';
import { ensure } from '../../platform/http/refusal';
import { announce } from '../../platform/live/announce';
import { getSession } from './get-session';
import { lockSession, type StoredSession } from './stored-session';
import { canCount, canStartCount, countedOf, storedMethods, storedPieces } from './till.rules';

const noun = 'Till session';

/** Stops selling at a register to count its drawer. */
export async function startCount(
  ctx: WriteContext,
  id: number,
  { version }: BodyOf<typeof tills.startCount>,
): Promise<TillSessionDetail> {
  const session = await lockSession(ctx.tx, id);
  ensure(canStartCount(session));
  ensureUnchanged({ id, version: session.version }, version, noun);
  await sql`update till_sessions set status = 'counting', counting_by = ${ctx.actor.id}, version = version + 1
    where id = ${id}`.execute(ctx.tx);
  note(ctx, session, 'count_started');
  await announce(ctx.tx, { topic: 'tills' });
  return getSession(ctx.tx, id, ctx.actor);
}

/** Cancels the count. It is kept only in the audit log. */
export async function cancelTillCount(
  ctx: WriteContext,
  id: number,
  { version }: BodyOf<typeof tills.cancelCount>,
): Promise<TillSessionDetail> {
  const session = await lockSession(ctx.tx, id);
  ensure(canCount(session));
  ensureUnchanged({ id, version: session.version }, version, noun);
  await sql`update till_sessions set status = 'open', counting_by = null, counted_pieces = null, counted_pence = null,
    counted_methods = null, version = version + 1 where id = ${id}`.execute(ctx.tx);
  note(ctx, session, 'count_given_up');
  await announce(ctx.tx, { topic: 'tills' });
  return getSession(ctx.tx, id, ctx.actor);
}

/** Saves the drawer count and then reveals the variance. The report says how often it was counted. */
export async function countTill(
  ctx: WriteContext,
  id: number,
  { version, ...count }: BodyOf<typeof tills.count>,
): Promise<TillSessionDetail> {
  const session = await lockSession(ctx.tx, id);
  ensure(canCount(session));
  ensureUnchanged({ id, version: session.version }, version, noun);
  const counted = countedOf(count);
  await sql`update till_sessions set counted_pieces = ${storedPieces(count.pieces)}, counted_pence = ${counted},
    counted_methods = ${storedMethods(count.methods)}, times_counted = times_counted + 1, counting_by = ${ctx.actor.id}, version = version + 1 where id = ${id}`.execute(
    ctx.tx,
  );
  note(ctx, session, 'counted', {
    counted_pence: counted,
    ...(count.pieces ? { pieces: count.pieces } : {}),
    ...(storedMethods(count.methods) === null
      ? {}
      : { counted_methods: methodTotalWords(count.methods ?? {}, await findTenderNames(ctx.tx)) }),
  });
  return getSession(ctx.tx, id, ctx.actor);
}

const note = (
  ctx: WriteContext,
  session: StoredSession,
  action: string,
  after: Readonly<Record<string, unknown>> = {},
) =>
  recordAudit(ctx, {
    action,
    recordType: 'till_session',
    recordId: session.id,
    recordName: session.register_name,
    before: session.counted === null ? null : { counted_pence: session.counted },
    after,
  });
