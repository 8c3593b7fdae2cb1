import { optionalText } from './fields';

const noSpaces = (text: string) => text.replaceAll(/[\s-]/g, '');

/** Six digits with any separators, formatted as banks write them: `20-11-96`. */
const tidySortCode = (text: string): string =>
  /^\d{6}$/.test(noSpaces(text)) ? (noSpaces(text).match(/\d\d/g) ?? []).join('-') : text;

export const sortCode = optionalText('Sort code', 12)
  .overwrite(text => text && tidySortCode(text))
  .refine(
    text => !text || /^\d\d-\d\d-\d\d$/.test(text),
    'Enter a sort code of six digits, such as 20-11-96.',
  );

/** Seven or eight digits; older accounts have seven, and banks add a leading zero. */
export const accountNumber = optionalText('Account number', 14)
  .overwrite(text => text && noSpaces(text).padStart(noSpaces(text).length === 7 ? 8 : 0, '0'))
  .refine(text => !text || /^\d{8}$/.test(text), 'Enter an account number of eight digits.');

/**
 * An IBAN is valid when, with its first four characters moved to the end and letters as numbers, it leaves the
 * remainder 1 modulo 97 (ISO 13616).
 */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, letter =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** Stored without spaces. */
export const iban = optionalText('IBAN', 42)
  .overwrite(text => text && noSpaces(text).toUpperCase())
  .refine(text => !text || isIban(text), 'Check the IBAN. It should look like GB29 NWBK 6016 1331 9268 19.');

/** In groups of four, as printed. */
export const ibanWords = (text: string): string => (text.match(/.{1,4}/g) ?? []).join(' ');
