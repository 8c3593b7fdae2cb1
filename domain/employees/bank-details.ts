import { optionalText } from '../kernel/fields';

const noSpaces = (text: string) => text.replaceAll(/[\s-]/g, '');

/** Six digits, however they are parted, as a bank writes them: `20-11-96`. */
export const tidySortCode = (text: string): string =>
  /^\d{6}$/.test(noSpaces(text)) ? (noSpaces(text).match(/\d\d/g) ?? []).join('-') : text;

export const sortCode = optionalText('Sort code', 12)
  .overwrite(text => text && tidySortCode(text))
  .refine(text => !text || /^\d\d-\d\d-\d\d$/.test(text), 'A sort code has six digits, such as 20-11-96.');

/** Seven or eight digits; older accounts have seven, and banks put a nought in front. */
export const accountNumber = optionalText('Account number', 14)
  .overwrite(text => text && noSpaces(text).padStart(noSpaces(text).length === 7 ? 8 : 0, '0'))
  .refine(text => !text || /^\d{8}$/.test(text), 'An account number has eight digits.');

/**
 * A National Insurance number: two letters, six digits, A to D. Some letters and pairs of them are never given out.
 */
export const isNationalInsuranceNumber = (text: string): boolean =>
  /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/.test(text);

export const nationalInsuranceNumber = optionalText('National Insurance number', 20)
  .overwrite(text => text && noSpaces(text).toUpperCase())
  .refine(
    text => !text || isNationalInsuranceNumber(text),
    'A National Insurance number has two letters, six digits and a letter from A to D, such as AB 12 34 56 C.',
  );
