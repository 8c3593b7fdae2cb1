import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import type { SaleDetail } from '#domain/sales/sale.contract';
import { nothingReturned, problemOf, returnLines, stockReturned, valueOfReturn, withScanned } from './return';

const lineWith = (line_number: number) => ({
  line_number,
  product: { id: 7 },
  refundable: toPence(480),
  refundable_quantity: wholeUnits(2),
});
const sale = { lines: [lineWith(1), lineWith(2)] } as unknown as SaleDetail;
const kept = (amount: string) => ({ ...nothingReturned, amount, goods: 'kept' as const });
const [line] = sale.lines;

test('V12 an amount is refunded for goods that are kept, up to what is left of the line', () => {
  const lines = returnLines(sale, { 1: { ...nothingReturned, quantity: '1' }, 2: kept('0.8') });
  expect(lines).toEqual([
    { line_number: 1, quantity: '1', goods: 'stock' },
    { line_number: 2, amount: '0.80', goods: 'kept' },
  ]);
  // Half of £4.80, and £0.80.
  expect(valueOfReturn(sale, lines)).toBe(320);
  expect(returnLines(sale, { 1: kept(''), 2: kept('0') })).toEqual([]);
  expect(['', '4.80', '4.81', '0', 'x'].map(text => line && problemOf(line, kept(text)))).toEqual([
    null,
    null,
    'Enter at most £4.80.',
    'Enter an amount above zero.',
    'Enter an amount above zero.',
  ]);
});

test('F31 only goods that go back to stock are in stock again', () => {
  const damaged = { ...nothingReturned, quantity: '1', goods: 'damaged' as const };
  const piece = { ...nothingReturned, quantity: '1' };
  expect(stockReturned(sale, returnLines(sale, { 1: piece, 2: damaged }))).toEqual([
    { productId: 7, quantity: wholeUnits(1) },
  ]);
  expect(stockReturned(sale, returnLines(sale, { 1: kept('1') }))).toEqual([]);
});

test('a scanned product comes back, even if an amount was entered for it', () => {
  expect(withScanned(sale, { 1: kept('1') }, { productId: 7, factor: wholeUnits(1) })).toEqual({
    1: { ...nothingReturned, quantity: '1' },
  });
});
