import type { PdfTable } from './pdf-document';

/** The average width of a character in a table cell, in points; digits have it too. */
const characterWidth = 5.1;
const longestWish = 45;
/** Words up to this length, and texts such as a status or number up to the shorter one, are not broken. */
const longestWord = 18;
const longestPhrase = 12;

/**
 * Column widths in points, filling `available` exactly: columns of figures get what their longest figure needs, text
 * columns share the rest by the length of their texts, and wrap. Fixed widths keep tables of thousands of rows fast,
 * and keep a very long word from pushing a column off the page.
 */
export function columnWidths({ columns, rows, totals }: PdfTable, available: number): number[] {
  const desiredWidths = columns.map(({ header, align }, index) => {
    const cells = [header, ...rows.map(row => row[index] ?? ''), totals?.[index] ?? ''];
    const longest = longestOf(cells, length);
    if (align === 'end') return { least: longest, desired: longest, grows: false };
    const word = longestOf(cells, text => longestOf(text.split(/[ \n]/), length));
    const least = Math.max(Math.min(word, longestWord), Math.min(longest, longestPhrase));
    return { least, desired: Math.max(least, Math.min(longest, longestWish)), grows: true };
  });
  const capacity = available / characterWidth;
  const sum = (key: 'least' | 'desired') => desiredWidths.reduce((total, column) => total + column[key], 0);

  const shares = desiredWidths.map(({ least, desired, grows }) => {
    if (sum('least') >= capacity) return least;
    if (sum('desired') > capacity)
      return least + ((desired - least) * (capacity - sum('least'))) / (sum('desired') - sum('least'));
    return grows ? desired * growth(desiredWidths, capacity) : desired;
  });
  const total = shares.reduce((all, share) => all + share, 0);
  return shares.map(share => (share / total) * available);
}

type DesiredWidth = { readonly desired: number; readonly grows: boolean };

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
