import { dueWithinWords } from '#domain/kernel/due-within';

/**
 * The usual choices of days, plus the value in the address, because a link may lead to a longer period. Overdue amounts are
 * included.
 */
export const dueWithinOptions = (chosen: string | undefined) =>
  [...new Set(['7', '14', '30', ...(chosen === undefined ? [] : [chosen])])]
    .toSorted((one, other) => Number(one) - Number(other))
    .map(value => ({ value, label: dueWithinWords(value) }));
