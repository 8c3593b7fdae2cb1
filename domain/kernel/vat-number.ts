import * as z from 'zod';
import { vatNumberOf } from './vat';

/** A VAT number as typed, stored as `GB` and nine digits (rule V23); null if the field is empty. */
export const vatNumberText = z
  .string('Enter text.')
  .max(40, 'Enter at most 40 characters.')
  .nullish()
  .transform((text, context) => {
    if (!text || text.trim() === '') return null;
    const number = vatNumberOf(text);
    if (number === null) context.addIssue({ code: 'custom', message: vatNumberError(text) });
    return number;
  });

/** Other formats issued by HMRC get a message of their own. */
function vatNumberError(text: string): string {
  const written = text.replaceAll(/[^0-9A-Z]/gi, '').toUpperCase();
  if (/^(?:GB)?(?:GD|HA)\d{3}$/.test(written))
    return 'Numbers of government departments and health authorities (GD and HA) are not supported. Enter a nine-digit number.';
  if (/^(?:GB)?\d{12}$/.test(written))
    return 'Enter the first nine digits only. The last three of twelve identify a branch.';
  return 'Enter nine digits, with or without GB.';
}
