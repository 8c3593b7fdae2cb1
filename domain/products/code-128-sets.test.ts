import { expect, test } from 'vitest';
import { barcodeProblem, barcodeText } from './barcode';
import { barsOf, code128Values } from './bars';

test('Code 128 changes to pairs for six digits inside a code and for four at its end or start', () => {
  // 104 starts in set B and 105 in set C; 99 changes to pairs and 100 back. A is 33, B is 34, the digit 1 is 17.
  const expected: Record<string, number[]> = {
    '1234': [105, 12, 34],
    '123': [104, 17, 18, 19],
    A12: [104, 33, 17, 18],
    A1234: [104, 33, 99, 12, 34],
    A1234B: [104, 33, 17, 18, 19, 20, 34],
    A123456B: [104, 33, 99, 12, 34, 56, 100, 34],
    // An odd run spells its first digit, so that the others are pairs.
    A12345: [104, 33, 17, 99, 23, 45],
    A1234567B: [104, 33, 17, 99, 23, 45, 67, 100, 34],
  };
  for (const [code, values] of Object.entries(expected))
    expect([code, code128Values(code)]).toEqual([code, values]);
});

test('GTIN-14 is drawn as Code 128, and so is any printable code of at most 80 characters', () => {
  expect(barsOf('14003994155483')?.symbology).toBe('Code 128');
  expect(barsOf('A'.repeat(80))?.symbology).toBe('Code 128');
  expect(['A'.repeat(81), 'éA', 'Aé'].map(barsOf)).toEqual([null, null, null]);
});

test('a code as long as a GTIN with a letter in it has no check digit; a wrong one is named where it was entered', () => {
  expect(['A1234567', '1234567A'].map(barcodeProblem)).toEqual([null, null]);
  expect(barcodeText.safeParse('55123458').error?.issues[0]?.message).toBe(
    'The check digit of 55123458 is wrong: the code should end in 7. Scan or type it again.',
  );
});
