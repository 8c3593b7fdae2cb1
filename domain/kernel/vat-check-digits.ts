import * as z from 'zod';
import { vatNumberOf } from './vat';
import { vatNumberText } from './vat-number';

/**
 * Whether the last two digits of a UK VAT number match the first seven, by modulus 97 as issued until 2010
 * or by the newer variant offset by 55. This shows that a number is valid, not that it is in use.
 */
export function hasVatCheckDigits(text: string): boolean {
  const digits = vatNumberOf(text)?.slice(2);
  if (digits === undefined || digits.startsWith('0000000')) return false;
  const weighted = [8, 7, 6, 5, 4, 3, 2].reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
  const remainder = (weighted + Number(digits.slice(7))) % 97;
  // Check digits are the difference to a multiple of 97, so never 97 or above.
  return Number(digits.slice(7)) < 97 && (remainder === 0 || remainder === 97 - 55);
}

/** A VAT number entered by someone else: the right format, with matching check digits. */
export const checkedVatNumberText = vatNumberText.refine(
  number => number === null || hasVatCheckDigits(number),
  'Check the VAT number. Its last two digits do not match the others.',
) as z.ZodType<string | null, string | null | undefined>;
