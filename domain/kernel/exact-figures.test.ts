import { expect, test } from 'vitest';
import {
  emptyPool,
  gainValue,
  issue,
  type Pool,
  receive,
  revalue,
  textFromUnitCost,
  unitCostFromText,
} from './average-cost';
import { allocate, discountAmount } from './line-amounts';
import { enteredMoney, formatPounds, maxPence, penceFromPounds, sum, toPence } from './money';
import { percentage } from './percent';
import { changeOf, percentOf } from './percent-of';
import {
  formatQuantity,
  maxQuantity,
  positiveQuantity,
  quantityFromText,
  quantityFromZero,
  textFromQuantity,
  timesFactor,
  toQuantity,
  wholeUnits,
} from './quantity';
import { isWithinCost, unitCostFromPence } from './unit-cost';
import { roundHalfAwayFromZero } from './rounding';
import { prorate } from './prorate';
import { vatNumberOf, vatRateOn } from './vat';

// Figures calculated by hand, for cases that mutation tests found untested.
const pence = (amounts: readonly number[]) => amounts.map(toPence);
const poolOf = (units: number, value: number, lastUnitCost: bigint | null = null): Pool => ({
  quantity: wholeUnits(units),
  value: toPence(value),
  lastUnitCost,
});

test('F88 M6 remaining pence go to the largest remainders, wherever they are', () => {
  // 10 over 3, 3 and 1: 30/7 is 4 remainder 2, twice; 10/7 is 1 remainder 3.
  expect(allocate(toPence(10), [3, 3, 1])).toEqual(pence([4, 4, 2]));
  // 7 over 2, 5, 1 and 3: remainders of 3, 2, 7 and 10 elevenths; two pence are left.
  expect(allocate(toPence(7), [2, 5, 1, 3])).toEqual(pence([1, 3, 1, 2]));
  expect(allocate(toPence(7), [5, 1, 3, 2])).toEqual(pence([3, 1, 2, 1]));
  expect(allocate(toPence(7), [1, 3, 5, 2])).toEqual(pence([1, 2, 3, 1]));
  expect(allocate(toPence(-10), [3, 3, 1])).toEqual(pence([-4, -4, -2]));
});

test('F88 M6 a share of zero is zero without a sign; without weights nothing can be allocated', () => {
  const shares = allocate(toPence(-2), [1, 1, 1]);
  expect(shares).toEqual(pence([-1, -1, 0]));
  expect(Object.is(shares[2], 0)).toBe(true);
  expect(allocate(toPence(0), [0, 0])).toEqual(pence([0, 0]));
  expect(() => allocate(toPence(1), [0, 0])).toThrow('nothing to spread');
  expect(() => allocate(toPence(5), [3, -1])).toThrow('negative');
});

test('F88 M5 a discount in pence may equal the rounded line, and no more', () => {
  const fits = (discount: number, price: number, quantity: string) =>
    isWithinCost(toPence(discount), unitCostFromPence(toPence(price)), quantityFromText(quantity));
  expect([fits(99, 100, '1'), fits(100, 100, '1'), fits(101, 100, '1')]).toEqual([true, true, false]);
  // Half of 33p is 16.5p, which is 17p.
  expect([fits(17, 33, '0.5'), fits(18, 33, '0.5')]).toEqual([true, false]);
});

test('F88 I9 more than is in stock goes out at the exact average, and is found again at it', () => {
  // 3 for £1.00: a rounded average of 33.333333p would lose a penny over a million of them.
  expect(issue(poolOf(3, 100), wholeUnits(3_000_000)).cost).toBe(100_000_000);
  expect(gainValue(poolOf(3, 100), wholeUnits(3_000_000))).toBe(100_000_000);
  expect(issue(poolOf(0, 0, 33_333_333n), wholeUnits(3)).cost).toBe(100);
  expect(issue(emptyPool, wholeUnits(3)).cost).toBe(0);
  expect(gainValue(emptyPool, wholeUnits(1))).toBeNull();
});

