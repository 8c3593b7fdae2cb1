import { expect, test } from 'vitest';
import { plainAmount, plainDate } from './british-forms';
import { importState } from './import.contract';
import { canDiscard, canUndo, reasonNotAllowed } from './import.rules';
import { canImport } from './import-kinds';
import { maxHistoryRows, maxImportRows, maxRowsOf } from './import-limits';
import { importOptionFields } from './import-options';
import { nameRow, placeOfRow } from './row-place';

test('L9 an import is discarded before it is carried out, and undone afterwards', () => {
  expect(importState.options.filter(state => canDiscard(state).allowed).toSorted()).toEqual([
    'checked',
    'failed',
    'mapping',
  ]);
  expect(importState.options.filter(state => canUndo(state).allowed).toSorted()).toEqual([
    'done',
    'undo_stopped',
  ]);
});

test('L9 what an import does not allow says what to do instead', () => {
  const underWay = 'This import is in progress. Wait until it is finished.';
  const reasons = Object.fromEntries(importState.options.map(state => [state, reasonNotAllowed(state)]));
  expect(reasons).toMatchObject({
    reading: underWay,
    checking: underWay,
    committing: underWay,
    undoing: underWay,
    done: 'This import has already been carried out.',
    paused: 'This import is paused and partly posted. Resume it first.',
    undo_stopped: 'This import is partly undone. Continue undoing it first.',
    undone: 'This import was undone. Upload the file again.',
    failed: 'This file could not be read. Upload another one.',
    mapping: 'Map the columns and check the rows first.',
    checked: 'This import has not been carried out.',
  });
  const reason = (result: object) => ('reason' in result ? result.reason : null);
  expect(reason(canDiscard('undone'))).toBe('This import was undone and is kept as a record.');
  expect(reason(canDiscard('done'))).toBe(reasons.done);
  expect([reason(canUndo('paused')), reason(canUndo('committing'))]).toEqual([reasons.paused, underWay]);
  expect([reason(canUndo('undone')), reason(canUndo('checked'))]).toEqual([
    'This import has already been undone.',
    'This import has not been carried out yet.',
  ]);
});

test('an import needs the permission to create its records, and those to create what it adds', () => {
  const may = (kind: Parameters<typeof canImport>[1], ...permissions: string[]) =>
    canImport({ roles: [], permissions }, kind);
  expect([may('products', 'create_product'), may('products', 'edit_product')]).toEqual([true, false]);
  expect(may('sales_history', 'edit_sale', 'create_product')).toBe(false);
  expect(may('sales_history', 'edit_sale', 'create_product', 'create_customer')).toBe(true);
  expect(may('supplier_prices', 'edit_supplier')).toBe(false);
  expect([maxRowsOf('products'), maxRowsOf('sales_history')]).toEqual([maxImportRows, maxHistoryRows]);
});

const files = [
  { file_name: 'march.csv', rows_before: 0 },
  { file_name: 'april.csv', rows_before: 10 },
  { file_name: 'may.csv', rows_before: 25 },
] as never;

test('a row of several files is named by its file and its number there', () => {
  const place = (row: number) => Object.values(placeOfRow(files, row));
  expect([place(1), place(10), place(11), place(25), place(26)]).toEqual([
    ['march.csv', 1],
    ['march.csv', 10],
    ['april.csv', 1],
    ['april.csv', 15],
    ['may.csv', 1],
  ]);
  expect(placeOfRow([], 12)).toEqual({ file_name: '', row: 12 });
  expect([nameRow(files, 12), nameRow(files, 12, 'row')]).toEqual([
    'Row 2 of april.csv',
    'row 2 of april.csv',
  ]);
  expect(nameRow([{ file_name: 'march.csv', rows_before: 0 }] as never, 12)).toBe('Row 12');
  // Each import has its own rules of codes: a change of one is none of another.
  const rules = () => importOptionFields.code_rules.parse(undefined);
  expect(rules()).not.toBe(rules());
  expect(rules().length).toBeGreaterThan(10);
});

test('F101 spreadsheet days from 1954 to 2119, and dates from 1950, are dates', () => {
  const day = (text: string) => plainDate(text)?.day ?? null;
  expect([day('19999'), day('20000'), day('80000'), day('80001')]).toEqual([
    null,
    '1954-10-03',
    '2119-01-11',
    null,
  ]);
  expect([day('31/12/1949'), day('01/01/1950'), day('1949-12-31'), day('1950-01-01')]).toEqual([
    null,
    '1950-01-01',
    null,
    '1950-01-01',
  ]);
});

test('F101 a date is the whole beginning of the text, and what follows it is kept', () => {
  expect(plainDate('03/11/2026 08:26')).toEqual({ day: '2026-11-03', rest: ' 08:26' });
  expect(plainDate('2026-11-03T08:26')).toEqual({ day: '2026-11-03', rest: 'T08:26' });
  expect(plainDate('3 Nov 2026, 08:26')).toEqual({ day: '2026-11-03', rest: ', 08:26' });
  expect(plainDate('46329')).toEqual({ day: '2026-11-03', rest: '' });
  expect(plainDate('3 November 2026\nlate')?.rest).toBe('\nlate');
  for (const text of [
    'on 03/11/2026',
    'x2026-11-03',
    '146329',
    '46329.',
    '46329.5x',
    '03//11/2026',
    '3 N 2026',
    '3 Nov 20',
  ])
    expect([text, plainDate(text)?.day]).toEqual([text, text === '3 Nov 20' ? '2020-11-03' : undefined]);
  // Each month by its name, in full and in capitals.
  const names = [
    'January',
    'FEB',
    'mar',
    'April',
    'May',
    'June',
    'July',
    'Aug',
    'Sept',
    'Oct',
    'Nov',
    'Dec.',
  ];
  expect(names.map(name => plainDate(`1 ${name} 2026`)?.day.slice(5, 7))).toEqual(
    Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0')),
  );
  for (const text of ['1st Nov 2026', '2nd Nov 2026', '3rd-Nov-2026', '4th Nov, 2026', 'Sunday, 1 Nov 2026'])
    expect([text, plainDate(text)?.day.slice(0, 7)]).toEqual([text, '2026-11']);
});

test('F101 an amount is read in British notation, or left as it was written', () => {
  const read = [
    'GBP 12',
    '12 gbp',
    '£ 1 234',
    '12cr',
    '12dr',
    '(12)DR',
    '-12-',
    '',
    '£',
    '.',
    ',',
    '.5',
    '5.',
    '1.2.3',
  ];
  expect(read.map(plainAmount)).toEqual([
    '12',
    '12',
    '1234',
    '12',
    '-12',
    '(12)DR',
    '-12-',
    '',
    '',
    '.',
    ',',
    '.5',
    '5.',
    '1.2.3',
  ]);
  expect(['12)', '(12', '(-12)', '12 pounds', 'x12', '12x'].map(plainAmount)).toEqual([
    '12)',
    '(12',
    '(-12)',
    '12pounds',
    'x12',
    '12x',
  ]);
});
