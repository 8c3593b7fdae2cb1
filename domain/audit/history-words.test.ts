import { expect, test } from 'vitest';
import { historyChanges } from './history-words';

const names: Readonly<Record<string, string>> = { 'brand 7': 'Jura', 'supplier 12': 'Bright Windows' };
const rephrased = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  historyChanges({ before, after }, (kind, id) => names[`${kind} ${id}`] ?? null).map(({ words }) => words);

test('F85 money, quantities, dates, yes or no, choices and references of a history are shown in words', () => {
  expect(rephrased(null, { float_pence: 10_000 })).toEqual(['Float set to £100.00']);
  expect(rephrased({ price_pence: 285 }, { price_pence: 295 })).toEqual([
    'Price changed from £2.85 to £2.95',
  ]);
  expect(rephrased({ reorder_level: '60' }, { reorder_level: '1200' })).toEqual([
    'Reorder level changed from 60 to 1200',
  ]);
  expect(rephrased(null, { valid_until: '2026-12-16' })).toEqual(['Valid until: 16 Dec 2026']);
  expect(rephrased({ is_stocked: true }, { is_stocked: false })).toEqual([
    'Stock kept changed from Yes to No',
  ]);
  expect(rephrased({ payment_method: 'upi' }, { payment_method: 'bank_transfer' })).toEqual([
    'Payment method changed from UPI to Bank transfer',
  ]);
  expect(rephrased({ brand_id: null }, { brand_id: 7 })).toEqual(['Brand set to Jura']);
  expect(rephrased({ brand_id: 7 }, { brand_id: null })).toEqual(['Brand cleared (was Jura)']);
  expect(rephrased(null, { supplier_id: 12, lines: 3 })).toEqual(['Supplier: Bright Windows', 'Lines: 3']);
  expect(rephrased(null, { tenders: ['credit_card £4.35', 'cash £9.00'] })).toEqual([
    'Paid by: Credit card £4.35, Cash £9.00',
  ]);
  expect(rephrased(null, { standard_cost: '1.2345' })).toEqual(['Standard cost: £1.2345']);
});

test('F85 a code has the label of the screens of its record, and the text of a user stays as it is', () => {
  const of = (record_type: string, after: Record<string, unknown>) =>
    historyChanges({ record_type, before: null, after }, () => null).map(({ words }) => words);
  expect(of('stock_adjustment', { reason: 'damaged' })).toEqual(['Reason: Damaged']);
  expect(of('stock_adjustment', { reason: 'lost' })).toEqual(['Reason: Lost or stolen']);
  expect(of('stock_adjustment', { reason: 'own_use' })).toEqual(['Reason: Own use']);
  expect(of('vat_adjustment', { reason: 'own_use' })).toEqual(['Reason: Goods for own use']);
  expect(of('basket', { needs: [{ kind: 'write_off', reason: 'lost' }] })).toEqual([
    expect.stringContaining('Lost or stolen'),
  ]);
  expect(of('basket', { needs: [{ kind: 'stock_adjustment', reason: 'lost' }] })).toEqual([
    expect.stringContaining('Lost or stolen'),
  ]);
  expect(of('basket', { needs: [{ kind: 'paid_out', reason: 'lost' }] })).toEqual([
    expect.stringMatching(/reason lost$/),
  ]);
  expect(of('sale', { reason: 'damaged' })).toEqual(['Reason: damaged']);
  expect(of('promotion', { kind: 'n_for_price', applies_to: 'products' })).toEqual([
    'Kind: N for £P',
    'Applies to: Chosen products',
  ]);
  expect(of('setting', { stagger: 'group_1' })).toEqual([
    'VAT periods: Quarters to March, June, September and December',
  ]);
  expect(of('customer', { how: 'print' })).toEqual(['How: Post']);
  expect(of('purchase_order', { how: 'Email to jo_b@trade.example' })).toEqual([
    'How: Email to jo_b@trade.example',
  ]);
});

test('F85 a history leaves out technical facts, and shows nested ones in words', () => {
  const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
  expect(rephrased(null, { file: hash, note: hash, email: 44 })).toEqual([]);
  expect(
    rephrased({ upi: { name: null, is_taken: true } }, { upi: { name: null, is_taken: false } }),
  ).toEqual(['UPI: accepted changed from Yes to No']);
  expect(rephrased(null, { pieces: { '2000': 3, '50': 1 } })).toEqual([
    'Coins and notes: 1 × £0.50, 3 × £20.00',
  ]);
  // A counted stock code is kept as it is.
  expect(rephrased({ 'FLO-103': '12' }, { 'FLO-103': '694' })).toEqual(['FLO-103 changed from 12 to 694']);
});
