/** Text without case and accents, as it is compared: "Crème" → "creme". */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most names are plain, and plain ones need no taking apart.
  return /^[ -~]*$/.test(lower) ? lower : lower.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
}

export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/\s+/)
    .filter(word => word !== '');

/** Known words that differ from a mistyped one by a letter or two swapped ones; none for very short words. */
export function similarWords(typed: string, known: Iterable<string>): string[] {
  if (typed.length < 4) return [typed];
  const found: string[] = [];
  for (const word of known) {
    if (word.includes(typed)) return [typed];
    // Whoever is still typing has only the beginning of the word.
    const lengths = [typed.length - 1, typed.length, typed.length + 1, word.length];
    if (lengths.some(length => isSimilar(typed, word.slice(0, length)))) found.push(word);
    if (found.length === 20) break;
  }
  return found;
}

/** Whether one letter is other, missing, too many, or two neighbours are swapped. */
function isSimilar(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [restOne, restOther] = [one.slice(start), other.slice(start)];
  if (restOne.length === restOther.length) {
    if (restOne.slice(1) === restOther.slice(1)) return true;
    return (
      restOne[0] === restOther[1] && restOne[1] === restOther[0] && restOne.slice(2) === restOther.slice(2)
    );
  }
  return restOne.length > restOther.length ? restOne.slice(1) === restOther : restOne === restOther.slice(1);
}
