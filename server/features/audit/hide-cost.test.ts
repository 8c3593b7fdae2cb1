import { expect, test } from 'vitest';
import { administratorRole } from '#domain/kernel/role-name';
import { costHider } from './hide-cost';

const auditor = { roles: [{ name: 'Auditor' }], permissions: ['view_audit'] };
const entry = (after: Record<string, unknown>) => ({
  id: 1,
  at: new Date('2026-11-27T09:00:00Z'),
  actor_id: 1,
  actor: 'Ada',
  action: 'approved',
  record_type: 'basket',
  record_id: null,
  record_name: null,
  before: null,
  after,
  address: null,
  request_id: null,
});
const seen = (after: Record<string, unknown>, reader = auditor) => costHider(reader)(entry(after)).after;

const lines = [{ product_id: 7, quantity: '-6', value: '-12.00' }];

test('F45 a reader without view_cost sees no value of stock in the log, in any of its names', () => {
  expect(seen({ worth_pence: 1200, value_pence: 1200, cost_each: '2.00', margin: '40', lines: 1 })).toEqual({
    lines: 1,
  });
  expect(
    seen({
      approved_by: 3,
      needs: [
        { kind: 'stock_adjustment', amount: '12.00', reason: 'found', lines },
        { kind: 'write_off', amount: '12.00', reason: 'damaged', lines },
        { kind: 'stock_count', count_id: 4, version: 2, amount: '12.00' },
      ],
    }),
  ).toEqual({
    approved_by: 3,
    needs: [
      { kind: 'stock_adjustment', reason: 'found', lines: [{ product_id: 7, quantity: '-6' }] },
      { kind: 'write_off', reason: 'damaged', lines: [{ product_id: 7, quantity: '-6' }] },
      { kind: 'stock_count', count_id: 4, version: 2 },
    ],
  });
});

test('what customers pay and owe stays, and readers with view_cost see everything', () => {
  const sold = {
    needs: [{ kind: 'refund', sale_id: 3, amount: '5.00', lines: [{ line_number: 1, amount: '5.00' }] }],
    kind: 'write_off',
    amount: '5.00',
  };
  expect(seen(sold)).toEqual(sold);
  const stock = { worth_pence: 1200, needs: [{ kind: 'write_off', amount: '12.00', lines }] };
  expect(seen(stock, { ...auditor, permissions: ['view_audit', 'view_cost'] })).toEqual(stock);
  expect(seen(stock, { roles: [{ name: administratorRole }], permissions: [] })).toEqual(stock);
});
