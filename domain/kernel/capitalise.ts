/** "sub-category" → "Sub-category". */
export const capitalise = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
