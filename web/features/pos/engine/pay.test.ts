import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import type { TenderMethod } from '#domain/sales/tender';
import { followTotal } from './pay';

const paid = (method: TenderMethod, pence: number, reference = '') => ({
  method,
  tendered: toPence(pence),
  reference,
});
const followed = (due: number, before: number, ...entered: ReturnType<typeof paid>[]) =>
  followTotal(toPence(due), toPence(before), entered)?.all.map(({ tendered }) => tendered) ?? null;

test('M9 the last payment that may not have been taken follows a changed total', () => {
  const card = paid('credit_card', 1000);
  expect(followed(1100, 1000, card)).toEqual([1100]);
  expect(followed(900, 1000, card)).toEqual([900]);
  expect(followed(1100, 1000, paid('cash', 400), paid('credit_card', 600))).toEqual([400, 700]);
  // With the reference of its slip it was charged: a difference is taken beside it, or given back of it.
  expect(followed(1100, 1000, paid('credit_card', 1000, '4242'))).toBeNull();
  expect(followed(900, 1000, paid('credit_card', 1000, '4242'))).toEqual([900]);
});

test('M9 cash stays as it was given, and what still settles the total needs no change', () => {
  expect(followed(1100, 1000, paid('cash', 1000))).toBeNull();
  expect(followed(1100, 1000, paid('credit_card', 600), paid('cash', 2000))).toBeNull();
  // Payments that were not complete yet ask for the rest in any case, and a refund is no payment.
  expect(followed(1100, 1000, paid('credit_card', 600))).toBeNull();
  expect(followed(200, -1000, paid('credit_card', 1000))).toBeNull();
  expect(followed(1000, 1000, paid('credit_card', 1000))).toBeNull();
});

test('T5 a refund that was entered follows what is to be refunded, in cash too', () => {
  expect(followed(-900, -1000, paid('cash', 1000))).toEqual([900]);
  expect(followed(-900, -1000, paid('credit_card', 400), paid('cash', 600))).toEqual([400, 500]);
});
