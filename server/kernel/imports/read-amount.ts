import { plainAmount } from '#domain/imports/british-forms';

/** A cell's value for the contract, or what is wrong with it. */
type ReadCell = { readonly value: string } | { readonly problem: string };

/** Parses amounts as users write them: £1,234.5 is 1234.50. Fractions of a penny are an error, never rounded. */
export function readAmount(text: string): ReadCell {
  const digits = digitsOf(text);
  if (!digits) return { problem: 'Enter an amount in pounds, such as 12.50.' };
  const { sign, whole, significant } = digits;
  if (significant.length > 2)
    return {
      problem: /^0*$/.test(whole + significant.slice(0, 2))
        ? `${text} is less than a penny. Enter at least 0.01.`
        : `${text} has fractions of a penny. Enter at most two decimals, such as 12.50.`,
    };
  return { value: `${sign}${whole || '0'}.${significant.padEnd(2, '0')}` };
}

/** Parses a unit cost as users write it, such as £0.0312, with at most six decimals (rule M3), never rounded. */
export function readUnitCost(text: string): ReadCell {
  const digits = digitsOf(text);
  if (!digits) return { problem: 'Enter a cost in pounds, such as 12.50 or 0.0312.' };
  const { sign, whole, significant } = digits;
  if (significant.length > 6)
    return { problem: `${text} has more than six decimals. Enter at most six, such as 0.031250.` };
  return { value: `${sign}${whole || '0'}.${significant.padEnd(2, '0')}` };
}

function digitsOf(text: string): { sign: string; whole: string; significant: string } | null {
  const digits = plainAmount(text).replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  const match = /^(-?)(\d{0,12})(?:\.(\d*))?$/.exec(digits);
  if (!match || digits === '' || digits === '.' || digits === '-') return null;
  const [, sign = '', whole = '', decimals = ''] = match;
  return { sign, whole, significant: decimals.replace(/0+$/, '') };
}
