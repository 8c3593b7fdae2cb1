import { type RawBuilder, sql } from 'kysely';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import type { PartyKind } from '#domain/wallet/balance-words';
import type { Reader } from '../../platform/database/open-database';

/** For each kind of party: its column, and the side of its debts. */
const kinds = {
  customer: { id: sql.ref('customer_id'), owed: 'debit' },
  supplier: { id: sql.ref('supplier_id'), owed: 'credit' },
} as const;

type DueItems = {
  readonly overdue: Pence;
  /** Due from today on. */
  readonly due: Pence;
  /** What open credit of the same parties pays of `due`. */
  readonly onAccount: Pence;
  /** What it leaves of `due`, by day. */
  readonly days: readonly { readonly date: CalendarDate; readonly amount: Pence }[];
};

type Days = {
  readonly today: CalendarDate;
  readonly until: CalendarDate;
  /** Items with what of each is kept for orders still to be billed (`item_id`, `reserved`). */
  readonly kept?: RawBuilder<unknown>;
};

/**
 * What customers owe us, or we owe suppliers, by due date: overdue today, and on each day until another (rule R6). Open
 * credit of the same party pays what is due first (rules W5, P14), so only the rest is money that will move.
 */
export async function findDueItems(
  db: Reader,
  kind: PartyKind,
  { today, until, kept = sql`(select null::bigint as item_id, 0 as reserved where false)` }: Days,
): Promise<DueItems> {
  const { id, owed } = kinds[kind];
  const { rows } = await sql<{ date: CalendarDate; amount: number; unpaid: number }>`
    with items as (
      select ${id} as party, id, side, coalesce(due_on, business_date) as due, amount_pence - allocated_pence as open
      from party_items where ${id} is not null and allocated_pence < amount_pence and business_date <= ${today}::date
    ), credits as (
      select party, sum(open - coalesce(kept.pence, 0)) as pence from items
        left join (select item_id, sum(reserved) as pence from ${kept} reserved group by 1) kept on kept.item_id = items.id
      where side <> ${owed} group by 1)
    select greatest(due, ${addDays(today, -1)}::date)::text as date, sum(open)::bigint as amount,
      sum(least(open, greatest(0, through - coalesce(credits.pence, 0))))::bigint as unpaid
    from (select *, sum(open) over (partition by party order by due, id) as through from items where side = ${owed}) debts
      left join credits using (party)
    where due <= ${until}::date
    group by 1 order by 1`.execute(db);
  const total = (some: typeof rows, of: 'amount' | 'unpaid') => sum(some.map(row => toPence(row[of])));
  const ahead = rows.filter(({ date }) => date >= today);
  const due = total(ahead, 'amount');
  return {
    overdue: total(
      rows.filter(({ date }) => date < today),
      'amount',
    ),
    due,
    onAccount: toPence(due - total(ahead, 'unpaid')),
    days: ahead.map(({ date, unpaid }) => ({ date, amount: toPence(unpaid) })),
  };
}
