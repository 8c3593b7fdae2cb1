import { expect, test } from 'vitest';
import { copiedText, tabSeparated } from './copied-text';

test.each([
  ['£1,234.50', '1234.50'],
  ['−£12.00', '-12.00'],
  ['-£1,000,000.05', '-1000000.05'],
  ['3,412', '3412'],
  ['−3', '-3'],
  ['0.335', '0.335'],
  ['12.50%', '12.50%'],
  ['−2.5%', '-2.5%'],
])('a figure is copied without signs and commas: %s', (shown, copied) => {
  expect(copiedText(shown)).toBe(copied);
});

test.each([
  ['21 Nov 2026', '21/11/2026'],
  ['2 May 2026', '02/05/2026'],
  ['3 Sep 2026, 09:05:12', '03/09/2026 09:05:12'],
  ['Delivered 2 May 2026', 'Delivered 2 May 2026'],
])('a date is copied by its numbers: %s', (shown, copied) => {
  expect(copiedText(shown)).toBe(copied);
});

test('words stay as they are; lines are joined, and a dash is nothing', () => {
  expect(copiedText('Cups, 1,234 of them')).toBe('Cups, 1,234 of them');
  expect(copiedText('a@b.example\n0117 496 0200\n')).toBe('a@b.example, 0117 496 0200');
  expect(copiedText('One\ttwo\r\nthree')).toBe('One, two, three');
  expect(copiedText('  12   kg ')).toBe('12 kg');
  expect(copiedText('—')).toBe('');
  expect(copiedText('£5.00 Dr')).toBe('£5.00 Dr');
});

test('what a spreadsheet would run as a formula is copied as text; figures and telephone numbers are not formulas', () => {
  expect(copiedText('=HYPERLINK("http://x")')).toBe(`'=HYPERLINK("http://x")`);
  expect(copiedText('@SUM(A1)')).toBe("'@SUM(A1)");
  expect(copiedText("-2+3+cmd|' /C calc'!A0")).toBe("'-2+3+cmd|' /C calc'!A0");
  expect(copiedText('+44 (0)117 496 0200')).toBe('+44 (0)117 496 0200');
  expect(copiedText('−£1.00')).toBe('-1.00');
});

test('cells are separated by tabs, and rows by lines', () => {
  expect(
    tabSeparated([
      ['Name', 'Price'],
      ['Tea', '2.40'],
      ['', '1.00'],
    ]),
  ).toBe('Name\tPrice\nTea\t2.40\n\t1.00');
});
