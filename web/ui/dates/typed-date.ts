import { addDays, type CalendarDate, calendarDate, londonDate } from '#domain/kernel/dates';
import { addMonths, spokenDate } from './spoken-date';

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
 * Parses a typed date: day, month and year with any separators, or year first. Null when it is not a date. Separators
 * may be omitted, because the numeric keyboard of some phones has none. Once typing is done, a two-digit year is in this
 * century, and words and parts of a date count too: while typing, `21` is the start of a date.
 */
export function dateFromText(
  text: string,
  isDone: boolean,
  today: CalendarDate = londonDate(new Date()),
): CalendarDate | null {
  const words = text.trim();
  const numbers =
    /^(\d{1,4})[./\- ](\d{1,2})[./\- ](\d{1,4})$/.exec(words) ?? /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(words);
  if (!numbers) return isDone ? spokenDate(words, today) : null;
  const [, first = '', month = '', last = ''] = numbers;
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  if (day.length > 2 || !(year.length === 4 || (isDone && year.length === 2))) return null;
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return calendarDate.safeParse(date).success ? date : null;
}

export type KeyEvent = { readonly key: string; readonly shiftKey: boolean; readonly altKey: boolean };

/** Shift and an arrow move a date by a day, Alt and an arrow by a month; null for other keys. */
export function dateAfterKey(date: CalendarDate, { key, shiftKey, altKey }: KeyEvent): CalendarDate | null {
  const step = { ArrowUp: 1, ArrowDown: -1 }[key];
  if (step === undefined || shiftKey === altKey) return null;
  return shiftKey ? addDays(date, step) : addMonths(date, step);
}
