import type { TillProduct } from './till-product';
import { type IndexedRow, inOrderOf, type Joined, join, placeOf } from './indexed-rows';
import { searchRows } from './search-rows';

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
    /** Prepares the index, so that the first search does not wait. Each step takes a moment. */
    steps: (): readonly (() => unknown)[] => [inOrder, inOneText, allWords],
    search: (searched: readonly string[], limit: number): TillProduct[] =>
      searchRows({ sorted: inOrder(), joined: inOneText(), words: allWords }, searched, limit).map(
        ({ product }) => product,
      ),
  };
}

function takeOut(sorted: IndexedRow[], row: IndexedRow): void {
  const at = placeOf(sorted, row);
  if (sorted[at]?.product.id === row.product.id) sorted.splice(at, 1);
}

/** For mistyped words only. Codes and numbers must match exactly. */
const wordsOfName = ({ name }: IndexedRow): readonly string[] => name.match(/\p{L}{3,}/gu) ?? [];
