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

/** Whether two words differ by one wrong, missing, extra or swapped letter. */
export function isSimilar(one: string, other: string): boolean {
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
