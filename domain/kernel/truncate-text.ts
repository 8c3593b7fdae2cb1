/** The start of a text, never ending in half a character, which cannot be stored or put into a URL. */
export const truncateText = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');

/** The end of a text, never starting with half a character. */
export const truncateStart = (text: string, longest: number): string =>
  text.slice(-longest).replace(/^[\udc00-\udfff]/, '');
