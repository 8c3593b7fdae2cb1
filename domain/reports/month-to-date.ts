import { addDays, type CalendarDate } from '../kernel/dates';
import type { Period } from './period';

/**
 * The month of a day up to that day, and the same days of the month before (rule R4). A shorter month ends with its own
 * last day: the 31st of March is held against the whole of February.
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
