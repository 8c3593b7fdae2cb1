import { type CalendarDate, calendarDate } from '#domain/kernel/dates';

/** `2026-03-31` → `31/03/2026`. Text that is not a date stays as it is. */
export const dateToText = (date: CalendarDate): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) ? date.split('-').reverse().join('/') : date;

/** The first and last allowed day. */
export type Bounds = { readonly min?: CalendarDate | undefined; readonly max?: CalendarDate | undefined };

/** Why a day is not allowed, or undefined if it is. */
export function outsideBounds(date: CalendarDate, { min, max }: Bounds): string | undefined {
  if (min && date < min) return `Enter ${dateToText(min)} or a later date.`;
  if (max && date > max) return `Enter ${dateToText(max)} or an earlier date.`;
  return undefined;
}

/**
 * Parses a typed date: day, month and year with any separators, or year first. Null when it is not a date. A two-digit
 * year is in this century, and counts only once typing is done. Separators may be omitted, because the numeric keyboard
 * of some phones has none.
 */
export function dateFromText(text: string, isDone: boolean): CalendarDate | null {
  const words = text.trim();
  const numbers =
    /^(\d{1,4})[./\- ](\d{1,2})[./\- ](\d{1,4})$/.exec(words) ?? /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(words);
  if (!numbers) return null;
  const [, first = '', month = '', last = ''] = numbers;
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  if (day.length > 2 || !(year.length === 4 || (isDone && year.length === 2))) return null;
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return calendarDate.safeParse(date).success ? date : null;
}
