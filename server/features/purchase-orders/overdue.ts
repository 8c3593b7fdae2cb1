import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';

/** Whether an order (`po`) is overdue: it is open and its day of delivery is past, whatever came of it so far. */
export const isOverdueOrder = (today: CalendarDate): RawBuilder<boolean> =>
  sql`(po.status in ('sent', 'received') and po.expected_delivery_date is not null
    and po.expected_delivery_date < ${today}::date)`;

/** Whether goods are still to come on a line (`l`) of an order (`po`). */
export const isOutstandingLine: RawBuilder<boolean> = sql`(po.status in ('sent', 'received') and not l.is_closed and l.received < l.quantity)`;

/** Whether a line is late: its order is overdue, and it is one of those that goods are still to come on. */
export const isLateLine = (today: CalendarDate): RawBuilder<boolean> =>
  sql`(${isOutstandingLine} and ${isOverdueOrder(today)})`;
