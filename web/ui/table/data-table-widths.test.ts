import { expect, test } from 'vitest';
import { phonePlaces } from './data-table-phone';
import { columnWidths } from './data-table-widths';

const columns = [
  { header: 'Name', sort: 'name' },
  { header: 'Supplier' },
  { header: 'Order Date', kind: 'date' },
  { header: 'Total', align: 'end' },
  { header: 'Status', kind: 'status' },
  { header: 'Actions', kind: 'actions', align: 'end', width: '134px' },
] as const;

test('F81 the columns fill their box exactly, and texts get most of what is left', () => {
  const widths = columnWidths(columns, 1200);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(1200);
  expect(widths[5]).toBe(134);
  expect(widths[0]).toBeGreaterThan(widths[1] ?? 0);
  expect(widths[1]).toBeGreaterThan(widths[3] ?? 0);
});

test('F81 the widest column is the one with the name, wherever it stands', () => {
  const widths = columnWidths(
    [{ header: 'Number' }, { header: 'Customer', phone: 'title' }, { header: 'Sold by' }],
    900,
  );
  expect(Math.max(...widths)).toBe(widths[1]);
});

test('F81 a moment to the second has its room in the first column too', () => {
  const when = { header: 'When', kind: 'moment' } as const;
  const texts = [{ header: 'Action' }, { header: 'Record' }, { header: 'Change' }];
  // 194 px of text, the padding of a cell, and that of the first one.
  expect(columnWidths([when, ...texts], 500)[0]).toBe(228);
  expect(columnWidths([{ header: 'Name' }, when, ...texts], 500)[1]).toBe(218);
});

test('F81 in a narrow box the columns keep what they need, and the table scrolls', () => {
  const narrow = columnWidths(columns, 300);
  expect(narrow).toEqual(columnWidths(columns, 400));
  expect(narrow.reduce((sum, width) => sum + width, 0)).toBeGreaterThan(400);
});

test('F81 where headers of one line are too wide, they have two before the table scrolls', () => {
  const dated = [{ header: 'Name' }, { header: 'Last Purchase Date', kind: 'date', sort: 'last' }] as const;
  const [, onOneLine] = columnWidths(dated, 330);
  const [name, onTwo] = columnWidths(dated, 310);
  // 18 letters and the sort mark; "Last Purchase" is the longer of two lines.
  expect(onOneLine).toBe(18 * 7 + 52);
  expect(onTwo).toBeLessThan(18 * 7 + 52);
  expect(onTwo).toBeGreaterThanOrEqual(13 * 7 + 52);
  expect((name ?? 0) + (onTwo ?? 0)).toBe(310);
});

test('words after figures get room for the space between them, also where the table scrolls', () => {
  const spaced = [{ header: 'Name' }, { header: 'Total', align: 'end' }, { header: 'Terms' }] as const;
  // 150 + 98 + 140 are needed; of the 11 left, the name has 6 shares, the figure 1 and the words 4.
  expect(columnWidths(spaced, 399)).toEqual([156, 99, 144]);
  expect(columnWidths(spaced, 378)).toEqual([150, 98, 140]);
});

test('a column keeps the width chosen for it, and the others fill the box (audit 14, item 8)', () => {
  const widths = columnWidths(columns, 1200, 'supplier~320.actions~500');
  expect(widths[1]).toBe(320);
  expect(widths[5]).toBe(134);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(1200);
  // Never narrower than its header.
  expect(columnWidths(columns, 1200, 'supplier~1')[1]).toBe(8 * 7 + 22);
});

test('where all columns have a chosen width the one with the name fills the box, or the table scrolls (audit 14, item 8)', () => {
  const chosen = 'name~200.supplier~200.order-date~150.total~150.status~150';
  expect(columnWidths(columns, 1200, chosen)).toEqual([416, 200, 150, 150, 150, 134]);
  expect(columnWidths(columns, 600, chosen)).toEqual([200, 200, 150, 150, 150, 134]);
});

test('F80 the card of a row has its name, its last figure, and the facts that matter', () => {
  expect(phonePlaces(columns, true)).toEqual(['title', 'detail', 'detail', 'figure', 'detail', 'actions']);
  const more = [...columns, { header: 'Created' }, { header: 'Reference' }];
  expect(phonePlaces(more, true).slice(6)).toEqual(['hidden', 'hidden']);
  expect(phonePlaces(more, false).slice(6)).toEqual(['detail', 'detail']);
  const declared = [
    { header: 'No.' },
    { header: 'Narrative', phone: 'title' },
    { header: 'Status', kind: 'status' },
  ] as const;
  expect(phonePlaces(declared, true)).toEqual(['detail', 'title', 'figure']);
});

test('of two figures that say the same on a phone the last shown is there, whichever the user has hidden', () => {
  const debit = { header: 'Debit', align: 'end', phone: 'figure' } as const;
  const credit = { header: 'Credit', align: 'end', phone: 'figure' } as const;
  expect(phonePlaces([{ header: 'Document' }, debit, credit], true)).toEqual(['title', 'hidden', 'figure']);
  expect(phonePlaces([{ header: 'Document' }, debit], true)).toEqual(['title', 'figure']);
});
