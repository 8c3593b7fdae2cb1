import { eachBeginning, eachWith, type IndexedRow, inOrderOf, type Joined } from './indexed-rows';
import { beginsWord, containsWord } from './search-text';
import { similarWords } from './similar-words';

/** Rows looked at, and found, for similar spellings, so that a common word does not take long. */
const maxLooked = 20_000;
const maxSimilar = 200;

type Searched = {
  readonly sorted: readonly IndexedRow[];
  readonly joined: Joined;
  /** The words of all names; only needed for similar spellings. */
  readonly words: () => ReadonlySet<string>;
};

/**
 * Rows that match every word: names that start with the first word, then words that start with it, then any part.
 * Similar spellings follow only when no row has every word at the beginning of one of its own.
 */
export function searchRows(index: Searched, words: readonly string[], limit: number): IndexedRow[] {
  const found = rowsWith(index, words, limit);
  const isClear = found.some(({ text }) => words.every(word => beginsWord(text, word)));
  if (isClear || found.length === limit) return found;
  const known = new Set(found);
  return [...found, ...similarRows(index, words).filter(row => !known.has(row))].slice(0, limit);
}

function rowsWith({ sorted, joined }: Searched, searched: readonly string[], limit: number): IndexedRow[] {
  const found = new Set<IndexedRow>();
  const take = (row: IndexedRow) => {
    if (searched.every(word => containsWord(row.text, word))) found.add(row);
    return found.size < limit;
  };
  const [first = ''] = searched;
  eachBeginning(sorted, first, take);
  eachWith(joined, ` ${first}`, found.size < limit, take);
  eachWith(joined, longest(searched), found.size < limit, take);
  return Array.from(found);
}

/** Rows that match every word in a similar spelling, fewest errors first. */
function similarRows({ joined, words }: Searched, searched: readonly string[]): IndexedRow[] {
  const typed = searched.flatMap(partsOf);
  const choices = typed.map(word => [
    ...(joined.text.includes(word) ? [{ word, errors: 0 }] : []),
    ...similarWords(word, words()),
  ]);
  // The rarest word is most likely the longest.
  const pivot = choices[typed.indexOf(longest(typed))] ?? [];
  const looked = new Set<IndexedRow>();
  const found: { row: IndexedRow; errors: number }[] = [];
  const take = (row: IndexedRow) => {
    const errors = looked.has(row) ? Number.POSITIVE_INFINITY : errorsIn(row, choices);
    looked.add(row);
    if (Number.isFinite(errors)) found.push({ row, errors });
    return looked.size < maxLooked && found.length < maxSimilar;
  };
  if (choices.every(some => some.length > 0))
    for (const { word } of pivot) eachWith(joined, word, found.length < maxSimilar, take);
  const max = Math.min(...found.map(({ errors }) => errors)) + 1;
  return found
    .filter(({ errors }) => errors <= max)
    .sort((one, other) => one.errors - other.errors || inOrderOf(one.row, other.row))
    .map(({ row }) => row);
}

const longest = (words: readonly string[]): string =>
  words.toSorted((one, other) => other.length - one.length)[0] ?? '';

type Choice = { readonly word: string; readonly errors: number };

/** A hyphenated word is compared part by part; codes stay whole. */
const partsOf = (word: string): string[] =>
  /\d/.test(word) ? [word] : word.split(/[^\p{L}]+/u).filter(Boolean);

/** The fewest errors with which a row has every word; infinite when it lacks one. */
function errorsIn({ text }: IndexedRow, choices: readonly (readonly Choice[])[]): number {
  let errors = 0;
  for (const choice of choices) {
    // Similar words are whole words of the name; the word as typed may be a part.
    const fits = choice.find(({ word, errors: own }) =>
      own === 0 ? containsWord(text, word) : beginsWord(text, word),
    );
    errors += fits?.errors ?? Number.POSITIVE_INFINITY;
  }
  return errors;
}
