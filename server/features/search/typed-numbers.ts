const [shortest, longest] = [5, 15];

const bare = (prefix: string) => prefix.replaceAll(/[\s-]/g, '');

/**
 * The document numbers that a text may mean, given the prefixes in use (`INV-`): `inv 42`, `INV-00042` and `inv42` are
 * INV-00042, and `42` is the 42nd of every series. Any other text is returned unchanged.
 */
export function numbersMatching(typed: string, prefixes: readonly string[]): string[] {
  const text = typed.trim().toUpperCase();
  const digits = /\d+$/.exec(text)?.[0] ?? '';
  if (digits === '' || digits.length > longest) return [text];
  const head = bare(text.slice(0, -digits.length));
  const number = String(BigInt(digits)).padStart(shortest, '0');
  // A bare number matches every series.
  const meant = prefixes.filter(prefix => head === '' || bare(prefix) === head);
  return [...new Set([...(head === '' ? [] : [text]), ...meant.map(prefix => `${prefix}${number}`)])];
}
