import * as z from 'zod';

declare const thousandths: unique symbol;

/** A quantity in whole thousandths of its unit: 2.5 kg is 2500 (rule M1). Quantities are never rounded (M3). */
export type Quantity = number & { readonly [thousandths]: true };

/** The largest quantity that a `numeric(14,3)` column holds, in thousandths. */
export const maxQuantity = 99_999_999_999_999;

/** A whole number of thousandths as a quantity; anything else is a programming error. */
export function toQuantity(value: number): Quantity {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number of thousandths: ${value}`);
  return value as Quantity;
}

export const noQuantity = toQuantity(0);

/** A whole number of units: 3 → 3.000. */
export const wholeUnits = (units: number): Quantity => toQuantity(units * 1000);

const pattern = /^-?\d{1,11}(?:\.\d{1,3})?$/;

/** `"2.5"` or `"2.500"` → 2500, without floats. */
export function quantityFromText(text: string): Quantity {
  if (!pattern.test(text)) throw new RangeError(`Not a quantity with at most three decimal places: ${text}`);
  const isNegative = text.startsWith('-');
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.');
  const size = Number(whole + decimals.padEnd(3, '0'));
  return toQuantity(isNegative && size !== 0 ? -size : size);
}

/** 2500 → `"2.5"`, the form of a quantity on the wire and in the database: without trailing zeros. */
export function textFromQuantity(quantity: number): string {
  const digits = String(Math.abs(toQuantity(quantity))).padStart(4, '0');
  const decimals = digits.slice(-3).replace(/0+$/, '');
  return `${quantity < 0 ? '-' : ''}${digits.slice(0, -3)}${decimals && `.${decimals}`}`;
}

/** 1234500 → `"1,234.5"`; a negative quantity has a true minus sign. */
export function formatQuantity(quantity: number): string {
  const [whole = '0', decimals] = textFromQuantity(Math.abs(quantity)).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${quantity < 0 ? '−' : ''}${grouped}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** Converts a quantity of a larger unit to a smaller one: 2 boxes of 12 are 24. Null when not whole thousandths. */
export function timesFactor(quantity: Quantity, factor: Quantity): Quantity | null {
  const product = BigInt(quantity) * BigInt(factor);
  if (product % 1000n !== 0n) return null;
  const inThousandths = Number(product / 1000n);
  return Math.abs(inThousandths) <= maxQuantity ? toQuantity(inThousandths) : null;
}

const message = 'Enter a quantity with at most three decimal places, such as 12 or 2.5.';
const described = {
  description: 'A quantity as a decimal string with at most three decimal places, such as "2.5".',
};

/** A quantity in a contract, either sign: a decimal string on the wire, whole thousandths inside. */
export const quantity = z
  .codec(z.string(message).regex(pattern, message), z.custom<Quantity>(Number.isSafeInteger), {
    decode: quantityFromText,
    encode: textFromQuantity,
  })
  .meta(described);

/** A quantity above zero. */
export const positiveQuantity = z
  .codec(
    z
      .string(message)
      .regex(pattern, message)
      .refine(text => !/^-|^[0.]+$/.test(text), 'Enter a quantity above zero.'),
    z.custom<Quantity>(Number.isSafeInteger),
    { decode: quantityFromText, encode: textFromQuantity },
  )
  .meta(described);

/** A quantity of zero or more. */
export const quantityFromZero = z
  .codec(
    z
      .string(message)
      .regex(pattern, message)
      .refine(text => !text.startsWith('-'), 'Enter a quantity of zero or more.'),
    z.custom<Quantity>(Number.isSafeInteger),
    { decode: quantityFromText, encode: textFromQuantity },
  )
  .meta(described);
