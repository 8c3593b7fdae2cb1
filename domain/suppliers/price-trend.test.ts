import { expect, test } from 'vitest';
import { toUnitCost } from '../kernel/unit-cost';
import { priceTrend } from './price-trend';

const box = (price: string, factor: number) => ({ price: toUnitCost(price), factor });
const each = (price: string) => box(price, 1000);

test('F08 the last price is compared with the one before', () => {
  expect(priceTrend([each('1.00'), each('2.00'), each('2.10')])).toBe(500);
  expect(priceTrend([each('2.00'), each('1.50')])).toBe(-2500);
  expect(priceTrend([each('0.0300'), each('0.0301')])).toBe(33);
});

test('packs of different sizes are compared per piece', () => {
  expect(priceTrend([each('1.00'), box('12.00', 12_000)])).toBe(0);
  expect(priceTrend([box('12.00', 12_000), box('26.40', 24_000)])).toBe(1000);
});

test('without two prices, or after a zero price, there is no trend', () => {
  expect(priceTrend([])).toBeNull();
  expect(priceTrend([each('1.00')])).toBeNull();
  expect(priceTrend([each('0.00'), each('1.00')])).toBeNull();
});
