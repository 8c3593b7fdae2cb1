import { expect, test } from 'vitest';
import { numbersIn } from './document-numbers';

const prefixes = ['INV-', 'PO-', 'SALE2026-', '2026-', 'INV-UK-', 'UK-', 'A', 'INV'];

test.each([
  ['a chosen prefix with digits', 'About SALE2026-00012.', ['SALE2026-00012']],
  ['a prefix of digits', 'Your 2026-00012, please', ['2026-00012']],
  ['a prefix with two hyphens, once', 'INV-UK-00012', ['INV-UK-00012']],
  ['a prefix without a hyphen', 'inv00012', ['INV00012']],
  ['small letters', 're: inv-00012', ['INV-00012']],
  ['in a file name', 'scan_PO-00012.pdf and order-PO-00013.pdf', ['PO-00012', 'PO-00013']],
  ['each number once', 'PO-00012 po-00012', ['PO-00012']],
  ['more than five digits', 'INV-1234567', ['INV-1234567']],
  [
    'no dates, sizes, other prefixes, or parts of words',
    'On 2026-11-28: A4, X-00012, XPO-00012, PO-00012B',
    [],
  ],
])('F68 numbers are found in a text: %s', (_, text, numbers) => {
  expect(numbersIn(text, prefixes)).toEqual(numbers);
});

test('F68 a hostile text is read up to a limit', () => {
  expect(numbersIn('PO-00012 '.repeat(100_000), prefixes)).toEqual(['PO-00012']);
  const many = Array.from({ length: 1000 }, (_, n) => `PO-${10_000 + n}`).join(' ');
  expect(numbersIn(many, prefixes)).toHaveLength(20);
});
