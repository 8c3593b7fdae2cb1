import * as z from 'zod';

const pattern = /^\d{1,3}(?:\.\d{1,2})?$/;
const message = 'Enter a percentage from 0 to 100, such as 12.5.';

/** A percentage in a contract: `"12.5"` on the wire, 1250 hundredths inside; from 0 to 100. */
export const percentage = z
  .codec(
    z
      .string(message)
      .regex(pattern, message)
      .refine(text => Number(text) <= 100, message),
    z.int(),
    {
      decode: text => {
        const [whole = '0', decimals = ''] = text.split('.');
        return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
      },
      encode: hundredths => `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`,
    },
  )
  .meta({ description: 'A percentage as a decimal string with at most two decimals, such as "12.5".' });

/** Hundredths of a percent as text: 2050 → "20.5%", or "20.50%" in a column. */
export function formatPercent(hundredths: number, { inColumn = false } = {}): string {
  const size = Math.abs(hundredths);
  const both = String(size % 100).padStart(2, '0');
  const decimals = inColumn ? both : both.replace(/0+$/, '');
  return `${hundredths < 0 ? '−' : ''}${Math.trunc(size / 100)}${decimals && `.${decimals}`}%`;
}
