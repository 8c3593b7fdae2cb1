import type { VatCode } from '#domain/kernel/vat';

/** Codes, names and rates as other programs export them, a rate also as a share such as 0.2; "of expenses" and "of income" may follow. */
const words: readonly (readonly [RegExp, VatCode])[] = [
  [/^(?:s|standard(?:[ -]rated?)?|20(?:\.0+)?\s*%?(?:\s*s)?|0?\.20*)$/i, 'S'],
  [/^(?:r|reduced(?:[ -]rated?)?|5(?:\.0+)?\s*%?(?:\s*r)?|0?\.050*)$/i, 'R'],
  [/^(?:z|zero(?:[ -]rated?)?|0(?:\.0+)?\s*%?(?:\s*z)?)$/i, 'Z'],
  [/^(?:e|exempt)$/i, 'E'],
  [/^(?:o|outside the scope|out of scope|none|no vat)$/i, 'O'],
];
const kindOfPurchase = /\s*(?:\(vat on (?:expenses|income)\)|(?<=rated|exempt)\s(?:expenses|income))$/i;

/**
 * The VAT code that a cell says in full. Names of other taxes are refused, whatever letter they begin with: a reverse
 * charge is not the reduced rate (rules V1, V28).
 */
export function readVatCode(text: string): { readonly value: VatCode } | { readonly problem: string } {
  const said = text.trim().replace(kindOfPurchase, '');
  const match = words.find(([pattern]) => pattern.test(said));
  return match ? { value: match[1] } : { problem: 'Enter a VAT code: S, R, Z, E or O.' };
}
