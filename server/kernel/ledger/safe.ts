import { sql } from 'kysely';
import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, toPence } from '#domain/kernel/money';
import type { Tx } from '../../platform/database/open-database';
import { invalid } from '../../platform/http/refusal';
import type { Journal } from './journal';
import { systemAccounts } from './system-accounts';
import { takeLock } from '../../platform/database/advisory-lock';
import { locks } from '../locks';

/** What a journal takes out of the safe; zero or less when nothing leaves it. */
const takenOut = ({ lines }: Pick<Journal, 'lines'>): number =>
  lines.reduce(
    (sum, line) => (line.account === systemAccounts.pettyCash ? sum + line.credit - line.debit : sum),
    0,
  );

/**
 * Refuses to pay more out of the safe than is in it, on the day of the payment or any later one: cash that is not there cannot be
 * paid, and a payment that is dated back must not spend what was spent since. Those who take from the safe take turns. The float of
 * a till is counted and no payment; it is let through.
 */
export async function ensureSafeHolds(
  tx: Tx,
  journal: Pick<Journal, 'lines' | 'businessDate' | 'isCounted'>,
) {
  const amount = takenOut(journal);
  if (amount <= 0 || journal.isCounted) return;
  await takeLock(tx, locks.safe);
  const { on, balance } = await lowestFrom(tx, journal.businessDate);
  if (amount <= balance) return;
  throw invalid({
    amount: `The safe holds ${formatPounds(toPence(Math.max(0, balance)))} on ${formatDate(on)}, so ${formatPounds(toPence(amount))} in cash cannot be paid out of it. Pay another way, or first record the cash that came into the safe.`,
  });
}

/** The day from which on the safe holds least, and how much. */
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
