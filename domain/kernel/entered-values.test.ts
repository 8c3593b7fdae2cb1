import { expect, test } from 'vitest';
import { isCostKnown } from './average-cost';
import { addYears, enteredDate, isPlausibleDate } from './dates';
import { optionalEmail } from './fields';
import { creditPart, outstandingLabel, owedPart, positiveAmount, toPence } from './money';
import { daysInWords } from './period';
import { toQuantity } from './quantity';

test('a day that is entered is from 1950 to 2099; what is no date is told its form only', () => {
  expect(['1949-12-31', '1950-01-01', '2099-12-31', '2100-01-01'].map(isPlausibleDate)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const problems = (text: string) => enteredDate.safeParse(text).error?.issues.length ?? 0;
  expect(['2026-11-29', '0026-11-29', '2206-11-29', 'x', '2026-11-29x', '0000-01-01'].map(problems)).toEqual([
    0, 1, 1, 1, 1, 1,
  ]);
  expect(enteredDate.safeParse('0026-11-29').error?.issues[0]?.message).toBe(
    'Choose a date between 1950 and 2099.',
  );
});

test('the same day in other years is 28 February where there is no 29th', () => {
  expect([addYears('2026-11-29', 6), addYears('2026-11-29', -1), addYears('2024-02-29', 1)]).toEqual([
    '2032-11-29',
    '2025-11-29',
    '2025-02-28',
  ]);
  expect(addYears('2024-02-29', 4), 'a leap year again').toBe('2028-02-29');
});

test('W1 P10 what is owed and what is in credit are two columns without a sign', () => {
  expect([250, 0, -250].map(pence => [owedPart(toPence(pence)), creditPart(toPence(pence))])).toEqual([
    [250, 0],
    [0, 0],
    [0, 250],
  ]);
  expect([1, 0, -1].map(outstandingLabel)).toEqual(['Outstanding', 'Outstanding', 'In credit']);
});

test('a positive amount is above zero', () => {
  expect(['0.01', '0.00', '-0.01'].map(text => positiveAmount.safeParse(text).success)).toEqual([
    true,
    false,
    false,
  ]);
});

test('I7 found goods have a cost while some are in stock, or once one was known', () => {
  const known = (quantity: number, lastUnitCost: bigint | null) =>
    isCostKnown({ quantity: toQuantity(quantity), value: toPence(0), lastUnitCost });
  expect([known(1, null), known(0, null), known(0, 5n), known(-1, null)]).toEqual([true, false, true, false]);
});

test('an email address may be blank, and is trimmed', () => {
  expect([
    optionalEmail.parse(' ann@shop.example '),
    optionalEmail.parse(' '),
    optionalEmail.parse(null),
  ]).toEqual(['ann@shop.example', null, null]);
  expect(optionalEmail.safeParse('ann').success).toBe(false);
});

test('a period of one day is named by it', () => {
  expect(daysInWords({ from: '2026-11-01', to: '2026-11-01' })).toBe('1 Nov 2026');
  expect(daysInWords({ from: '2026-11-01', to: '2026-11-30' })).toBe('1 Nov 2026 to 30 Nov 2026');
});
