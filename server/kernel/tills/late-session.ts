import { sql } from 'kysely';
import { londonDate } from '#domain/kernel/dates';
import { recordAudit } from '../audit';
import type { WriteContext } from '../../platform/http/context';
import { found } from '../../platform/http/refusal';

type Session = {
  readonly id: number;
  readonly register_id: number;
  readonly register_name: string;
  readonly status: string;
};

/**
 * The session that takes a sale of a closed one, which a till made without a network and sends late: the open late
 * session of its register, or a new one without a float. It is closed by its own Z, and the frozen one stays as it is
 * (rule D7). A session that is not closed takes its own sales: it is answered itself. Two at once get the same one.
 */
export async function lateSessionFor(ctx: WriteContext, closedSessionId: number): Promise<number> {
  const { rows } = await sql<Session>`
    select s.id, s.register_id, s.status, r.name as register_name from till_sessions s join registers r on r.id = s.register_id
    where s.id = ${closedSessionId}`.execute(ctx.tx);
  const session = found(rows[0], 'Till session');
  if (session.status !== 'closed') return session.id;
  return (
    (await findLate(ctx, session)) ?? (await openLate(ctx, session)) ?? lateSessionFor(ctx, closedSessionId)
  );
}

async function findLate(ctx: WriteContext, { register_id }: Session): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from till_sessions where register_id = ${register_id} and status <> 'closed' and late_of_id is not null`.execute(
    ctx.tx,
  );
  return rows[0]?.id;
}

/** Nothing when another till opened one at the same moment. */
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
