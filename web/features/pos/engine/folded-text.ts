/** Text without case and accents, for comparison: "Crème" becomes "creme". */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most names are plain ASCII and need no normalising.
  return /^[ -~]*$/.test(lower) ? lower : lower.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
}

export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/\s+/)
    .filter(word => word !== '');
