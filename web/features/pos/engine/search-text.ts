import { fold, wordsOf } from './folded-text';

const unit = '(?:mg|g|kg|ml|cl|l|oz|lb|mm|cm|m)';
const spacedMeasure = new RegExp(`(\\d)\\s+(?=${unit}\\b)`, 'g');
const measure = new RegExp(`^\\d+(?:[.,]\\d+)?${unit}$`);

/** "500 g" and "500g" are searched as the same word. */
const joinMeasures = (folded: string): string => folded.replaceAll(spacedMeasure, '$1');

/** A product name as it is searched. */
export const searchName = (name: string): string => joinMeasures(fold(name));

/** The words of a search. */
export const searchWords = (text: string): string[] => wordsOf(joinMeasures(fold(text)));

/** Whether a text contains a search word: a measure as a whole number, so that "100g" is no part of "1100g". */
export function containsWord(text: string, word: string): boolean {
  if (!measure.test(word)) return text.includes(word);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!/\d[.,]?$/.test(text.slice(Math.max(0, at - 2), at))) return true;
  return false;
}

/** Whether a search word begins a word, or a number, of the text. */
export function beginsWord(text: string, word: string): boolean {
  const inner = /^\d/.test(word) ? /\d/ : /[\p{L}\d]/u;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (at === 0 || !inner.test(text.charAt(at - 1))) return true;
  return false;
}
