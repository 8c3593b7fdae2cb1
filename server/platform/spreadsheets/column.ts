import { poundsFromPence } from '#domain/kernel/money';
import type { UnitCost } from '#domain/kernel/unit-cost';

/**
 * A column of an exported table. Money is whole pence, a unit cost its text in pounds, a quantity decimal text, a date
 * `YYYY-MM-DD`; an instant is shown in London time. Numbers are numbers in the file too; a text column holds words and
 * codes. `width` counts characters and matters to XLSX only. `isChange` prints a plus sign before an increase; formats for
 * programs have none.
 */
export type Column<Row> = { readonly header: string; readonly width?: number } & (
  | {
      readonly kind: 'text';
      readonly value: (row: Row) => string | null;
      /** Whether the row is indented below a heading; formats for programs are not indented. */
      readonly isIndented?: (row: Row) => boolean;
    }
  | { readonly kind: 'integer'; readonly value: (row: Row) => number | null }
  | { readonly kind: 'money'; readonly isChange?: boolean; readonly value: (row: Row) => number | null }
  | { readonly kind: 'unit cost'; readonly value: (row: Row) => UnitCost | null }
  | { readonly kind: 'quantity'; readonly value: (row: Row) => string | null }
  /** Hundredths of a percent: 2050 is 20.5%. The header says that it is a percentage. */
  | { readonly kind: 'percent'; readonly isChange?: boolean; readonly value: (row: Row) => number | null }
  | { readonly kind: 'date'; readonly value: (row: Row) => string | null }
  | { readonly kind: 'instant'; readonly value: (row: Row) => Date | string | null }
);

// Swedish formats an instant as YYYY-MM-DD HH:MM:SS, which every spreadsheet reads.
const londonClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/**
 * A cell as plain text: exact digits for numbers (money in pounds, no float), `YYYY-MM-DD` for dates, London time for
 * instants. Null for an empty cell. Throws for a value of the wrong type, which is a programming error.
 */
export function cellText<Row>(column: Column<Row>, row: Row): string | null {
  const { kind } = column;
  const value = column.value(row);
  if (value === null) return null;
  if (kind === 'text') return printable(String(value));
  if (kind === 'money') return poundsFromPence(Number(value));
  if (kind === 'percent') return decimal(Number(value), 2);
  if (kind === 'instant') return londonClock.format(new Date(value));
  return checked(String(value), kind, column.header);
}

/** A whole number of hundredths and the like as a decimal, without floats: 2050 → `20.50`. */
export function decimal(value: number, places: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`);
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const forms = {
  integer: /^-?\d{1,15}$/,
  'unit cost': /^\d{1,12}\.\d{2,6}$/,
  quantity: /^-?\d{1,15}(\.\d{1,6})?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
};

function checked(text: string, kind: keyof typeof forms, header: string): string {
  if (!forms[kind].test(text)) throw new RangeError(`Column "${header}": not of the kind ${kind}: ${text}`);
  return text;
}

// Characters not allowed in XML 1.0 are removed from CSV too.
const unprintable = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;

/** Text without characters that spreadsheets cannot hold; half a surrogate pair becomes U+FFFD. */
export const printable = (text: string): string => text.toWellFormed().replaceAll(unprintable, '');
