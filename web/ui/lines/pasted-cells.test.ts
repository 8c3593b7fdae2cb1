import { expect, test } from 'vitest';
import { pastedCells } from './pasted-cells';

test('one cell is ordinary text, with or without the line break that spreadsheets add', () => {
  expect(['', 'Cups', 'Cups\n', '"Cups, blue"\r\n'].map(pastedCells)).toEqual([null, null, null, null]);
});

test('cells are divided by tabs, rows by line breaks of any kind', () => {
  const rows = [
    ['Cups', '10', '1.25'],
    ['Plates', '20', '2.50'],
  ];
  for (const lineBreak of ['\n', '\r\n', '\r'])
    expect(pastedCells(`Cups\t10\t1.25${lineBreak}Plates\t20\t2.50${lineBreak}`)).toEqual(rows);
  expect(pastedCells('Cups\nPlates')).toEqual([['Cups'], ['Plates']]);
  expect(pastedCells('Cups\t')).toEqual([['Cups', '']]);
});

test('a quoted cell may contain tabs, line breaks and quotes; other quotes are text', () => {
  expect(pastedCells('"Cups\n""blue"""\t"a\tb"\n12" plates\t5" and 6"\n')).toEqual([
    ['Cups "blue"', 'a b'],
    ['12" plates', '5" and 6"'],
  ]);
  expect(pastedCells('"Cups" large\t"\n')).toEqual([['"Cups" large', '"']]);
});

test('blank rows are left out, blank cells are not', () => {
  expect(pastedCells('Cups\t\t1.25\n\t\t\n\n\t20\t')).toEqual([
    ['Cups', '', '1.25'],
    ['', '20', ''],
  ]);
});
