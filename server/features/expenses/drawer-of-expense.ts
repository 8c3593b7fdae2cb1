import { sql } from 'kysely';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { clockToleranceMinutes } from '#domain/tills/clock-tolerance';
import { ensureDrawerHoldsAsKnown, lateSessionFor, lockDrawer, lockOpenSession } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';
import type { StoredExpense } from './stored-expense';

/**
 * Locks the drawer that paid an expense, which must be open and hold enough as far as the user may know (decision 191); null
 * if there is none. After the drawer was closed it is the register's late session (decision 141).
 */
export async function lockDrawerOf(ctx: WriteContext, expense: StoredExpense): Promise<number | null> {
  const { settlement, session_id: sessionId, gross } = expense;
  if (settlement !== 'firm_paid' || sessionId === null) return null;
  const closed = await findClosing(ctx, sessionId);
  if (closed) return lockLateDrawer(ctx, expense, { sessionId, ...closed });
  const { id } = await lockOpenSession(ctx.tx, sessionId);
  await ensureDrawerHoldsAsKnown(ctx, id, gross, 'session_id');
  return id;
}

type Closing = { readonly register_name: string; readonly closed_on: CalendarDate; readonly short: Pence };

/** What a closed session was short by. It stays open meanwhile if it is open now. */
async function findClosing(ctx: WriteContext, sessionId: number): Promise<Closing | null> {
  const { rows } = await sql<Closing & { is_closed: boolean }>`
    select s.status = 'closed' as is_closed, r.name as register_name, s.expected_pence - s.counted_pence as short,
      (s.closed_at at time zone 'Europe/London')::date as closed_on
    from till_sessions s join registers r on r.id = s.register_id where s.id = ${sessionId} for share of s`.execute(
    ctx.tx,
  );
  const [session] = rows;
  return session?.is_closed ? session : null;
}

/**
 * The cash left before the count, so the closed session was short by it. In the late session it makes that session
 * over by the same amount, and till over and short comes out even (rules T4, A11). No more than the shortage can
 * be explained in this way.
 */
async function lockLateDrawer(
  ctx: WriteContext,
  { gross }: StoredExpense,
  { sessionId, register_name, closed_on, short }: Closing & { readonly sessionId: number },
): Promise<number> {
  const late = await lockOpenSession(ctx.tx, await lateSessionFor(ctx, sessionId));
  // Of two approvals at once the second sees the first.
  await lockDrawer(ctx.tx, sessionId);
  const left = short + (await arrivedLate(ctx, sessionId)) - (await explainedSoFar(ctx, sessionId));
  if (gross > left)
    throw conflict(
      left > 0
        ? `Only ${formatPounds(left)} was missing from ${register_name} when it was closed on ${formatDate(closed_on)}, so ${formatPounds(gross)} was not paid from it. Correct how this expense was paid.`
        : `No money was missing from ${register_name} when it was closed on ${formatDate(closed_on)}, so ${formatPounds(gross)} was not paid from it. Correct how this expense was paid.`,
    );
  return late.id;
}

/**
 * Cash of sales that were made offline in a closed session and arrived after it: it was in the drawer that was counted,
 * and not yet expected there. One late session can follow several of a register, so the time of the sale tells which
 * took it; a till's clock may be ahead by its tolerance. What was undone in a late session does not count.
 */
async function arrivedLate(ctx: WriteContext, sessionId: number): Promise<Pence> {
  const { rows } = await sql<{ total: Pence }>`
    with late as (
      select l.id, s.register_id, s.opened_at, s.closed_at from till_sessions s
        join till_sessions l on l.register_id = s.register_id and l.late_of_id is not null
      where s.id = ${sessionId}
    ), sold as (
      select d.id from late join sales d on d.session_id = late.id
      where d.was_offline and d.sold_at between late.opened_at and late.closed_at + make_interval(mins => ${clockToleranceMinutes}::integer)
        and not exists (select from till_sessions n where n.register_id = late.register_id and n.late_of_id is null
          and n.opened_at >= late.closed_at and n.opened_at <= d.sold_at)
    )
    select coalesce(sum(c.amount_pence), 0)::bigint as total
    from late join till_cash c on c.session_id = late.id
    where c.kind = 'sale' and c.document_id in (select id from sold)
      or c.kind = 'refund' and c.document_id in (
        select n.id from credit_notes n where n.sale_id in (select id from sold))`.execute(ctx.tx);
  return rows[0]?.total ?? (0 as Pence);
}

/** Expenses of a closed session that were approved later, unless their money came back. */
async function explainedSoFar(ctx: WriteContext, sessionId: number): Promise<number> {
  const { rows } = await sql<{ total: Pence }>`
    select coalesce(sum(e.gross_pence), 0)::bigint as total from expenses e
    where e.session_id = ${sessionId} and e.settlement = 'firm_paid' and (e.status = 'paid' or e.money_is_out)
      and e.paid_at > (select closed_at from till_sessions where id = ${sessionId})`.execute(ctx.tx);
  return rows[0]?.total ?? 0;
}
