import { addDays, type CalendarDate } from '../kernel/dates';
import type { Period } from '../kernel/period';

/**
 * The month to date and the same days of the previous month (rule R4). A shorter month ends with its own
 * last day: 31 March is compared with the whole of February.
 */
export function monthToDate(date: CalendarDate): { readonly month: Period; readonly before: Period } {
  const month = { from: `${date.slice(0, 7)}-01`, to: date };
  const lastBefore = addDays(month.from, -1);
  const sameDay = `${lastBefore.slice(0, 7)}${date.slice(7)}`;
  return {
    month,
    before: {
      from: `${lastBefore.slice(0, 7)}-01`,
      to: date.slice(8) > lastBefore.slice(8) ? lastBefore : sameDay,
    },
  };
}
