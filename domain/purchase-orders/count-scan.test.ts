import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { positiveQuantity, quantityFromText, toQuantity } from '../kernel/quantity';
import { countScan } from './count-scan';

const line = (unit: string, factor: string) => ({
  unit,
  factor: quantityFromText(factor),
});

test('single pieces add up to the order unit', () => {
  expect(countScan(quantityFromText('3'), line('Each', '1'))).toEqual({ quantity: '3', words: '' });
  expect(countScan(quantityFromText('24'), line('Box', '12'))).toEqual({
    quantity: '2',
    words: ', that is 2 boxes',
  });
  expect(countScan(quantityFromText('6'), line('Box', '12')).quantity).toBe('0.5');
});

test('M3 pieces that are not a whole thousandth of the unit wait for the next scan: nothing is rounded', () => {
  expect(countScan(quantityFromText('1'), line('Box', '12'))).toEqual({
    quantity: null,
    words: ', not yet a quantity you can enter in a box of 12',
  });
});

test('M3 the counted quantity always equals what was scanned, whatever the unit holds', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 10 ** 7 }),
      (units, factor) => {
        const { quantity } = countScan(toQuantity(units), {
          ...line('Case', '1'),
          factor: toQuantity(factor),
        });
        if (quantity === null) return (BigInt(units) * 1000n) % BigInt(factor) !== 0n;
        return BigInt(positiveQuantity.decode(quantity)) * BigInt(factor) === BigInt(units) * 1000n;
      },
    ),
    { numRuns: 1000, verbose: true },
  );
});
