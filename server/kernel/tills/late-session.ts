import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { recordAudit } from '../audit';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';

type Session = {
  readonly id: number;
  readonly register_id: number;
  readonly register_name: string;
  readonly status: string;
};

/**
 * The session for a sale sent after its own was closed: the register's open late session, or a new one
 * without a float. It has its own Z report, and the frozen one stays (rule D7). An open session is returned
 * itself. Concurrent calls get the same one.
 */
export async function lateSessionFor(ctx: WriteContext, closedSessionId: number): Promise<number> {
  const { rows } = await sql<Session>`
    select s.id, s.register_id, s.status, r.name as register_name from till_sessions s join registers r on r.id = s.register_id
    where s.id = ${closedSessionId}`.execute(ctx.tx);
  const session = ensureFound(rows[0], 'Till session');
  if (session.status !== 'closed') return session.id;
  return (
    (await findLateSession(ctx, session)) ??
    (await openLate(ctx, session)) ??
    lateSessionFor(ctx, closedSessionId)
  );
}

/** The late session of a register that is open now. */
export async function findLateSession(
  ctx: WriteContext,
  { register_id }: Pick<Session, 'register_id'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from till_sessions where register_id = ${register_id} and status <> 'closed' and late_of_id is not null`.execute(
    ctx.tx,
  );
  return rows[0]?.id;
}

/** None when another device opened one at the same moment. */
async function openLate(ctx: WriteContext, session: Session): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into till_sessions (register_id, late_of_id, opened_by, opened_at, business_date, opening_float_pence)
    values (${session.register_id}, ${session.id}, ${ctx.actor.id}, ${ctx.now}, ${londonDate(ctx.now)}, 0)
    on conflict (register_id) where status <> 'closed' and late_of_id is not null do nothing returning id`.execute(
    ctx.tx,
  );
  const [late] = rows;
  if (!late) return undefined;
  recordAudit(ctx, {
    action: 'late_session_opened',
    recordType: 'till_session',
    recordId: late.id,
    recordName: session.register_name,
    after: { late_of: session.id },
  });
  return late.id;
}
