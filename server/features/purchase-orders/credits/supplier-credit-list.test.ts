import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierCredits } from '#domain/purchase-orders/supplier-credit.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { buyingShop } from '../../../../tests/support/buying-shop';

const shop = buyingShop();
const listed = async (query: Record<string, string>) => {
  const { reply } = await shop.admin.call(supplierCredits.list, { query });
  return reply.data;
};

test('F07 credit notes against bills, on account and for returned goods are in one list, with their allocations', async () => {
  const { order, billId } = await shop.billed();
  const supplier = order.supplier.id;
  await shop.credit(supplier, {
    supplier_credit_number: 'THEIRS-1',
    lines: [{ description: 'Bonus', net: '10.00', vat: '2.00', account: '5000' }],
    bills: [{ bill_id: billId, amount: '7.00' }],
  });
  await shop.credit(supplier, {
    reason: 'Rebate of the quarter',
    lines: [{ description: 'Rebate', net: '25.00', vat: '0.00', vat_code: 'O', account: '4900' }],
  });
  const receipt_line_id = order.receipts[0]?.lines[0]?.id ?? 0;
  await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: { reason: 'Broken', lines: [{ receipt_line_id, quantity: '1' }] },
  });
  const only = { supplier_id: String(supplier), sort_by: 'number', sort_order: 'asc' };
  const rows = await listed(only);
  expect(
    rows.map(row => [row.kind, row.gross, row.on_account, row.bills.map(({ amount }) => amount)]),
  ).toEqual([
    // Of £12, £7 settles the bill; £25 is on account; one of ten at £12 settles it too.
    ['amount', 1200, 500, [700]],
    ['amount', 2500, 2500, []],
    ['return', 1200, 0, []],
  ]);
  expect(rows[0]).toMatchObject({ supplier_credit_number: 'THEIRS-1', orders: [{ id: order.id }] });
  expect(rows[2]).toMatchObject({ reason: 'Broken', orders: [{ id: order.id }] });
  expect((await listed({ ...only, state: 'on_account' })).map(({ gross }) => gross)).toEqual([1200, 2500]);
  expect((await listed({ search: 'theirs-1' })).map(({ gross }) => gross)).toEqual([1200]);
  const biggest = await listed({ ...only, sort_by: 'gross', sort_order: 'desc' });
  expect(biggest[0]?.gross).toBe(2500);
  const file = (await shop.admin.call(supplierCredits.export, { query: { supplier_id: String(supplier) } }))
    .raw;
  expect(file.toString().split('\r\n').filter(Boolean)).toHaveLength(4);
  await shop.holds();
});

test('F07 a reversed credit note stays in the list as reversed, and its allocations are removed', async () => {
  const { order, billId } = await shop.billed();
  const { reply } = await shop.credit(order.supplier.id, { bills: [{ bill_id: billId, amount: '12.00' }] });
  const request = { params: { id: reply.id }, body: { reason: 'Typed twice' } };
  const refused = await shop.admin.call(supplierDocuments.reverseCredit, request);
  expect(refused.refusal.errors?.free_payments?.[0]).toContain('£12.00 is allocated');
  const body = { ...request.body, free_payments: true };
  expect((await shop.admin.call(supplierDocuments.reverseCredit, { ...request, body })).status).toBe(200);
  const only = { supplier_id: String(order.supplier.id) };
  expect((await listed({ ...only, state: 'standing' })).length).toBe(0);
  expect(await listed({ ...only, state: 'reversed' })).toMatchObject([
    { gross: 1200, on_account: 0, reversal_reason: 'Typed twice' },
  ]);
  expect((await shop.get(order.id)).bills[0]).toMatchObject({ outstanding: 12_000 });
  await shop.holds();
});

test('F07 users who cannot see orders do not see credit notes', async () => {
  const clerk = await shop.app.as('view_supplier');
  expect((await clerk.call(supplierCredits.list)).status).toBe(403);
  const reader = await shop.app.as('view_purchaseorder');
  expect((await reader.call(supplierCredits.list)).status).toBe(200);
  expect((await reader.call(supplierCredits.export)).status).toBe(403);
});

test('F07 a restocking fee credits less than was billed', async () => {
  const { order } = await shop.billed();
  const receipt_line_id = order.receipts[0]?.lines[0]?.id ?? 0;
  const { reply } = await shop.admin.call(purchases.return, {
    params: { id: order.id },
    // Two of ten at £10 less a £2 restocking fee; VAT on the rest.
    body: { reason: 'Not needed', lines: [{ receipt_line_id, quantity: '2', credit_net: '18.00' }] },
  });
  expect(reply.returns[0]).toMatchObject({ gross: 2160 });
  expect(reply).toMatchObject({ credited_amount: 2160, outstanding_amount: 12_000 - 2160 });
  await shop.holds();
});
