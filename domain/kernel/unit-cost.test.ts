import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPence } from './money';
import { noQuantity, quantityFromText, toQuantity } from './quantity';
import {
  costAmount,
  costInUnit,
  enteredUnitCost,
  formatUnitCost,
  isWithinCost,
  isWithinReach,
  toUnitCost,
  unitCost,
} from './unit-cost';

/** A cost built from its digits, independently of the code under test. */
const costs = fc.tuple(fc.nat({ max: 99_999 }), fc.nat({ max: 999_999 })).map(([whole, millionths]) => ({
  text: `${whole}.${String(millionths).padStart(6, '0')}`,
  millionths: BigInt(whole) * 1_000_000n + BigInt(millionths),
}));

test('F08 a line is its quantity times its unit cost, rounded to whole pence once, half away from zero (M2, M3)', () => {
  fc.assert(
    fc.property(costs, fc.integer({ min: 1, max: 99_999_999 }), (cost, quantity) => {
      // Millionths of a pound times thousandths of a unit are thousand-millionths of a pound: 10,000,000 to the penny.
      const exact = cost.millionths * BigInt(quantity);
      const whole = exact / 10_000_000n;
      const expected = exact % 10_000_000n >= 5_000_000n ? whole + 1n : whole;
      return BigInt(costAmount(toUnitCost(cost.text), toQuantity(quantity))) === expected;
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['33.7055', '1', 3371],
  ['33.7055', '100', 337_055],
  ['0.0312', '1000', 3120],
  ['0.0312', '1', 3],
  ['0.005', '1', 1],
  ['0.004999', '1', 0],
  ['0.000001', '5000', 1],
])('F08 %s times %s is %i pence', (cost, quantity, pence) => {
  expect(costAmount(toUnitCost(cost), quantityFromText(quantity))).toBe(pence);
});

test('F08 a cost keeps its decimals without extra zeros, however it is written', () => {
  expect(['33.705500', '0.0312', '12.50', '12.500000', '3', '0.1'].map(toUnitCost)).toEqual([
    '33.7055',
    '0.0312',
    '12.50',
    '12.50',
    '3.00',
    '0.10',
  ]);
  expect(formatUnitCost(toUnitCost('1234.5055'))).toBe('£1,234.5055');
  expect(formatUnitCost(toUnitCost('0.1'))).toBe('£0.10');
});

test('F08 an invalid cost is refused with a message', () => {
  const entered = enteredUnitCost('A cost is zero or more.');
  const problem = (text: unknown) => entered.safeParse(text).error?.issues[0]?.message;
  expect(problem('33.7055')).toBeUndefined();
  const form = 'Enter an amount in pounds with two to six decimals, such as 12.50 or 0.0312.';
  for (const text of ['1.0000001', '1.5', '1', '', 'x', '1e3', '١.00', 1.5]) expect(problem(text)).toBe(form);
  expect(problem('-0.01')).toBe('A cost is zero or more.');
  expect(problem('10000000000.000001')).toBe('Enter at most £10,000,000,000.00.');
  expect(problem('10000000000.00')).toBeUndefined();
  expect(unitCost.encode(unitCost.decode('0.031200'))).toBe('0.0312');
});

test('F15 a discount is within its line when it is no more than the rounded line amount (M5)', () => {
  fc.assert(
    fc.property(costs, fc.integer({ min: 1, max: 9_999_999 }), fc.nat({ max: 3 }), (cost, quantity, more) => {
      const [unit, pieces] = [toUnitCost(cost.text), toQuantity(quantity)];
      const line = costAmount(unit, pieces);
      return isWithinCost(toPence(line + more), unit, pieces) === (more === 0);
    }),
  );
});

test('a cost beyond the limit is not calculated', () => {
  expect(isWithinReach(toUnitCost('10000000000.00'), quantityFromText('1'))).toBe(true);
  expect(isWithinReach(toUnitCost('10000000000.00'), quantityFromText('1.001'))).toBe(false);
  expect(isWithinReach(toUnitCost('0.000001'), quantityFromText('99999999999'))).toBe(true);
});

test.each([
  ['24.00', '12', '1', '2.00'],
  ['2.00', '1', '12', '24.00'],
  ['1.00', '3', '1', '0.333333'],
  ['2.00', '3', '1', '0.666667'],
  ['0.00', '12', '1', '0.00'],
  ['0.0312', '1', '250', '7.80'],
  ['10.00', '2.5', '1', '4.00'],
])('what costs %s by %s costs by %s: %s (M3)', (cost, from, to, expected) => {
  expect(costInUnit(toUnitCost(cost), quantityFromText(from), quantityFromText(to))).toBe(expected);
});

test('a cost in another unit is not calculated where it would not be exact, or for a unit that holds nothing', () => {
  expect(
    costInUnit(toUnitCost('99999999999.99'), quantityFromText('0.001'), quantityFromText('1000000')),
  ).toBeNull();
  expect(costInUnit(toUnitCost('1.00'), noQuantity, quantityFromText('1'))).toBeNull();
});
