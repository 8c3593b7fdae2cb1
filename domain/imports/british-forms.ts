const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const firstSerial = 20_000;
const lastSerial = 80_000;
const dayMs = 86_400_000;
/** The year of `earliestDate`, as the test of it says: imported, it would be loaded with the first page for this. */
const earliestYear = 1950;

/**
 * The day of a date in British notation, as `2026-11-03`: 03/11/26, 3-11-2026, 3.11.26, 3 Nov 2026, Tue 3rd November
 * 26, or a spreadsheet's serial number (46329). ISO dates are accepted too. The day always comes before the month. The
 * rest of the text, such as a time, is returned with it. Null without a date.
 */
export function plainDate(text: string): { readonly day: string; readonly rest: string } | null {
  const serial = /^(\d{5})(?:\.\d+)?$/.exec(text);
  if (serial) return fromSerial(Number(serial[1]));
  const iso = /^(\d{4})-(\d{2})-(\d{2})(.*)$/s.exec(text);
  if (iso) return found(Number(iso[1]), Number(iso[2]), Number(iso[3]), iso[4]);
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)(.*)$/s.exec(text);
  if (numbers) return found(yearOf(numbers[3]), Number(numbers[2]), Number(numbers[1]), numbers[4]);
  const words =
    /^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})(?!\d)(.*)$/is.exec(
      text,
    );
  if (!words) return null;
  const month = months.indexOf((words[2] ?? '').slice(0, 3).toLowerCase());
  return month < 0 ? null : found(yearOf(words[3]), month + 1, Number(words[1]), words[4]);
}

/** Two digits up to 69 are in this century, as in spreadsheets. */
const yearOf = (text = ''): number =>
  text.length === 4 ? Number(text) : Number(text) + (Number(text) < 70 ? 2000 : 1900);

function found(year: number, month: number, day: number, rest = '') {
  const date = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const asUtc = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 10) !== date) return null;
  if (year < earliestYear) return null;
  return { day: date, rest };
}

function fromSerial(serial: number) {
  if (serial < firstSerial || serial > lastSerial) return null;
  // Day 0 of a spreadsheet is 30 December 1899.
  return { day: new Date(Date.UTC(1899, 11, 30) + serial * dayMs).toISOString().slice(0, 10), rest: '' };
}

/**
 * An amount with a leading sign, however it was written: (12.00), 12.00-, £12.00 DR and 12.00DR are -12.00; CR is
 * positive. Pound signs and spaces are removed; anything else is returned unchanged.
 */
export function plainAmount(text: string): string {
  const plain = text.replaceAll(/[£\s]|GBP/gi, '').replaceAll('\u2212', '-');
  const match = /^(\(?)(-?)([\d.,]*\d[\d.,]*)(-?)(\)?)(cr|dr)?$/i.exec(plain);
  if (!match) return plain;
  const [, opens, before, digits = '', after, closes, side] = match;
  if ((opens === '') !== (closes === '')) return plain;
  const isNegative = [opens !== '', before !== '', after !== '', side?.toLowerCase() === 'dr'].filter(
    Boolean,
  ).length;
  if (isNegative > 1) return plain;
  return isNegative === 1 ? `-${digits}` : digits;
}
