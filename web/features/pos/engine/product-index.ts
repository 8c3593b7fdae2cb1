import type { TillProduct } from './catalogue';
import { isSimilar } from './folded-text';

/** A product with its search text: the folded name, then SKU and barcodes. */
export type IndexedRow = { readonly product: TillProduct; readonly name: string; readonly text: string };

/** Accepted spellings of one search word. */
type Spellings = readonly string[];

/** Above this many changes the index is sorted again. Fewer are inserted one by one. */
const fewChanges = 100;

/**
 * All products as one long text in name order. The browser searches one string many times faster than tens of
 * thousands of strings, so each letter is looked up within a millisecond or two.
 */
export function createProductIndex(rows: () => Iterable<IndexedRow>) {
  let sorted: IndexedRow[] | null = null;
  let joined: Joined | null = null;
  let words: Set<string> | null = null;
  const inOrder = () => (sorted ??= Array.from(rows()).sort(inOrderOf));
  const inOneText = () => (joined ??= join(inOrder()));
  const allWords = () => (words ??= new Set(inOrder().flatMap(wordsOfName)));

  return {
    inOrder,
    /** Records added and removed rows before the next search. */
    changed: (removed: readonly IndexedRow[], added: readonly IndexedRow[]) => {
      if (removed.length + added.length === 0) return;
      joined = null;
      if (removed.length + added.length > fewChanges) {
        sorted = null;
        words = null;
      }
      for (const row of removed) if (sorted) takeOut(sorted, row);
      for (const row of added) {
        if (sorted) sorted.splice(placeOf(sorted, row), 0, row);
        for (const word of words ? wordsOfName(row) : []) words?.add(word);
      }
    },
    /** Prepares the index, so that the first search does not wait. */
    prepare: () => {
      inOneText();
      allWords();
    },
    /** Rows that match every word in one of its spellings: names that start with the word first. */
    search: (searched: readonly Spellings[], limit: number): TillProduct[] => {
      const found = new Set<IndexedRow>();
      const fits = (row: IndexedRow) =>
        searched.every(spellings => spellings.some(spelling => row.text.includes(spelling)));
      const take = (row: IndexedRow) => {
        if (fits(row)) found.add(row);
        return found.size < limit;
      };
      for (const spelling of searched[0] ?? []) eachBeginning(inOrder(), spelling, take);
      for (const spelling of searched[0] ?? [])
        eachWith(inOneText(), ` ${spelling}`, found.size < limit, take);
      for (const spelling of rarest(searched)) eachWith(inOneText(), spelling, found.size < limit, take);
      return Array.from(found, row => row.product);
    },
    /** Words that differ from a mistyped one by one letter or a swap; the word itself when it exists. */
    similarTo: (typed: string): Spellings => {
      if (typed.length < 4 || inOneText().text.includes(typed)) return [typed];
      const found: string[] = [];
      for (const word of allWords()) {
        if (couldBeSimilar(typed, word) && isSimilarBeginning(typed, word)) found.push(word);
        if (found.length === 8) break;
      }
      return found;
    },
  };
}

/** The sort key. */
type Place = Pick<IndexedRow, 'text' | 'product'>;

const inOrderOf = (a: Place, b: Place) =>
  a.text < b.text ? -1 : a.text > b.text ? 1 : a.product.id - b.product.id;

/** The position of a row, or where it would be inserted. */
function placeOf(sorted: readonly IndexedRow[], row: Place): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = sorted[middle];
    if (other && inOrderOf(other, row) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function takeOut(sorted: IndexedRow[], row: IndexedRow): void {
  const at = placeOf(sorted, row);
  if (sorted[at]?.product.id === row.product.id) sorted.splice(at, 1);
}

/** For mistyped words only. Codes and numbers must match exactly. */
const wordsOfName = ({ name }: IndexedRow): readonly string[] => name.match(/[a-z]{3,}/g) ?? [];

type Joined = { readonly text: string; readonly rows: readonly IndexedRow[]; readonly ends: Uint32Array };

function join(rows: readonly IndexedRow[]): Joined {
  const ends = new Uint32Array(rows.length);
  let end = 0;
  for (const [index, row] of rows.entries()) {
    end += row.text.length + 1;
    ends[index] = end;
  }
  return { text: rows.map(row => `${row.text}\n`).join(''), rows, ends };
}

/** Visits the rows that contain the part, in order, until told to stop. */
function eachWith(
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

function eachBeginning(
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

/** The most selective word: the one with the fewest spellings, then the longest. */
const rarest = (words: readonly Spellings[]): Spellings =>
  words.toSorted(
    (one, other) => one.length - other.length || (other[0]?.length ?? 0) - (one[0]?.length ?? 0),
  )[0] ?? [];

/** Similar words share one of their first two letters, which rules out most words quickly. */
function couldBeSimilar(typed: string, word: string): boolean {
  const [first, second] = [typed.charCodeAt(0), typed.charCodeAt(1)];
  const [one, two] = [word.charCodeAt(0), word.charCodeAt(1)];
  return one === first || two === second || one === second || two === first;
}

/** A word still being typed only has its beginning. */
const isSimilarBeginning = (typed: string, word: string): boolean =>
  [typed.length - 1, typed.length, typed.length + 1, word.length].some(length =>
    isSimilar(typed, word.slice(0, length)),
  );
