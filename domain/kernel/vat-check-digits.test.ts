import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkedVatNumberText, hasVatCheckDigits } from './vat-check-digits';

const check = (firstSeven: string, less: number) => {
  const sum = [8, 7, 6, 5, 4, 3, 2].reduce((all, weight, at) => all + weight * Number(firstSeven[at]), 0);
  let remainder = sum;
  while (remainder > 0) remainder -= 97;
  return String((-remainder + 97 - less) % 97).padStart(2, '0');
};

test('V23 numbers printed on real invoices, and the worked examples of the rule, pass', () => {
  // The first four by the older rule, the others by 97-55.
  for (const number of ['339 0727 47', '831 4958 16', 'GB333289454', 'gb 220 4302 31'])
    expect(hasVatCheckDigits(number), number).toBe(true);
  for (const number of ['252 6376 01', 'GB262263418', '246401820', 'GB249638366'])
    expect(hasVatCheckDigits(number), number).toBe(true);
});

test('V23 a wrong digit, two swapped digits and other formats do not pass', () => {
  for (const number of [
    '339 0727 48',
    '339 0772 47',
    '123456789',
    '33907274',
    'FR33907274',
    '',
    'GB000000097',
    'GB000000000',
  ])
    expect(hasVatCheckDigits(number), number).toBe(false);
});

test('V23 any first seven digits have two valid numbers, one by each rule, and no mistyped digit passes', () => {
  const seven = fc.integer({ min: 1, max: 9_999_999 }).map(n => String(n).padStart(7, '0'));
  fc.assert(
    fc.property(seven, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 9 }), (first, at, more) => {
      const passing = Array.from({ length: 100 }, (_, n) => first + String(n).padStart(2, '0')).filter(
        hasVatCheckDigits,
      );
      expect(passing.map(number => number.slice(7)).sort()).toEqual(
        [check(first, 0), check(first, 55)].sort(),
      );
      const old = first + check(first, 0);
      const mistyped = old.slice(0, at) + String((Number(old[at]) + more) % 10) + old.slice(at + 1);
      // By the older rule only: a number off by 55 may be a newer one.
      const moved = (8 - at) * (Number(mistyped[at]) - Number(old[at]));
      if (((moved % 97) + 97) % 97 !== 97 - 55) expect(hasVatCheckDigits(mistyped)).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('a form accepts a blank or a valid number, and explains what is wrong with others', () => {
  expect(checkedVatNumberText.parse(' ')).toBeNull();
  expect(checkedVatNumberText.parse(undefined)).toBeNull();
  expect(checkedVatNumberText.parse('339 0727 47')).toBe('GB339072747');
  expect(checkedVatNumberText.safeParse('12').error?.issues[0]?.message).toContain('nine digits');
  expect(checkedVatNumberText.safeParse('339072748').error?.issues[0]?.message).toContain('do not match');
});

test.each([
  ['GD001', 'not supported'],
  ['GB HA 501', 'not supported'],
  ['GB 339 0727 47 001', 'first nine digits'],
  ['DE123456789', 'nine digits'],
])('F57 V23 a number in another format, %s, is refused with what to do', (number, words) => {
  expect(checkedVatNumberText.safeParse(number).error?.issues[0]?.message).toContain(words);
});
