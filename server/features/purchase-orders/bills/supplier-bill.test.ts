import { expect, test } from 'vitest';
import { openingBalances } from '#domain/accounts/account.contract';
import { audit } from '#domain/audit/audit.contract';
import { books } from '#domain/books/books.contract';
import { journals } from '#domain/journals/journal.contract';
import { addDays, formatDate } from '#domain/kernel/dates';
import { notes } from '#domain/notes/note.contract';
import { billAttachments } from '#domain/purchase-orders/bill-attachment.contract';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { supplierBills } from '#domain/purchase-orders/supplier-bill.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { someSupplier } from '../../../../tests/support/books';
import { buyingShop } from '../../../../tests/support/buying-shop';
import { multipartForm, pdfOf } from '../../../../tests/support/upload';

const shop = buyingShop();
const show = async (id: number) => (await shop.admin.call(supplierBills.get, { params: { id } })).reply;
const history = async (id: number) => {
  const query = { record_type: 'supplier_bill', record_id: String(id), sort_order: 'asc' };
  return (await shop.admin.call(audit.list, { query })).reply.data.map(({ action }) => action);
};

test('P13 L5 a bill of an order shows its lines, the goods received, its posting and what can be done with it', async () => {
  const { order, product, billId } = await shop.billed();
  const bill = await show(billId);
  expect(bill).toMatchObject({
    kind: 'goods',
    supplier: { id: order.supplier.id },
    order: { id: order.id, po_number: order.po_number, total: 12_000 },
    net: 10_000,
    vat: 2000,
    gross: 12_000,
    outstanding: 12_000,
    difference: 0,
    posted_on: shop.today,
    reversal_journal_id: null,
    receipts: [{ number: order.receipts[0]?.number, value: 10_000 }],
    lines: [{ product: { id: product }, quantity: 10_000, vat_code: 'S', vat_percent: 2000, net: 10_000 }],
    can: { pay: { allowed: true }, credit: { allowed: true }, reverse: { allowed: true } },
  });
  const { document } = (await shop.admin.call(journals.get, { params: { id: bill.journal_id ?? 0 } })).reply;
  expect(document).toEqual({ number: bill.number, link: `/purchases/bills/${billId}` });

  await shop.admin.call(payments.create, {
    body: {
      supplier_id: order.supplier.id,
      amount: '120.00',
      payment_method: 'bank_transfer',
      settles: 'bills',
      bills: [{ bill_id: billId, amount: '120.00' }],
    },
  });
  expect(await show(billId)).toMatchObject({
    outstanding: 0,
    can: { pay: { allowed: false, reason: `Bill ${bill.supplier_bill_number} is paid in full.` } },
  });
  expect((await shop.reverseBill(order, { free_payments: true })).status).toBe(200);
  const reversed = await show(billId);
  expect(reversed).toMatchObject({ reversal_reason: 'Typed wrongly', outstanding: 0 });
  expect(reversed.reversal_journal_id).not.toBeNull();
  expect(Object.values(reversed.can).map(({ allowed }) => allowed)).toEqual([false, false, false]);
  expect(await history(billId)).toEqual(['billed', 'bill_reversed']);
  await shop.holds();
});

test('P13 I11 a carrier’s bill shows the goods it makes dearer', async () => {
  const { order } = await shop.received();
  await shop.landed(order, '10.00');
  const [freight] = (await shop.get(order.id)).bills;
  const bill = await show(freight?.id ?? 0);
  expect(bill).toMatchObject({
    kind: 'landed_cost',
    order: { id: order.id },
    receipts: [{ number: (await shop.get(order.id)).receipts[0]?.number }],
  });
  expect(bill.supplier.id).not.toBe(order.supplier.id);
  expect(await history(bill.id)).toEqual(['landed_cost_added']);
});

