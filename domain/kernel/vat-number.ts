import * as z from 'zod';
import { vatNumberOf } from './vat';

/** A VAT number as it is typed, kept as `GB` and nine digits (rule V23); null when the field is left empty. */
export const vatNumberText = z
  .string('Enter text.')
  .max(40, 'Enter at most 40 characters.')
  .nullish()
  .transform((text, context) => {
    if (!text || text.trim() === '') return null;
    const number = vatNumberOf(text);
    if (number === null)
      context.addIssue({ code: 'custom', message: 'Enter nine digits, with or without GB in front.' });
    return number;
  });
