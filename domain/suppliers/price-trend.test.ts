import { expect, test } from 'vitest';
import { priceTrend } from './price-trend';

const each = (price: number) => ({ price, factor: 1000 });

test('the last price is compared with the one before', () => {
  expect(priceTrend([each(100), each(200), each(210)])).toBe(500);
  expect(priceTrend([each(200), each(150)])).toBe(-2500);
  expect(priceTrend([each(300), each(301)])).toBe(33);
});

test('boxes of different size are compared by the piece', () => {
  expect(priceTrend([each(100), { price: 1200, factor: 12_000 }])).toBe(0);
  expect(
    priceTrend([
      { price: 1200, factor: 12_000 },
      { price: 2640, factor: 24_000 },
    ]),
  ).toBe(1000);
});

test('without two prices, or after a gift, there is no trend', () => {
  expect(priceTrend([])).toBeNull();
  expect(priceTrend([each(100)])).toBeNull();
  expect(priceTrend([each(0), each(100)])).toBeNull();
});