test('L9 P13 a bill without an order and one of the books before have pages, notes and a history', async () => {
  const supplier = await someSupplier(shop.app.db, 'Harbour Estates');
  const direct = (await shop.directBill(supplier)).reply;
  expect(await show(direct.id)).toMatchObject({
    kind: 'direct',
    order: null,
    receipts: [],
    lines: [{ product: null, quantity: null, account: { code: '5000' } }],
  });
  const noted = { record_type: 'supplier_bill', record_id: direct.id, body: 'Asked for a copy' } as const;
  expect((await shop.admin.call(notes.create, { body: noted })).status).toBe(200);
  await shop.admin.call(supplierDocuments.reverseBill, {
    params: { id: direct.id },
    body: { reason: 'Not ours' },
  });
  expect(await history(direct.id)).toEqual(['billed', 'noted', 'bill_reversed']);

  await shop.admin.call(openingBalances.addBill, {
    body: { supplier_id: supplier, supplier_bill_number: 'OLD-7', bill_date: shop.today, amount: '90.00' },
  });
  const { data } = (await shop.admin.call(supplierBills.list, { query: { search: 'OLD-7' } })).reply;
  const opening = await show(data[0]?.id ?? 0);
  expect(opening).toMatchObject({ kind: 'opening', lines: [], gross: 9000, outstanding: 9000 });
  expect(opening.can.reverse).toEqual({
    allowed: false,
    reason: 'Bill OLD-7 is an opening balance. Reverse it under Opening Balances.',
  });
  expect(opening.journal_id).not.toBeNull();
  expect(await history(opening.id)).toEqual(['posted']);
  await shop.holds();
});

test('a bill that is not there is not found', async () => {
  const { status, refusal } = await shop.admin.call(supplierBills.get, { params: { id: 999_999 } });
  expect([status, refusal.message]).toEqual([404, 'Supplier bill not found.']);
  expect((await shop.admin.call(purchases.get, { params: { id: 999_999 } })).status).toBe(404);
});

test('V18 the invoice is kept with its bill, and is attached by those who record bills', async () => {
  const supplier = await someSupplier(shop.app.db);
  const { id } = (await shop.directBill(supplier)).reply;
  const clerk = await shop.app.as('create_payment', 'view_ledger');
  const invoice = await multipartForm({}, [{ name: 'invoice.pdf', content: pdfOf(2_000) }]);
  const { status, reply } = await clerk.call(billAttachments.add, { params: { id }, ...invoice });
  expect(status).toBe(200);
  expect(reply.data.map(({ file_name }) => file_name)).toEqual(['invoice.pdf']);
  const file = { params: { id, attachment_id: reply.data[0]?.id ?? 0 } };
  const reader = await shop.app.as('view_purchaseorder');
  expect((await reader.call(billAttachments.content, file)).raw.equals(pdfOf(2_000))).toBe(true);
  expect((await reader.call(billAttachments.remove, file)).status).toBe(403);
  expect((await clerk.call(billAttachments.remove, file)).reply.data).toEqual([]);
  expect(await history(id)).toEqual(['billed', 'attached', 'attachment_removed']);
});

test('V18 D5 the invoice of a bill in a locked period stays, and more can be attached', async () => {
  const supplier = await someSupplier(shop.app.db);
  const day = addDays(shop.today, -1);
  const { id } = (await shop.directBill(supplier, { bill_date: day, date_reason: 'Came late' })).reply;
  const attach = async (name: string) =>
    shop.admin.call(billAttachments.add, {
      params: { id },
      ...(await multipartForm({}, [{ name, content: pdfOf(2_000) }])),
    });
  const attachment_id = (await attach('invoice.pdf')).reply.data[0]?.id ?? 0;
  await shop.admin.call(books.lock, { body: { locked_through: day, reason: 'Month end' } });
  const refused = await shop.admin.call(billAttachments.remove, { params: { id, attachment_id } });
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    `${formatDate(day)} is locked or in a filed VAT return, so this supplier bill keeps its attachments. You can still add to them.`,
  ]);
  expect((await attach('delivery-note.pdf')).reply).toMatchObject({
    data: [{ file_name: 'invoice.pdf' }, { file_name: 'delivery-note.pdf' }],
    removal: { allowed: false },
  });
});
