import { sql } from 'kysely';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import type { Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';
import type { Journal } from './journal';
import { systemAccounts } from './system-accounts';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../locks';

/** The net amount a journal takes out of the safe; zero or less if nothing leaves it. */
const netTakenOut = ({ lines }: Pick<Journal, 'lines'>): number =>
  lines.reduce(
    (sum, line) => (line.account === systemAccounts.pettyCash ? sum + line.credit - line.debit : sum),
    0,
  );

/**
 * Refuses a payment of more cash than the safe holds, on its day or any later one: a backdated payment must
 * not spend what was spent since. Payments from the safe are serialised. The float of a till is counted and
 * is not a payment, so it is allowed.
 */
export async function ensureSafeHolds(
  tx: Tx,
  journal: Pick<Journal, 'lines' | 'businessDate' | 'isCounted'>,
) {
  const amount = netTakenOut(journal);
  if (amount <= 0 || journal.isCounted) return;
  await takeLock(tx, locks.safe);
  const { on, balance } = await lowestFrom(tx, journal.businessDate);
  if (amount <= balance) return;
  throw invalid({
    amount: `The safe holds ${formatPounds(toPence(Math.max(0, balance)))} on ${formatDate(on)}, so ${formatPounds(toPence(amount))} in cash cannot be paid out of it. Pay another way, or first record the cash that came into the safe.`,
  });
}

/** The lowest balance of the safe from a day on, and its day. */
async function lowestFrom(tx: Tx, from: CalendarDate): Promise<{ on: CalendarDate; balance: Pence }> {
  const { rows } = await sql<{ on: CalendarDate; balance: Pence }>`
    with days as (
      select greatest(business_date, ${from}::date) as day, sum(debit_pence - credit_pence) as amount
      from ledger_by_day where account_code = ${systemAccounts.pettyCash} group by 1
    )
    select day as on, balance::bigint as balance
    from (select day, sum(amount) over (order by day) as balance from days) running order by balance, day limit 1`.execute(
    tx,
  );
  return rows[0] ?? { on: from, balance: toPence(0) };
}
