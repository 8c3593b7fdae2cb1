import type { PdfTable } from './pdf-document';

/** The average width of a character in a table cell, in points; digits have it too. */
const characterWidth = 5.1;
const longestWish = 45;
/** Words up to this length, and texts such as a status or number up to the shorter one, are not broken. */
const longestWord = 18;
const longestPhrase = 12;

/**
 * Column widths in points, filling `available` exactly: columns of figures get what their longest figure and their header
 * need, text columns share the rest by the length of their texts, and wrap. Where that is too much, headers of figures
 * wrap, because a figure never does. Fixed widths keep tables of thousands of rows fast, and keep a very long word from
 * pushing a column off the page.
 */
export function columnWidths(table: PdfTable, available: number): number[] {
  const capacity = available / characterWidth;
  const whole = widthsOf(table, { wrapsHeaders: false });
  const widths = sumOf(whole, 'least') > capacity ? widthsOf(table, { wrapsHeaders: true }) : whole;
  const least = sumOf(widths, 'least');
  const desired = sumOf(widths, 'desired');
  const shares = widths.map(column => {
    if (least >= capacity) return column.least;
    if (desired > capacity)
      return column.least + ((column.desired - column.least) * (capacity - least)) / (desired - least);
    return column.grows ? column.desired * growth(widths, capacity) : column.desired;
  });
  const total = shares.reduce((all, share) => all + share, 0);
  return shares.map(share => (share / total) * available);
}

const sumOf = (widths: readonly DesiredWidth[], key: 'least' | 'desired'): number =>
  widths.reduce((total, column) => total + column[key], 0);

/** What each column needs, and what it would like to have, in characters. */
const widthsOf = (
  { columns, rows, totals }: PdfTable,
  { wrapsHeaders }: { wrapsHeaders: boolean },
): DesiredWidth[] =>
  columns.map(({ header, align }, index) => {
    const values = [...rows.map(row => row[index] ?? ''), totals?.[index] ?? ''];
    if (align === 'end') {
      const head = wrapsHeaders ? Math.max(longestWordOf([header]), longestPhrase) : Infinity;
      const least = Math.max(Math.min(length(header), head), longestOf(values, length));
      return { least, desired: least, grows: false };
    }
    const cells = [header, ...values];
    const longest = longestOf(cells, length);
    const least = Math.max(Math.min(longestWordOf(cells), longestWord), Math.min(longest, longestPhrase));
    return { least, desired: Math.max(least, Math.min(longest, longestWish)), grows: true };
  });

const longestWordOf = (texts: readonly string[]): number =>
  longestOf(texts, text => longestOf(text.split(/[ \n]/), length));

type DesiredWidth = { readonly least: number; readonly desired: number; readonly grows: boolean };

/** The factor by which text columns grow to fill the page. */
function growth(desiredWidths: readonly DesiredWidth[], capacity: number): number {
  const fixed = desiredWidths.reduce((total, column) => total + (column.grows ? 0 : column.desired), 0);
  const growing = desiredWidths.reduce((total, column) => total + (column.grows ? column.desired : 0), 0);
  return growing === 0 ? 1 : (capacity - fixed) / growing;
}

function longestOf(texts: readonly string[], measure: (text: string) => number): number {
  let longest = 1;
  for (const text of texts) longest = Math.max(longest, measure(text));
  return longest;
}

/** Length in average characters: capitals are wider, East Asian characters twice as wide. */
function length(text: string): number {
  let total = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const isCapital = unit >= 0x41 && unit <= 0x5a;
    total += unit >= 0x2e80 ? 2 : isCapital ? 1.25 : 1;
  }
  return total;
}
