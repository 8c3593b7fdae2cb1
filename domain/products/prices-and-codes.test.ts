import { expect, test } from 'vitest';
import { toPence } from '../kernel/money';
import { balanceRuns } from '../journals/running-balance';
import { barcodeProblem, barcodeText, checkDigit, isGtin } from './barcode';
import { barsOf } from './bars';
import { barsRoom, fitsShelf, labelSheetName, labelSheets, labelsOnSheet, moduleWidth } from './label-sheet';
import { bothPrices, marginOf, priceMovedBy } from './product.price';

test('V4 a price is known with and without VAT, whichever was entered', () => {
  expect(bothPrices(toPence(1200), true, 2000)).toEqual({ incVat: 1200, exVat: 1000 });
  expect(bothPrices(toPence(1000), false, 2000)).toEqual({ incVat: 1200, exVat: 1000 });
  expect(bothPrices(toPence(999), true, 0)).toEqual({ incVat: 999, exVat: 999 });
});

test('I1 M3 a margin counts costs below a penny: £10.00 less £6.00005 is 39.9995%, to 40.00%', () => {
  expect(marginOf(toPence(1000), 600_000_000n)).toBe(4000);
  expect(marginOf(toPence(1000), 600_500_000n)).toBe(3995);
  // Sold below cost: £10.00 less £12.00.
  expect(marginOf(toPence(1000), 1_200_000_000n)).toBe(-2000);
  expect(marginOf(toPence(0), 600_000_000n)).toBeNull();
});

test('a price moves by a percentage, to the nearest penny and never below zero', () => {
  expect([500, -500, 0, -10_000, -10_001].map(hundredths => priceMovedBy(toPence(999), hundredths))).toEqual([
    1049, 949, 999, 0, 0,
  ]);
  expect(priceMovedBy(toPence(Number.MAX_SAFE_INTEGER), 5000)).toBe(Number.MAX_SAFE_INTEGER);
});

test('a GTIN has 8, 12, 13 or 14 digits, of which the last checks the others', () => {
  expect(checkDigit('400399415548')).toBe(6);
  expect(checkDigit('5512345')).toBe(7);
  // A sum that is a whole ten checks with 0.
  expect(checkDigit('000')).toBe(0);
  expect(['4003994155486', '55123457', '036000291452', '14003994155483'].map(isGtin)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['4003994155487', '5512345', '40039941554X6', ''].map(isGtin)).toEqual([false, false, false, false]);
});

test('a barcode is a GTIN with its right check digit, or any code that a scanner can send', () => {
  expect(barcodeProblem('4003994155486')).toBeNull();
  expect(barcodeProblem('4003994155487')).toBe(
    'The check digit of 4003994155487 is wrong: the code should end in 6. Scan or type it again.',
  );
  expect(['A-1', '12345', 'x'.repeat(48)].map(barcodeProblem)).toEqual([null, null, null]);
  for (const code of ['', 'two words', 'Café', 'x'.repeat(49)])
    expect([code, barcodeProblem(code)?.slice(0, 14)]).toEqual([code, 'A barcode can ']);
  expect(barcodeText.parse(' A-1 ')).toBe('A-1');
  expect(barcodeText.safeParse('4003994155487').success).toBe(false);
});

test('labels fill a sheet of A4, centred, and the bars fit into theirs', () => {
  for (const { columns, rows, width, height, left, top, across } of Object.values(labelSheets)) {
    const right = left + (columns - 1) * across + width;
    expect(Math.abs(2100 - right - left)).toBeLessThanOrEqual(1);
    expect(Math.abs(2970 - rows * height - 2 * top)).toBeLessThanOrEqual(1);
    expect(across - width).toBe(25);
  }
  expect(labelSheets.L7160).toMatchObject({ left: 73, top: 152 });
  expect(labelSheetName('L7160')).toBe('L7160: 21 labels of 63.5 × 38.1 mm');
  expect(labelsOnSheet(labelSheets.L7651)).toBe(65);
  expect([fitsShelf('L7651'), fitsShelf('L7159')]).toEqual([false, true]);
  // 63.5 mm less two margins of 2 mm; on the shelf 58% of that.
  expect([barsRoom(labelSheets.L7160, 'barcode'), barsRoom(labelSheets.L7160, 'shelf')]).toEqual([595, 345]);
});

test('a module is as wide as there is room for, at most 0.5 mm, and not at all if it could not be scanned', () => {
  const ean = barsOf('4003994155486');
  const long = barsOf('A'.repeat(40));
  if (!ean || !long) throw new Error('Both have bars');
  // 59.5 mm for 113 modules are 0.526 mm each; 34.5 mm are 0.305 mm.
  expect(moduleWidth(ean, labelSheets.L7160, 'barcode')).toBe(50);
  expect(moduleWidth(ean, labelSheets.L7160, 'shelf')).toBe(30);
  expect(moduleWidth(long, labelSheets.L7160, 'barcode')).toBeNull();
  // The narrowest that scanners read is read.
  expect(moduleWidth({ ...ean, smallestModule: 30 }, labelSheets.L7160, 'shelf')).toBe(30);
  expect(moduleWidth({ ...ean, smallestModule: 31 }, labelSheets.L7160, 'shelf')).toBeNull();
});

test('R9 a balance runs through all the lines of one account', () => {
  expect([
    balanceRuns(['1200'], {}),
    balanceRuns(['1200', '5000'], {}),
    balanceRuns([], {}),
    balanceRuns(undefined, {}),
  ]).toEqual([true, false, false, false]);
  for (const filter of [{ part: 'cash' }, { supplier_id: 3 }, { kind: 'sale' }, { search: 'x' }])
    expect([filter, balanceRuns(['1200'], filter)]).toEqual([filter, false]);
});
