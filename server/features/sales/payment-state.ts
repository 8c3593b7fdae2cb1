import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Pence } from '#domain/kernel/money';
import type { PaymentState } from '#domain/sales/sale-state';

/**
 * The payment status for queries with `sales s` and its customer ledger item as `i` (left join). A sale
 * without an item was paid at the till.
 */
export const outstandingOf = sql<Pence>`coalesce(i.amount_pence - i.allocated_pence, 0)`;

export const paymentStateOf = (today: CalendarDate): RawBuilder<PaymentState> => sql<PaymentState>`
  case when coalesce(i.amount_pence - i.allocated_pence, 0) = 0 then 'paid'
    when i.due_on < ${today}::date then 'overdue'
    when i.allocated_pence > 0 then 'part_paid'
    else 'unpaid' end`;

/** Sales by payment status, found through open ledger items: there are few of those, however many sales. */
export const inPaymentState = (state: PaymentState, today: CalendarDate): RawBuilder<unknown> => {
  const open = (more: RawBuilder<unknown>) => sql`
    select document_id from party_items
    where customer_id is not null and allocated_pence < amount_pence and document_type = 'sale' and kind = 'invoice' ${more}`;
  switch (state) {
    case 'paid':
      return sql`s.id not in (${open(sql``)})`;
    case 'overdue':
      return sql`s.id in (${open(sql`and due_on < ${today}::date`)})`;
    case 'part_paid':
      return sql`s.id in (${open(sql`and due_on >= ${today}::date and allocated_pence > 0`)})`;
    case 'unpaid':
      return sql`s.id in (${open(sql`and due_on >= ${today}::date and allocated_pence = 0`)})`;
  }
};
