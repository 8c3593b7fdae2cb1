import { type CalendarDate, formatDate } from '#domain/kernel/dates';
import { invalid } from '../../platform/http/refusal';

/**
 * What undoes or follows a posting is dated no earlier: 422 at the field of the date. `what` happened on the earlier day,
 * such as "It was posted"; a null day sets no bound.
 */
export function ensureNotBefore(
  date: CalendarDate,
  earlier: CalendarDate | null,
  what: string,
  field = 'business_date',
): void {
  if (earlier !== null && date < earlier)
    throw invalid({ [field]: `${what} on ${formatDate(earlier)}. Enter that date or a later one.` });
}
