import { sql } from 'kysely';
import { kindsBesideSales } from '#domain/accounting/journal-kind';
import { salesAccounts } from '#domain/accounting/profit-parts';
import { type Pence, toPence } from '#domain/kernel/money';
import type { Period } from '#domain/kernel/period';
import type { Reader } from '../../platform/database/open-database';

/**
 * What of the revenue of each period no sale or credit note posted, such as a journal's, so that revenue is the net revenue
 * of the sales summary plus this (rule A14). A reversal counts as what it reverses.
 */
export async function findRevenueOfEntries(db: Reader, periods: readonly Period[]): Promise<Pence[]> {
  const { rows } = await sql<{ position: number; amount: Pence }>`
    select p.position::integer as position, sum(l.credit_pence - l.debit_pence)::bigint as amount
    from unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[])
        with ordinality as p (first, last, position)
      join journals j on j.kind = any(${[...kindsBesideSales]}) and j.business_date between p.first and p.last
      left join journals reversed on reversed.id = j.reverses_id
      join journal_lines l on l.journal_id = j.id and l.account_code = any(${[...salesAccounts]})
    where coalesce(reversed.kind, j.kind) = any(${[...kindsBesideSales]}) group by 1`.execute(db);
  const amounts = new Map(rows.map(({ position, amount }) => [position, amount]));
  return periods.map((_, index) => amounts.get(index + 1) ?? toPence(0));
}
