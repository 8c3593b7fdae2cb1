import type { TillProduct } from './till-product';

/** A product with its search text: the folded name, then SKU and barcodes. */
export type IndexedRow = { readonly product: TillProduct; readonly name: string; readonly text: string };

/** The sort key. */
type Place = Pick<IndexedRow, 'text' | 'product'>;

export const inOrderOf = (a: Place, b: Place) =>
  a.text < b.text ? -1 : a.text > b.text ? 1 : a.product.id - b.product.id;

/** The position of a row, or where it would be inserted. */
export function placeOf(sorted: readonly IndexedRow[], row: Place): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = sorted[middle];
    if (other && inOrderOf(other, row) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The texts of all rows as one, with the end of each. */
export type Joined = {
  readonly text: string;
  readonly rows: readonly IndexedRow[];
  readonly ends: Uint32Array;
};

export function join(rows: readonly IndexedRow[]): Joined {
  const ends = new Uint32Array(rows.length);
  let end = 0;
  for (const [index, row] of rows.entries()) {
    end += row.text.length + 1;
    ends[index] = end;
  }
  return { text: rows.map(row => `${row.text}\n`).join(''), rows, ends };
}

/** Visits the rows that contain the part, in order, until told to stop. */
export function eachWith(
  { text, rows, ends }: Joined,
  part: string,
  proceed: boolean,
  visit: (row: IndexedRow) => boolean,
): void {
  let [index, isWanted] = [0, proceed];
  for (let at = isWanted ? text.indexOf(part) : -1; at !== -1 && isWanted; ) {
    while ((ends[index] ?? text.length) <= at) index += 1;
    const row = rows[index];
    if (!row) return;
    isWanted = visit(row);
    at = text.indexOf(part, ends[index]);
  }
}

export function eachBeginning(
  sorted: readonly IndexedRow[],
  spelling: string,
  visit: (row: IndexedRow) => boolean,
): void {
  const first = { text: spelling, product: { id: 0 } as TillProduct };
  for (let index = placeOf(sorted, first); ; index += 1) {
    const row = sorted[index];
    if (!row?.text.startsWith(spelling) || !visit(row)) return;
  }
}
