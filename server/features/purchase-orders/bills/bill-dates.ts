import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { ensureNotFarAhead } from '../../../kernel/books-day';
import { invalid } from '../../../platform/http/refusal';

/** A bill is dated today at the latest, and due on its date or later, within reason. 422 at the field. */
export function ensureBillDate(
  bill: { bill_date: CalendarDate; due_on?: CalendarDate | undefined },
  today: CalendarDate,
): void {
  if (bill.bill_date > today)
    throw invalid({ bill_date: `The bill date is after today, ${formatDate(today)}. Check the date.` });
  if (bill.due_on !== undefined && bill.due_on < bill.bill_date)
    throw invalid({ due_on: 'The due date must be on or after the bill date.' });
  ensureNotFarAhead('due', bill.bill_date, { due_on: bill.due_on });
}

/** The latest of some dates; null when there are none. */
export const lastDayOf = (days: readonly CalendarDate[]): CalendarDate | null =>
  days.toSorted().at(-1) ?? null;
