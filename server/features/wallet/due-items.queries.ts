import { sql } from 'kysely';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import type { PartyKind } from '#domain/wallet/balance-words';
import type { Reader } from '../../platform/database/open-database';

const debts = {
  customer: sql`customer_id is not null and side = 'debit'`,
  supplier: sql`supplier_id is not null and side = 'credit'`,
} as const;

type DueItems = {
  readonly overdue: Pence;
  readonly days: readonly { readonly date: CalendarDate; readonly amount: Pence }[];
};

/** What customers owe us, or we owe suppliers, by due date: overdue today, and on each day until another (rule R6). */
export async function findDueItems(
  db: Reader,
  kind: PartyKind,
  { today, until }: { readonly today: CalendarDate; readonly until: CalendarDate },
): Promise<DueItems> {
  const { rows } = await sql<{ date: CalendarDate; amount: number }>`
    select greatest(coalesce(due_on, business_date), ${addDays(today, -1)}::date)::text as date,
      sum(amount_pence - allocated_pence)::bigint as amount
    from party_items
    where ${debts[kind]} and allocated_pence < amount_pence and business_date <= ${today}::date
      and coalesce(due_on, business_date) <= ${until}::date
    group by 1 order by 1`.execute(db);
  const days = rows.map(({ date, amount }) => ({ date, amount: toPence(amount) }));
  const isOverdue = ({ date }: { readonly date: CalendarDate }) => date < today;
  return {
    overdue: sum(days.filter(isOverdue).map(({ amount }) => amount)),
    days: days.filter(day => !isOverdue(day)),
  };
}
