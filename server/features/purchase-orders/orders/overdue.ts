import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#domain/kernel/dates';

/**
 * Whether an order (`po`) is overdue: it is open and its expected delivery date is past, whatever was
 * received.
 */
export const isOverdueOrder = (today: CalendarDate): RawBuilder<boolean> =>
  sql`(po.status in ('sent', 'received') and po.expected_delivery_date is not null
    and po.expected_delivery_date < ${today}::date)`;

/** Whether a line (`l`) of an order (`po`) has goods outstanding. */
export const isOutstandingLine: RawBuilder<boolean> = sql`(po.status in ('sent', 'received') and not l.is_closed and l.received < l.quantity)`;

/** Whether a line is late: its order is overdue and it has goods outstanding. */
export const isLateLine = (today: CalendarDate): RawBuilder<boolean> =>
  sql`(${isOutstandingLine} and ${isOverdueOrder(today)})`;
