/** Identifies a template by its own texts: the same in the sources and in the statement built from it. */
export const partKey = (texts: readonly string[]): string => texts.join('\u0001');
