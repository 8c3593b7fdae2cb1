/** A word of the catalogue that a mistyped one may stand for, and how many letters differ. */
export type Similar = { readonly word: string; readonly errors: number };

/** Words this short are only replaced by whole words with the same first letter: "tee" by "tea", not by "teddy". */
const shortWord = 4;
/** From this length on, two errors are accepted. */
const longWord = 8;
const maxWords = 12;

const maxErrorsOf = ({ length }: string): number => (length < 3 ? 0 : length < longWord ? 1 : 2);

/**
 * The words a typed one may stand for, fewest errors first. A longer word still being typed is compared with the
 * beginnings of words. Anything with a digit must be typed exactly, so that "100g" never becomes "500g".
 */
export function similarWords(typed: string, vocabulary: Iterable<string>): Similar[] {
  const max = maxErrorsOf(typed);
  if (max === 0 || !/^\p{L}+$/u.test(typed)) return [];
  const found: (Similar & { readonly isWhole: boolean })[] = [];
  for (const word of vocabulary) {
    if (!couldBeSimilar(typed, word, max)) continue;
    const { whole, beginning } = errorsBetween(typed, word);
    if (whole <= max) found.push({ word, errors: whole, isWhole: true });
    else if (typed.length > shortWord && beginning <= max)
      found.push({ word, errors: beginning, isWhole: false });
  }
  return found
    .sort(
      (one, other) =>
        one.errors - other.errors ||
        Number(other.isWhole) - Number(one.isWhole) ||
        one.word.length - other.word.length ||
        (one.word < other.word ? -1 : 1),
    )
    .slice(0, maxWords)
    .map(({ word, errors }) => ({ word, errors }));
}

/** Rules most words out without counting their errors. */
function couldBeSimilar(typed: string, word: string, max: number): boolean {
  if (word.length < typed.length - max) return false;
  if (typed.length <= shortWord) return word.length <= typed.length + max && word[0] === typed[0];
  // Longer words share one of their first two letters.
  return typed[0] === word[0] || typed[1] === word[1] || typed[0] === word[1] || typed[1] === word[0];
}

/**
 * The wrong, missing, extra and swapped letters between a typed word and a whole word, and between it and the
 * beginning of that word that fits best.
 */
export function errorsBetween(typed: string, word: string): { whole: number; beginning: number } {
  let before: number[] = [];
  let last = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row++) {
    const current = [row];
    for (let at = 1; at <= word.length; at++) {
      const isSame = typed[row - 1] === word[at - 1];
      const isSwapped = typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1];
      current[at] = Math.min(
        errorsAt(last, at) + 1,
        errorsAt(current, at - 1) + 1,
        errorsAt(last, at - 1) + (isSame ? 0 : 1),
        isSwapped ? errorsAt(before, at - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, current];
  }
  return { whole: errorsAt(last, word.length), beginning: Math.min(...last) };
}

const errorsAt = (row: readonly number[], at: number): number => row[at] ?? Number.POSITIVE_INFINITY;
