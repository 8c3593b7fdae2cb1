/** Names a template by its own texts: the same in the sources and in the statement that is built of it. */
export const partKey = (texts: readonly string[]): string => texts.join('\u0001');
