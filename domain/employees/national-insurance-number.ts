import { optionalText } from '../kernel/fields';

const noSpaces = (text: string) => text.replaceAll(/[\s-]/g, '');

/** A National Insurance number: two letters, six digits, A to D. Some letters and pairs are never issued. */
export const isNationalInsuranceNumber = (text: string): boolean =>
  /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/.test(text);

export const nationalInsuranceNumber = optionalText('National Insurance number', 20)
  .overwrite(text => text && noSpaces(text).toUpperCase())
  .refine(
    text => !text || isNationalInsuranceNumber(text),
    'A National Insurance number has two letters, six digits and a letter from A to D, such as AB 12 34 56 C.',
  );
