/** 4812 and "row" → "4,812 rows"; `several` for irregular plurals. */
export const countOf = (count: number, one: string, several = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`;
