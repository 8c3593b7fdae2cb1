import * as z from 'zod';
import { formatPounds, maxPence, type Pence, poundsFromPence, toPence } from './money';
import type { Quantity } from './quantity';
import { roundHalfAwayFromZero } from './rounding';

declare const pounds: unique symbol;

/**
 * The cost of one unit in pounds with up to six decimals (rule M3), such as £0.0312 a bag. Stored as decimal text with
 * two to six decimals and no extra zeros, and calculated in whole millionths of a pound: no floats, no rounding.
 */
export type UnitCost = string & { readonly [pounds]: true };

const pattern = /^-?\d{1,12}\.\d{2,6}$/;
const message = 'Enter an amount in pounds with two to six decimals, such as 12.50 or 0.0312.';

/** A millionth of a pound is a ten-thousandth of a penny. */
const millionthsOfPenny = 10_000n;
const maxMillionths = BigInt(maxPence) * millionthsOfPenny;

/** `"0.031200"`, as in the database, → `"0.0312"`; `"1"` and `"1.5"` get two decimals. */
export function toUnitCost(text: string): UnitCost {
  const match = /^(-?\d{1,12})(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) throw new RangeError(`Not a cost in pounds with at most six decimals: ${text}`);
  return `${match[1]}.${(match[2] ?? '').replace(/0+$/, '').padEnd(2, '0')}` as UnitCost;
}

/** Whole pence as a cost: 1250 → `"12.50"`. */
export const unitCostFromPence = (pence: Pence): UnitCost => poundsFromPence(pence) as UnitCost;

/** `"0.0312"` → 31200n millionths of a pound. */
export function millionthsOf(cost: UnitCost): bigint {
  const [whole = '0', decimals = ''] = cost.split('.');
  return BigInt(whole + decimals.padEnd(6, '0'));
}

/** Unit cost times quantity in whole pence: the first figure to be rounded (rules M2, M3). */
export const costAmount = (cost: UnitCost, quantity: Quantity): Pence =>
  toPence(roundHalfAwayFromZero(millionthsOf(cost) * BigInt(quantity), 1000n * millionthsOfPenny));

/**
 * What another unit of the same goods costs, rounded to a millionth of a pound (rule M3): £24.00 a case of 12 is £2.00 each.
 * The units are given by the product units that they hold. Null beyond what is calculated exactly.
 */
export function costInUnit(cost: UnitCost, from: Quantity, to: Quantity): UnitCost | null {
  if (from <= 0 || to <= 0) return null;
  const millionths = roundHalfAwayFromZero(millionthsOf(cost) * BigInt(to), from);
  if (!Number.isSafeInteger(millionths)) return null;
  const digits = String(millionths).padStart(7, '0');
  return toUnitCost(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
}

/** Whether this quantity at this cost is within the limit of a document. Beyond it nothing is calculated. */
export const isWithinReach = (cost: UnitCost, quantity: Quantity): boolean =>
  millionthsOf(cost) * BigInt(quantity) <= maxMillionths * 1000n;

/** Whether a discount in pence is within its line (rule M5), whatever the line's size. */
export const isWithinCost = (discount: Pence, cost: UnitCost, quantity: Quantity): boolean =>
  BigInt(discount) * 1000n * millionthsOfPenny <=
  millionthsOf(cost) * BigInt(quantity) + 500n * millionthsOfPenny;

/** `"1234.5055"` → `"£1,234.5055"`: the cost as entered, with at least two decimals. */
export function formatUnitCost(cost: UnitCost): string {
  const [whole = '0', decimals = '00'] = cost.split('.');
  return `£${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}

/** A cost of one unit in a contract. */
export const unitCost = z
  .codec(
    z.string(message).regex(pattern, message),
    z.custom<UnitCost>(text => typeof text === 'string'),
    {
      decode: toUnitCost,
      encode: cost => cost,
    },
  )
  .meta({
    description:
      'What one unit costs, in pounds sterling as a decimal string with two to six decimals, such as "12.50" or "0.0312".',
  });

/** A cost entered by a user: zero or more, and within the limit of calculation. */
export const enteredUnitCost = (belowZero: string) =>
  unitCost
    .refine(cost => !cost.startsWith('-'), belowZero)
    .refine(
      cost => cost.startsWith('-') || millionthsOf(cost) <= maxMillionths,
      `Enter at most ${formatPounds(maxPence)}.`,
    );
