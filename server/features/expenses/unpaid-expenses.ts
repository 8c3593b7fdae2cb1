import { type RawBuilder, sql } from 'kysely';
import { daysAhead } from '#domain/dashboard/money-ahead';
import { addDays, type CalendarDate } from '#domain/kernel/dates';
import { type Pence, sum, toPence } from '#domain/kernel/money';
import type { PaymentMethod } from '#domain/payments/payment.status';
import { paidFrom, systemAccounts } from '../../kernel/ledger';
import type { Reader } from '../../platform/database/open-database';

/** Ways to pay that move neither bank nor cash: a card has a statement, which is paid later (rule L4). */
const elsewhere = (Object.keys(paidFrom) as PaymentMethod[]).filter(
  method => paidFrom[method] !== systemAccounts.bank && paidFrom[method] !== systemAccounts.pettyCash,
);

/** Whether an expense `e`, once it is settled, takes money out of bank or cash. */
export const takesMoney = sql`(e.settlement <> 'firm_paid' or coalesce(e.payment_method <> all(${elsewhere}::text[]), true))`;

/**
 * Expenses `e` that money is still to go out for and that no supplier's ledger shows: those entered and not yet
 * approved, and approved ones without a supplier (account 2300).
 */
const isUnpaid = sql`((e.status in ('draft', 'submitted') and ${takesMoney})
  or (e.status = 'approved' and (e.settlement <> 'to_pay' or e.supplier_id is null)))`;

/**
 * The day that money goes out: a bill's due date, also once it is past. What was paid already but is not in the ledger
 * yet, and what is owed to an employee, has no due date and counts today.
 */
const paymentDay = (today: CalendarDate) => sql`(case e.settlement
  when 'to_pay' then coalesce(e.due_on,
    e.expense_date + coalesce((select payment_terms_days from suppliers where id = e.supplier_id), 0))
  else greatest(e.expense_date, ${today}::date) end)`;

/** The filter of the list for the figures of `findUnpaidExpenses`. */
export const isDue = (due: 'overdue' | 'soon', today: CalendarDate): RawBuilder<unknown> =>
  due === 'overdue'
    ? sql`${isUnpaid} and ${paymentDay(today)} < ${today}::date`
    : sql`${isUnpaid} and ${paymentDay(today)} between ${today}::date and ${addDays(today, daysAhead)}::date`;

type Unpaid = {
  readonly overdue: Pence;
  readonly days: readonly { readonly date: CalendarDate; readonly amount: Pence }[];
};

/** Unpaid expenses that are in no supplier's ledger: overdue today, and by day for the next days. */
export async function findUnpaidExpenses(db: Reader, today: CalendarDate): Promise<Unpaid> {
  const { rows } = await sql<{ date: CalendarDate; amount: number; is_overdue: boolean }>`
    select date::text as date, date < ${today}::date as is_overdue, sum(gross_pence)::bigint as amount
    from (select ${paymentDay(today)} as date, e.gross_pence from expenses e where ${isUnpaid}) unpaid
    where date <= ${addDays(today, daysAhead)}::date group by 1, 2 order by 1`.execute(db);
  const amountOf = ({ amount }: { readonly amount: number }) => toPence(amount);
  return {
    overdue: sum(rows.filter(row => row.is_overdue).map(amountOf)),
    days: rows.filter(row => !row.is_overdue).map(row => ({ date: row.date, amount: amountOf(row) })),
  };
}
