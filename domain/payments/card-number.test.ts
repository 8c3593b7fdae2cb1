import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardNumberIn, passesLuhn, withoutCardNumber } from './card-number';
import { paymentReference, recordedReference } from './payment-reference';

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map(all => all.join(''));

/** Any number with a valid check digit: one of the ten last digits fits. */
const cardNumber = fc
  .integer({ min: 13, max: 19 })
  .chain(length => digits(length - 1))
  .map(
    head =>
      Array.from({ length: 10 }, (_, last) => `${head}${last}`).find(number => passesLuhn(number)) ?? '',
  );

test('F93 T6 the check digit is that of card numbers', () => {
  // Published test numbers of the schemes, and the same with one digit changed.
  for (const good of ['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117'])
    expect([good, passesLuhn(good)]).toEqual([good, true]);
  for (const bad of ['4111111111111112', '5555555555554454', '378282246310006'])
    expect([bad, passesLuhn(bad)]).toEqual([bad, false]);
});

test('F93 T6 a card number is refused in any grouping and any context', () => {
  const separators = fc.constantFrom('', ' ', '-');
  const around = fc.constantFrom('', 'Visa ', 'card: ', '(', 'Mastercard-');
  const behind = fc.constantFrom('', ' exp 12/27', ')', '.', ', thanks');
  fc.assert(
    fc.property(
      cardNumber,
      fc.array(fc.integer({ min: 1, max: 18 }), { maxLength: 5 }),
      separators,
      around,
      behind,
      (number, cuts, separator, before, after) => {
        const places = new Set(cuts);
        const grouped = Array.from(number, (digit, at) => (places.has(at) ? separator + digit : digit)).join(
          '',
        );
        const text = `${before}${grouped}${after}`;
        expect(cardNumberIn(text), text).not.toBeNull();
        expect(withoutCardNumber(text)).not.toContain(number.slice(0, -4));
      },
    ),
  );
});

test('F93 a card number is found after other numbers, in one run of digits with them or in a later one', () => {
  // 12 4111… has a wrong check digit with the 12, and the right one without.
  expect(cardNumberIn('12 4111111111111111')).toBe('4111111111111111');
  expect(cardNumberIn('order 12345, card 4111 1111 1111 1111')).toBe('4111111111111111');
  expect(cardNumberIn('order 12345, card 4111 1111 1111 1112')).toBeNull();
});

test('F93 a UUID is never taken for a card number', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom('', 'ref ', 'PAY-'), (id, before) => {
      for (const text of [`${before}${id}`, `${before}${id.toUpperCase()}`])
        expect(cardNumberIn(text), text).toBeNull();
    }),
    { numRuns: 2_000 },
  );
  // Digits only, where the last group with the preceding ones would be valid.
  expect(cardNumberIn('41111111-1111-1111-1111-411111111111')).toBeNull();
});

test('F93 codes of letters and digits, numbers with a wrong check digit, and other lengths are references', () => {
  fc.assert(
    fc.property(fc.constantFrom('a', 'F', 'x', 'é'), cardNumber, (letter, number) => {
      for (const text of [
        `${letter}${number}`,
        `${number}${letter}`,
        `${number.slice(0, 5)}${letter}${number.slice(5)}`,
      ])
        expect(cardNumberIn(text), text).toBeNull();
    }),
  );
  fc.assert(
    fc.property(digits(16), number => {
      fc.pre(!passesLuhn(number));
      expect(cardNumberIn(number), number).toBeNull();
    }),
  );
  fc.assert(fc.property(fc.oneof(digits(12), digits(20), digits(30)), n => cardNumberIn(n) === null));
  for (const text of ['4242', 'AUTH 004512', '3f2a-4111-1111-1111-1111', 'pi_3MtwBwLkdIwHu7ix28a3tqPa', ''])
    expect(cardNumberIn(text), text).toBeNull();
});

test('F93 a reference refuses a card number; a paid sale keeps its last four digits', () => {
  expect(paymentReference.safeParse('b5f6ae0e-4418-4c14-9171-412345678901').success).toBe(true);
  const refused = paymentReference.safeParse('4111 1111 1111 1111');
  expect(refused.error?.issues[0]?.message).toBe(
    'Never write a card number down. Enter the last four digits or the authorisation code.',
  );
  expect(recordedReference.parse('Visa 4111-1111-1111-1111')).toBe('ending 1111');
  expect(recordedReference.parse('AUTH 004512')).toBe('AUTH 004512');
  for (const none of ['', null, undefined])
    expect([paymentReference.parse(none), recordedReference.parse(none)]).toEqual([null, null]);
});
