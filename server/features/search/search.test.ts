import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { journals } from '#domain/journals/journal.contract';
import { londonDate } from '#domain/kernel/dates';
import { payments } from '#domain/payments/payment.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { supplierDocuments } from '#domain/purchase-orders/supplier-document.contract';
import { searching } from '#domain/search/search.contract';
import { insertOrder } from '../../../tests/support/purchases';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { addSupplier } from '../../../tests/support/suppliers';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

const today = londonDate(new Date());
let app: TestApp;
let owner: Caller & { readonly userId: number };
let tea: number;
let sale: { id: number; number: string };

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.as('admin');
  tea = await stockedProduct(app.db, { name: 'Assam tea' });
  await stockedProduct(app.db, { name: 'Green tea 100%' });
  await sql`insert into product_barcodes (product_id, code) values (${tea}, '5012345678900')`.execute(app.db);
  const till = await openTill(app.db, 10_000);
  sale = await shopFloor(() => ({ app, seller: owner, till })).sold(
    [{ product_id: tea, quantity: '1' }],
    240,
  );
  await owner.call(customers.create, { body: { name: 'Teasel & Daughters' } });
  const { id: supplier_id } = await addSupplier(app, { name: 'The Tea Importers' });
  await insertOrder(app.db, {
    supplier_id,
    created_by: owner.userId,
    total_pence: 100,
    po_number: 'PO-00077',
  });
  await owner.call(payments.create, {
    body: { supplier_id, amount: '5.00', payment_method: 'bank_transfer' },
  });
});
afterAll(() => app.close());

const find = async (text: string, who: Caller = owner) =>
  (await who.call(searching.find, { query: { text } })).reply.data;
const titles = async (text: string, who?: Caller) => (await find(text, who)).map(({ title }) => title);

test('finds products, customers and suppliers by part of their name, those that start with it first', async () => {
  expect(await titles('tea')).toEqual([
    'Assam tea',
    'Green tea 100%',
    'Teasel & Daughters',
    'The Tea Importers',
  ]);
  expect(await titles('Assam')).toEqual(['Assam tea']);
  expect(await titles('100%')).toEqual(['Green tea 100%']);
  expect(await titles('_')).toEqual([]);
});

test('a scanned barcode or complete number is exact, comes first, and has the path of its page', async () => {
  expect(await find('5012345678900')).toEqual([
    expect.objectContaining({ kind: 'product', id: tea, path: `/products/${tea}`, is_exact: true }),
  ]);
  for (const typed of [sale.number, sale.number.toLowerCase(), 'inv 1'])
    expect((await find(typed))[0], typed).toMatchObject({
      kind: 'sale',
      title: sale.number,
      path: `/sales/invoices/${sale.id}`,
      is_exact: true,
    });
  expect((await find('po-77'))[0]).toMatchObject({ kind: 'purchase_order', detail: 'The Tea Importers' });
  expect((await find('00001')).map(({ kind }) => kind)).toEqual(['sale', 'payment']);
});

test('finds a product by the code of its supplier, and shows that code', async () => {
  const { id } = await addSupplier(app, { name: 'Leaf & Co' });
  const params = { id, product_id: tea };
  await owner.call(supplierPrices.save, { params, body: { supplier_code: 'LC/77-A' } });
  expect(await find('lc/77-a')).toMatchObject([
    { kind: 'product', id: tea, detail: expect.stringContaining(' · LC/77-A'), is_exact: false },
  ]);
  expect(await find('lc/77')).toEqual([]);
});

test('finds each kind only with its permission, and nothing without any or for a single letter', async () => {
  const buyer = await app.as('view_supplier');
  expect(await titles('tea', buyer)).toEqual(['The Tea Importers']);
  expect(await find(sale.number, buyer)).toEqual([]);
  expect(await find('tea', await app.as())).toEqual([]);
  expect(await find('t')).toEqual([]);
  expect((await app.anonymous.call(searching.find, { query: { text: 'tea' } })).status).toBe(401);
});

test('supplier bills and credit notes are found by our number and the supplier’s, and manual journals by theirs', async () => {
  const { id: supplier_id } = await addSupplier(app, { name: 'Harbour Estates' });
  const line = { description: 'Rent', net: '50.00', vat: '10.00', account: '5000' };
  const bill = await owner.call(supplierDocuments.bill, {
    body: { supplier_id, supplier_bill_number: 'HE/40012', bill_date: today, lines: [line] },
  });
  const credit = await owner.call(supplierDocuments.credit, {
    body: {
      supplier_id,
      supplier_credit_number: 'HE/C9',
      credit_date: today,
      reason: 'Overcharged',
      lines: [line],
    },
  });
  const journal = await owner.call(journals.create, {
    body: {
      narrative: 'Correction',
      lines: [
        { account: '5000', debit: '1.00' },
        { account: '1020', credit: '1.00' },
      ],
    },
  });
  const { id, number } = bill.reply;
  const billed = {
    kind: 'supplier_bill',
    title: number,
    detail: 'Harbour Estates · HE/40012',
    path: `/purchases/bills/${id}`,
    is_exact: true,
  };
  for (const typed of [number, 'he/40012']) expect((await find(typed))[0], typed).toMatchObject(billed);
  expect((await find('HE/C9'))[0]).toMatchObject({
    kind: 'supplier_credit',
    path: `/purchases/credits?search=${credit.reply.number}`,
  });
  expect((await find(journal.reply.document.number ?? ''))[0]).toMatchObject({
    kind: 'journal',
    path: `/journals/${journal.reply.id}`,
  });
  const bookkeeper = await app.as('view_ledger');
  expect((await find('he/40012', bookkeeper)).map(({ kind }) => kind)).toEqual(['supplier_bill']);
  expect(await find('HE/C9', bookkeeper)).toEqual([]);
});

test('hostile text finds nothing and breaks nothing', async () => {
  for (const text of [
    "'; drop table products; --",
    '%%%%',
    '\u0000\u0000',
    '\ud800x',
    '9'.repeat(99),
    '\\_%',
  ])
    expect(await find(text), text).toEqual([]);
  expect((await owner.call(searching.find, { query: { text: 'x'.repeat(101) } })).status).toBe(422);
});
