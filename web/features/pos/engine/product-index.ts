import type { TillProduct } from './catalogue';
import { isSimilar } from './folded-text';

/** A product with what it is found by: its folded name, and behind that its SKU and barcodes. */
export type IndexedRow = { readonly product: TillProduct; readonly name: string; readonly text: string };

/** The spellings of one typed word that will do. */
type Spellings = readonly string[];

/** More changes than this in one go are sorted anew; fewer are put where they belong. */
const fewChanges = 100;

/**
 * The products as one long text in the order of their names, so that a letter is looked up in tens of thousands of them
 * within a millisecond or two: the browser's own search through one string is many times quicker than one through each.
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
    /** Tells of rows that came and went, before anything is looked for again. */
    changed: (gone: readonly IndexedRow[], come: readonly IndexedRow[]) => {
      if (gone.length + come.length === 0) return;
      joined = null;
      if (gone.length + come.length > fewChanges) {
        sorted = null;
        words = null;
      }
      for (const row of gone) if (sorted) takeOut(sorted, row);
      for (const row of come) {
        if (sorted) sorted.splice(placeOf(sorted, row), 0, row);
        for (const word of words ? wordsOfName(row) : []) words?.add(word);
      }
    },
    /** Does beforehand what the first search would otherwise wait for. */
    prepare: () => {
      inOneText();
      allWords();
    },
    /** Rows with one of the spellings of every word: first those whose name begins so, then those with such a word. */
    search: (wanted: readonly Spellings[], most: number): TillProduct[] => {
      const found = new Set<IndexedRow>();
      const fits = (row: IndexedRow) =>
        wanted.every(spellings => spellings.some(spelling => row.text.includes(spelling)));
      const take = (row: IndexedRow) => {
        if (fits(row)) found.add(row);
        return found.size < most;
      };
      for (const spelling of wanted[0] ?? []) eachBeginning(inOrder(), spelling, take);
      for (const spelling of wanted[0] ?? []) eachWith(inOneText(), ` ${spelling}`, found.size < most, take);
      for (const spelling of rarest(wanted)) eachWith(inOneText(), spelling, found.size < most, take);
      return Array.from(found, row => row.product);
    },
    /** Words of names that differ from a mistyped one by a letter or two swapped ones; itself when it is right. */
    similarTo: (typed: string): Spellings => {
      if (typed.length < 4 || inOneText().text.includes(typed)) return [typed];
      const found: string[] = [];
      for (const word of allWords()) {
        if (mayBeSimilar(typed, word) && isSimilarBeginning(typed, word)) found.push(word);
        if (found.length === 8) break;
      }
      return found;
    },
  };
}

/** What the order hangs on. */
type Place = Pick<IndexedRow, 'text' | 'product'>;

const inOrderOf = (a: Place, b: Place) =>
  a.text < b.text ? -1 : a.text > b.text ? 1 : a.product.id - b.product.id;

/** Where a row stands, or would stand. */
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

/** For mistyped words only; codes and numbers are typed right or not at all. */
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

/** Visits the rows whose text has the part, in order, until told to stop. */
function eachWith(
  { text, rows, ends }: Joined,
  part: string,
  goOn: boolean,
  visit: (row: IndexedRow) => boolean,
): void {
  let [index, isWanted] = [0, goOn];
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

/** Of the words the one that fewest rows will have: with the fewest spellings, and the longest. */
const rarest = (wanted: readonly Spellings[]): Spellings =>
  wanted.toSorted(
    (one, other) => one.length - other.length || (other[0]?.length ?? 0) - (one[0]?.length ?? 0),
  )[0] ?? [];

/** Of two similar words the first two letters have one in common: most of all words are none by that alone. */
function mayBeSimilar(typed: string, word: string): boolean {
  const [first, second] = [typed.charCodeAt(0), typed.charCodeAt(1)];
  const [one, two] = [word.charCodeAt(0), word.charCodeAt(1)];
  return one === first || two === second || one === second || two === first;
}

/** Whoever is still typing has only the beginning of the word. */
const isSimilarBeginning = (typed: string, word: string): boolean =>
  [typed.length - 1, typed.length, typed.length + 1, word.length].some(length =>
    isSimilar(typed, word.slice(0, length)),
  );
