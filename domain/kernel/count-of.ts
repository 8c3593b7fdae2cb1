/** 4812 and "row" → "4,812 rows"; `several` where an s does not make it. */
export const countOf = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`;
