import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { toQuantity, wholeUnits } from '#domain/kernel/quantity';
import { removedValue } from './removed-value';

const calculated = { amount: toPence(9600), listPrice: toPence(480), quantity: wholeUnits(20) };

test('F38 what a line is lowered by is worth its share of the line, and a price typed over it does not make it less', () => {
  const line = { unitPrice: null, quantity: wholeUnits(20) };
  expect(removedValue(line, calculated, wholeUnits(19))).toBe(9120);
  expect(removedValue(line, calculated, toQuantity(19_999)), 'all but a thousandth').toBe(9600);
  expect(removedValue(line, calculated, wholeUnits(20))).toBe(9600);
  const cheap = { unitPrice: toPence(1), quantity: wholeUnits(20) };
  expect(removedValue(cheap, { ...calculated, amount: toPence(20) }, wholeUnits(20))).toBe(9600);
  expect(removedValue(line, undefined, wholeUnits(1)), 'not priced').toBe(0);
});
