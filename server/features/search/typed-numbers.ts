/** A series with the prefix that its numbers bear. */
type Prefixes = readonly string[];

const [shortest, longest] = [5, 15];

/**
 * The document numbers that somebody may mean: `inv 42`, `INV-00042` and `inv42` are INV-00042, and `42` is the 42nd of
 * every series. What is typed with other letters is taken as it stands.
 */
export function numbersMeant(typed: string, prefixes: Prefixes): string[] {
  const text = typed.trim().toUpperCase();
  const parts = /^([^\d\s]*[^\d\s-])?[\s-]*(\d+)$/.exec(text);
  const [prefix, digits = ''] = [parts?.[1], parts?.[2]];
  if (!parts || digits.length > longest) return [text];
  const number = String(BigInt(digits)).padStart(shortest, '0');
  if (prefix !== undefined) return [...new Set([text, `${prefix}-${number}`])];
  // A bare number: whoever has only seen its end means any of them.
  return prefixes.map(each => `${each}-${number}`);
}
