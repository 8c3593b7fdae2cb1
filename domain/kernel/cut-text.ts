/** The beginning of a text, never ending within a character: half of one cannot be stored, nor put into an address. */
export const cutText = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');

/** The end of a text, never beginning within a character. */
export const cutToEnd = (text: string, longest: number): string =>
  text.slice(-longest).replace(/^[\udc00-\udfff]/, '');