test('F88 I2 I3 a zero quantity changes nothing', () => {
  expect(() => receive(emptyPool, toQuantity(0), toPence(5))).toThrow(RangeError);
  expect(() => receive(emptyPool, toQuantity(-1), toPence(5))).toThrow(RangeError);
  expect(() => issue(poolOf(1, 5), toQuantity(0))).toThrow(RangeError);
  expect(() => issue(poolOf(1, 5), toQuantity(-1))).toThrow(RangeError);
});

test('F88 I13 stock can be written down to zero and no further, and its last cost follows', () => {
  const written = revalue(poolOf(10, 1000, 100_000_000n), toPence(-600));
  expect(written).toEqual({ quantity: 10_000, value: 400, lastUnitCost: 40_000_000n });
  // All are sold: the one found afterwards is worth 40p.
  expect(gainValue(issue(written, wholeUnits(10)).pool, wholeUnits(1))).toBe(40);
  expect(revalue(poolOf(10, 1000), toPence(-1000)).value).toBe(0);
  expect(() => revalue(poolOf(10, 1000), toPence(-1001))).toThrow(RangeError);
  expect(() => revalue(emptyPool, toPence(1))).toThrow(RangeError);
});

test('F88 a unit cost is parsed and formatted to the millionth of a penny', () => {
  expect(['7', '12.3', '12.345678', '12.3456789', '0.000001'].map(unitCostFromText)).toEqual([
    7_000_000n,
    12_300_000n,
    12_345_678n,
    12_345_678n,
    1n,
  ]);
  expect([1n, 12_345_678n].map(textFromUnitCost)).toEqual(['0.000001', '12.345678']);
});

test('F88 M1 M12 amounts are parsed as written, up to the maximum', () => {
  for (const wrong of ['12', '12.5', '12.500', '', 'x1.00', '1.00x', '--1.00'])
    expect(() => penceFromPounds(wrong), wrong).toThrow(RangeError);
  const largest = formatPounds(maxPence).replaceAll(/[£,]/g, '');
  expect(enteredMoney.parse(largest)).toBe(maxPence);
  expect(enteredMoney.parse(`-${largest}`)).toBe(-maxPence);
  expect(enteredMoney.safeParse('10000000000.01').success).toBe(false);
  expect(enteredMoney.safeParse('-10000000000.01').success).toBe(false);
});

test('F88 a part of zero has no percentage; a change is relative to the earlier size', () => {
  expect([percentOf(1, 3), percentOf(2, 3), percentOf(-1, 8), percentOf(5, 0)]).toEqual([
    3333,
    6667,
    -1250,
    null,
  ]);
  expect(changeOf(150, 100)).toEqual({ amount: 50, percent: 5000 });
  expect(changeOf(50, -100)).toEqual({ amount: 150, percent: 15_000 });
  expect(changeOf(50, 0)).toEqual({ amount: 50, percent: null });
});

test('F88 a percentage is from 0 to 100 with at most two decimals', () => {
  expect(['0', '12.5', '7.05', '100', '100.00'].map(text => percentage.parse(text))).toEqual([
    0, 1250, 705, 10_000, 10_000,
  ]);
  for (const wrong of ['100.01', '101', '-1', '1.234', '1.', '.5', '', '1e1', 'a1', '1a', '1000'])
    expect(percentage.safeParse(wrong).success, wrong).toBe(false);
  expect([0, 1250, 705, 10_000].map(hundredths => percentage.encode(hundredths))).toEqual([
    '0.00',
    '12.50',
    '7.05',
    '100.00',
  ]);
});

