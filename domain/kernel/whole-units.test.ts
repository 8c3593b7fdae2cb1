import { expect, test } from 'vitest';
import { toQuantity } from './quantity';
import { fitsUnit, isWholeNumber, notWholeWords } from './whole-units';

test('A7 a unit that is counted takes whole quantities only, of either sign', () => {
  for (const [thousandths, isWhole] of [
    [0, true],
    [1000, true],
    [-2000, true],
    [500, false],
    [-500, false],
    [1001, false],
    [999, false],
  ] as const) {
    const quantity = toQuantity(thousandths);
    expect(isWholeNumber(quantity), String(thousandths)).toBe(isWhole);
    expect(fitsUnit(quantity, { is_whole: true }), String(thousandths)).toBe(isWhole);
    expect(fitsUnit(quantity, { is_whole: false }), String(thousandths)).toBe(true);
  }
});

test('A7 the refusal names the product, its unit and what was entered', () => {
  expect(notWholeWords('Kettle', 'Each', toQuantity(2500))).toBe(
    'Kettle is counted in whole numbers (Each), and this is 2.5. Enter a different quantity.',
  );
});
