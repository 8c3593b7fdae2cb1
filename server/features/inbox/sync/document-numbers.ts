const maxCharacters = 20_000;
const maxNumbers = 20;

/**
 * Our document numbers in a text, such as PO-00012 in `re: po-00012`. Only complete numbers count: with the prefix A,
 * "A4" is a size of paper.
 */
export function numbersIn(text: string, prefixes: readonly string[]): string[] {
  // The longest first, so that INV-UK-00012 is not read as UK-00012. Prefixes are letters, digits and hyphens.
  const known = prefixes.toSorted((one, other) => other.length - one.length).join('|');
  const number = new RegExp(`(?<![a-z0-9])(?:${known})\\d{5,9}(?![a-z0-9])`, 'gi');
  const found = text.slice(0, maxCharacters).matchAll(number);
  return [...new Set(Array.from(found, ([written]) => written.toUpperCase()))].slice(0, maxNumbers);
}
