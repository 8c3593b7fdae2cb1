import { expect, test } from 'vitest';
import { toPence } from './money';
import { vatOnCanBe } from './printed-vat';

test('V18 VAT printed beside a net is accepted up to a few pence above the rate', () => {
  const net = toPence(10_000);
  expect(vatOnCanBe(toPence(2010), net, 2000)).toEqual({ allowed: true });
  // A prompt-payment discount leaves less VAT than the rate of the net.
  expect(vatOnCanBe(toPence(0), net, 2000)).toEqual({ allowed: true });
  expect(vatOnCanBe(toPence(2011), net, 2000)).toMatchObject({
    allowed: false,
    reason: 'The VAT on £100.00 is £20.00. Check the amount or the code.',
    field: 'vat',
  });
  expect(vatOnCanBe(toPence(0), net, 0)).toEqual({ allowed: true });
  expect(vatOnCanBe(toPence(1), net, 0)).toMatchObject({
    allowed: false,
    reason: 'This code has no VAT. Enter 0.00, or choose another code.',
  });
});
