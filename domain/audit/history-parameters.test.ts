import { expect, test } from 'vitest';
import { historyChanges } from './history-words';

type Facts = Record<string, unknown> | null;
const nameOf = (kind: string, id: number) => (id === 7 ? `${kind} seven` : null);
const words = (record_type: string, after: Facts, before: Facts = null) =>
  historyChanges({ record_type, before, after }, nameOf).map(change => change.words);

test('the filters of a saved report are in the words of its screen', () => {
  expect(
    words('saved_report', {
      report: 'sales-summary',
      period: 'this_month',
      compare: 'year',
      group: 'category',
      channel: 'till,desk',
      cashier_id: '7',
      register_id: '7,none',
      is_shared: false,
    }),
  ).toEqual([
    'Report: Sales Summary',
    'Period: This month',
    'Compare with: Same days last year',
    'Group: By category',
    'Channel: Till or Sales desk',
    'Cashier: user seven',
    'Register: register seven or None',
    'Shared: No',
  ]);
  expect(words('saved_report', { from: '2026-05-01', category_id: '8', method: 'credit_card' })).toEqual([
    'From: 1 May 2026',
    'Method: Credit card',
  ]);
});

test('a change of the filters names each one', () => {
  expect(
    words(
      'saved_report',
      { name: 'Sales', params: { period: 'last_month', country: 'FR,none' } },
      { name: 'Takings', params: { period: 'this_month', step: 'month' } },
    ),
  ).toEqual([
    'Name changed from Takings to Sales',
    'Period changed from This month to Last month',
    'Columns cleared (was By month)',
    'Country of delivery set to France or None',
  ]);
});

test('a saved view names its list, its sorting and its columns', () => {
  expect(
    words('list_view', {
      list: '/ledger-lines',
      search: 'tea_room, north',
      sort_by: 'po_number',
      sort_order: 'desc',
      columns: 'order-date.-total.-paid',
      widths: 'name~260.order-date~120',
      density: 'compact',
      per_page: '50',
      tag: 'trade%2C north,retail',
      due_within: '7',
      stock_state: 'out,low',
    }),
  ).toEqual([
    'List: General Ledger',
    'Search: “tea_room, north”',
    'Sort by: PO number',
    'Order: Descending',
    'Columns: Order date; Total, Paid hidden',
    'Column widths: Name 260, Order date 120',
    'Row height: Compact',
    'Rows on a page: 50',
    'Tag: trade, north or retail',
    'Due: Due within 7 days',
    'Stock: Out of stock or Low stock',
  ]);
});

test('what is typed into other records is not read as filters', () => {
  expect(words('product', { tag: 'a,b', sort_by: 'po_number' })).toEqual(['Tag: a,b', 'Sort by: po_number']);
  expect(words('saved_report', { recipients: 'a@shop.example, b@shop.example' })).toEqual([
    'Recipients: a@shop.example, b@shop.example',
  ]);
});
