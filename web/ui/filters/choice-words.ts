import { valuesIn } from '#domain/kernel/list-query';

export type Option = { readonly value: string; readonly label: string };

/** The most names that fit in a chip or button. */
const maxNames = 4;

/** "Tea or Coffee"; of many, the first ones and how many more. */
export const orWords = (names: readonly string[]): string =>
  names.length > maxNames
    ? `${names.slice(0, maxNames - 1).join(', ')} or ${names.length - maxNames + 1} more`
    : names.join(' or ');

/** The names of the chosen values. Names of records may not be loaded yet. */
const chosenNames = (options: readonly Option[], value: string): string[] =>
  valuesIn(value || undefined).map(
    one => options.find(option => option.value === one)?.label ?? (options.length === 0 ? '…' : 'Unknown'),
  );

/** The chosen values of a filter in words; blank if there are none. */
export const choiceWords = (options: readonly Option[], value: string): string =>
  orWords(chosenNames(options, value));

/** The same on paper, which has room for all of them and no menu to open. */
export const printedWords = (options: readonly Option[], value: string): string =>
  chosenNames(options, value).join(' or ');
