import * as z from 'zod';
import { positiveQuantity } from '../kernel/quantity';

/** The lengths of GTINs: EAN-8, UPC-A, EAN-13, GTIN-14. They end in a check digit. */
const gtinLengths = new Set([8, 12, 13, 14]);

/** The check digit of the other digits: weights 3 and 1 from the right, up to the next ten. */
export function checkDigit(digits: string): number {
  const sum = Array.from(digits)
    .reverse()
    .reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether a code is as long as a GTIN, all in digits. */
const hasGtinLength = (code: string): boolean => /^\d+$/.test(code) && gtinLengths.has(code.length);

/** Whether a code is a valid GTIN: the right length, with a correct check digit. */
export const isGtin = (code: string): boolean =>
  hasGtinLength(code) && checkDigit(code.slice(0, -1)) === Number(code.at(-1));

/** Why a code cannot be a barcode; null when it can. An internal code can be anything a scanner can send. */
export function barcodeProblem(code: string): string | null {
  if (!/^[!-~]{1,48}$/.test(code))
    return 'A barcode can have 1 to 48 letters, digits or symbols, without spaces.';
  if (!hasGtinLength(code)) return null;
  const expected = checkDigit(code.slice(0, -1));
  return expected === Number(code.at(-1))
    ? null
    : `The check digit of ${code} is wrong: the code should end in ${expected}. Scan or type it again.`;
}

export const barcodeText = z
  .string('Enter a barcode.')
  .max(200, 'A barcode can have at most 48 characters.')
  .overwrite(text => text.trim())
  .superRefine((code, context) => {
    const problem = barcodeProblem(code);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

/** A barcode and the number of product units in one scan. */
export const barcodeWrite = z.strictObject({ code: barcodeText, factor: positiveQuantity.optional() });
