import { expect, test } from 'vitest';
import { arrangedColumns, arrangement, arrangementText } from './data-table-arrangement';
import type { ColumnTerms } from './data-table-column';

const column = (header: string): ColumnTerms => ({
  header,
  ...(header === 'Select' && { kind: 'choice' }),
  ...(header === 'Actions' && { kind: 'actions' }),
});
const columns = ['Select', 'Name', 'Order Date', 'Total', 'Status', 'Actions'].map(column);
const shown = (text: string | undefined) => arrangedColumns(columns, text).map(({ header }) => header);

test('columns are shown in the chosen order; check boxes, the first column and the actions stay in place', () => {
  expect(shown(undefined)).toEqual(['Select', 'Name', 'Order Date', 'Total', 'Status', 'Actions']);
  expect(shown('status.total.order-date')).toEqual([
    'Select',
    'Name',
    'Status',
    'Total',
    'Order Date',
    'Actions',
  ]);
  expect(shown('status.-total.order-date')).toEqual(['Select', 'Name', 'Status', 'Order Date', 'Actions']);
});

test('unknown and repeated names are ignored, and a column that is not named follows the one before it', () => {
  expect(shown('colour.status.-status.order-date.<b>')).toEqual([
    'Select',
    'Name',
    'Status',
    'Order Date',
    'Total',
    'Actions',
  ]);
  expect(shown('-name.-actions.-select')).toEqual([
    'Select',
    'Name',
    'Order Date',
    'Total',
    'Status',
    'Actions',
  ]);
  expect(shown('')).toEqual(shown(undefined));
});

test('a column that is hidden by default is shown when it is chosen', () => {
  const some = columns.map(one => (one.header === 'Total' ? { ...one, hidden: true as const } : one));
  const shownOf = (text: string | undefined) => arrangedColumns(some, text).map(({ header }) => header);
  expect(shownOf(undefined)).toEqual(['Select', 'Name', 'Order Date', 'Status', 'Actions']);
  expect(shownOf('status.order-date')).toEqual(['Select', 'Name', 'Status', 'Order Date', 'Actions']);
  expect(shownOf('total.status')).toEqual(['Select', 'Name', 'Order Date', 'Total', 'Status', 'Actions']);
});

test('an arrangement is written as it is read', () => {
  expect(arrangementText(arrangement(columns, 'status.-total.order-date'))).toBe('status.-total.order-date');
});