test('F88 M1 quantities are parsed and shown to the thousandth', () => {
  for (const wrong of ['', '1.', '.5', '1.2345', '1,5', 'x1', '1x', '--1', '123456789012'])
    expect(() => quantityFromText(wrong), wrong).toThrow(RangeError);
  expect(['-2.5', '0.05', '12'].map(quantityFromText)).toEqual([-2500, 50, 12_000]);
  expect(Object.is(quantityFromText('-0'), 0)).toBe(true);
  expect([0, 5, -5, 2500, 12_000].map(textFromQuantity)).toEqual(['0', '0.005', '-0.005', '2.5', '12']);
  expect([0, 999_000, 1_000_000, 1_234_567_500, -1_234_000].map(formatQuantity)).toEqual([
    '0',
    '999',
    '1,000',
    '1,234,567.5',
    '−1,234',
  ]);
});

test('F88 M1 an entered quantity is above zero, or zero or more', () => {
  const takes = (schema: typeof positiveQuantity, text: string) => schema.safeParse(text).success;
  expect(['1', '0.001', '10', '100.5', '0.1'].map(text => takes(positiveQuantity, text))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(['0', '0.000', '00', '-1', '-0'].map(text => takes(positiveQuantity, text))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(['0', '2.5'].map(text => quantityFromZero.parse(text))).toEqual([0, 2500]);
  expect(quantityFromZero.safeParse('-0.001').success).toBe(false);
  expect(positiveQuantity.encode(toQuantity(2500))).toBe('2.5');
});

test('F88 a quantity of larger units beyond any column is refused', () => {
  expect(timesFactor(toQuantity(maxQuantity), wholeUnits(1))).toBe(maxQuantity);
  expect(timesFactor(toQuantity(-maxQuantity), wholeUnits(1))).toBe(-maxQuantity);
  expect(timesFactor(toQuantity(maxQuantity), toQuantity(1001))).toBeNull();
  expect(timesFactor(wholeUnits(99_999_999_999), wholeUnits(2))).toBeNull();
});

test('F88 M2 M7 signs of both operands count, and nothing is taken from zero', () => {
  expect([
    roundHalfAwayFromZero(5, -10),
    roundHalfAwayFromZero(-5, -10),
    roundHalfAwayFromZero(14, -10),
    roundHalfAwayFromZero(0, -10),
  ]).toEqual([-1, 1, -1, 0]);
  expect(() => roundHalfAwayFromZero(1, 0)).toThrow(RangeError);
  expect(prorate(toPence(5), 0, 0)).toBe(5);
  expect(() => prorate(toPence(5), 1, 0)).toThrow('Nothing is left to take from');
  expect(prorate(toPence(5), 1, 2)).toBe(3);
});

test('F88 V1 the rate of a day is the latest of its code, whatever the order of the table', () => {
  const rate = (code: 'S' | 'R', percent: number, validFrom: string) => ({ code, rate: percent, validFrom });
  const table = [rate('S', 2000, '2011-01-04'), rate('S', 1750, '2010-01-01'), rate('R', 500, '1997-09-01')];
  for (const rates of [table, table.toReversed()])
    expect(
      ['2009-12-31', '2010-01-01', '2011-01-03', '2011-01-04', '2030-01-01'].map(day =>
        vatRateOn('S', day as never, rates as never),
      ),
    ).toEqual([undefined, 1750, 1750, 2000, 2000]);
});

test('F88 V23 a VAT number has nine digits, no fewer and no more', () => {
  expect(['GB 123 4567 82', '123456782', 'gb123456782'].map(vatNumberOf)).toEqual(
    Array(3).fill('GB123456782'),
  );
  for (const wrong of ['GB1234567829', '12345678', 'GBX123456782', 'GB123456782X', 'IE123456782'])
    expect(vatNumberOf(wrong), wrong).toBeNull();
});

test('F88 M1 amounts add up, no discount takes nothing, and half a thousandth is not a quantity', () => {
  expect(sum(pence([100, -30, 5]))).toBe(75);
  expect(sum([])).toBe(0);
  expect(discountAmount(toPence(999), null)).toBe(0);
  expect(() => toQuantity(0.5)).toThrow(RangeError);
  expect(() => toPence(0.5)).toThrow(RangeError);
});
