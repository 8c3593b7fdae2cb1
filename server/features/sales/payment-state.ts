import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { PaymentState } from '#domain/sales/sale-state';

/**
 * The balance due for queries with `sales s` and its customer ledger item as `i` (left join). A sale
 * without an item was paid at the till. A debt that moved with a merge of customers is still that of its sale.
 */
export const outstandingOf = sql<Pence>`(coalesce(i.amount_pence - i.allocated_pence, 0)
  + coalesce((select sum(m.amount_pence - m.allocated_pence) from party_items m
    where m.origin_item_id = i.id and m.side = 'debit'), 0))::bigint`;

/** Cancelled, or undone with its import: nothing was sold, so nothing is paid. */
const isVoid = sql`s.status in ('cancelled', 'undone')`;

/** The payment status, in the same queries; null for a void sale. */
export const paymentStateOf = (
  today: CalendarDate,
): RawBuilder<PaymentState | null> => sql<PaymentState | null>`
  case when ${outstandingOf} = 0 then case when not ${isVoid} then 'paid' end
    when i.due_on < ${today}::date then 'overdue'
    when ${outstandingOf} < i.amount_pence then 'part_paid'
    else 'unpaid' end`;

/**
 * The sales whose invoices are open on a ledger, also where the debt moved with a merge of customers. There are few,
 * however many sales.
 */
const openSales = (more: RawBuilder<unknown>) => sql`
    select document_id from party_items
    where customer_id is not null and allocated_pence < amount_pence and document_type = 'sale' and kind = 'invoice' ${more}
    union all
    select document_id from (
      select i.document_id, i.due_on, i.amount_pence - sum(m.amount_pence - m.allocated_pence) as allocated_pence
      from party_items m join party_items i on i.id = m.origin_item_id and i.document_type = 'sale' and i.kind = 'invoice'
      where m.allocated_pence < m.amount_pence and m.side = 'debit' group by i.id) moved
    where true ${more}`;

const openAndOverdue = (today: CalendarDate) => openSales(sql`and due_on < ${today}::date`);

/** How many invoices the list of overdue sales has. */
export const countOverdue = (today: CalendarDate): RawBuilder<unknown> =>
  sql`select count(distinct document_id) from (${openAndOverdue(today)}) overdue`;

/** Sales by payment status. */
export const inPaymentState = (state: PaymentState, today: CalendarDate): RawBuilder<unknown> => {
  switch (state) {
    case 'paid':
      return sql`not ${isVoid} and s.id not in (${openSales(sql``)})`;
    case 'overdue':
      return sql`s.id in (${openAndOverdue(today)})`;
    case 'part_paid':
      return sql`s.id in (${openSales(sql`and due_on >= ${today}::date and allocated_pence > 0`)})`;
    case 'unpaid':
      return sql`s.id in (${openSales(sql`and due_on >= ${today}::date and allocated_pence = 0`)})`;
  }
};
