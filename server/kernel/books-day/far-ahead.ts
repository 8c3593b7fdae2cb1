import { addYears, type CalendarDate, formatDate } from '#domain/kernel/dates';
import { invalid } from '../../platform/http/refusal';

/** How many years ahead a document may be dated before its posting day is decided, and may fall due. */
const limits = { dated: 1, due: 10 } as const;

/**
 * Refuses a day so far after another that it can only be a slip, such as 2062 for 2026. `dates` are by the field of the
 * form; `from` is today for the date of a document, and the document's date for a due date.
 */
export function ensureNotFarAhead(
  kind: keyof typeof limits,
  from: CalendarDate,
  dates: Readonly<Record<string, CalendarDate | null | undefined>>,
): void {
  for (const [field, date] of Object.entries(dates)) {
    const reason = date ? reasonTooFarAhead(kind, from, date) : null;
    if (reason !== null) throw invalid({ [field]: reason });
  }
}

/** Why a date is too far after another, or null. */
export function reasonTooFarAhead(
  kind: keyof typeof limits,
  from: CalendarDate,
  date: CalendarDate,
): string | null {
  const last = addYears(from, limits[kind]);
  return date > last ? `This date is too far ahead. Choose ${formatDate(last)} or earlier.` : null;
}
