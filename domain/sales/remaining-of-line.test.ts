import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { quantityFromText } from '../kernel/quantity';
import { remainingOfLine } from './remaining-of-line';

const remaining = (
  sold: { quantity: string; price: number; cart?: number },
  rest: { quantity: string; amount: number },
) => {
  const line = remainingOfLine({
    quantity: quantityFromText(sold.quantity),
    unitPrice: toPence(sold.price),
    basketDiscount: toPence(sold.cart ?? 0),
    remaining: { quantity: quantityFromText(rest.quantity), amount: toPence(rest.amount) },
  });
  return [line.quantity, line.amount, line.lineDiscount, line.basketDiscount];
};

test('L7 a line without refunds stays as it was sold', () => {
  // 4 at £3.00 less £2.00 off the line and £1.00 off the basket.
  expect(remaining({ quantity: '4', price: 300, cart: 100 }, { quantity: '4', amount: 900 })).toEqual([
    4000, 1200, 200, 100,
  ]);
});

test('L7 M7 the remaining units of a partly refunded line keep their share of each discount', () => {
  // One of the four was refunded for £2.25: 3 at £3.00 is £9.00, less 75p off the basket and £1.50 off the line is
  // £6.75.
  expect(remaining({ quantity: '4', price: 300, cart: 100 }, { quantity: '3', amount: 675 })).toEqual([
    3000, 900, 150, 75,
  ]);
});

test('L7 V12 a refund without goods counts as a discount of the line', () => {
  expect(remaining({ quantity: '4', price: 300 }, { quantity: '4', amount: 900 })).toEqual([
    4000, 1200, 300, 0,
  ]);
});

test('M2 M7 rounding never leaves a discount of zero or below', () => {
  // 0.5 kg at £3.33 is £1.67, less 1p is £1.66. Half of it is 83p, and 0.25 kg at £3.33 is 83p: no discount is left.
  expect(remaining({ quantity: '0.5', price: 333, cart: 1 }, { quantity: '0.25', amount: 83 })).toEqual([
    250, 83, 0, 0,
  ]);
  // 6 g at 90p is 1p. 2 g are refunded for 0p: 4 g and the penny are left, although 4 g at 90p is 0p.
  expect(remaining({ quantity: '0.006', price: 90 }, { quantity: '0.004', amount: 1 })).toEqual([4, 0, 0, 0]);
});
