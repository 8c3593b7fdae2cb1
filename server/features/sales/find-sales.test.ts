import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerSales } from '#domain/customers/customer-trade.contract';
import { productActivity } from '#domain/products/product-activity.contract';
import { sales } from '#domain/sales/sale.contract';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  seller = await app.as('view_pos', 'create_sale', 'view_sale', 'refund_sale', 'sell_on_account');
  till = await openTill(app.db, 100_000);
});
afterAll(() => app.close());

const { sent, sold, refund } = shopFloor(() => ({ app, seller, till }));

test('sales are found by number, customer, product, date and payment status, and exported', async () => {
  const product = await stockedProduct(app.db);
  const customer = await customerWithCredit(app.db, 100_000, 'Zebedee Quill');
  const sale = await sold([{ product_id: product, quantity: '1' }], 240, {
    customer_id: customer,
    tenders: [{ method: 'account', tendered: '2.40' }],
  });
  const ids = async (query: Record<string, string>) =>
    (await seller.call(sales.list, { query })).reply.data.map(({ id }) => id);
  expect(await ids({ search: 'zebedee' })).toEqual([sale.id]);
  expect(await ids({ search: sale.number })).toEqual([sale.id]);
  expect(await ids({ product_id: String(product) })).toEqual([sale.id]);
  expect(await ids({ payment_state: 'unpaid', customer_id: String(customer) })).toEqual([sale.id]);
  expect(await ids({ payment_state: 'paid', customer_id: String(customer) })).toEqual([]);
  expect(await ids({ customer_id: String(customer), from: '2100-01-01' })).toEqual([]);
  const keeper = await app.as('view_sale', 'export_data');
  const file = await keeper.call(sales.export, { query: { format: 'csv', search: 'zebedee' } });
  expect(String(file.raw)).toContain(sale.number);
});

test('a list of sales has totals over all its pages; cancelled sales only count if they are asked for', async () => {
  const product = await stockedProduct(app.db);
  const customer = await customerWithCredit(app.db, 100_000, 'Perdita Sum');
  const three = [{ product_id: product, quantity: '3' }];
  const one = [{ product_id: product, quantity: '1' }];
  const onAccount = (amount: string) => ({
    customer_id: customer,
    tenders: [{ method: 'account' as const, tendered: amount }],
  });
  await sold(three, 720, onAccount('7.20'));
  const returned = await sold(three, 720, { customer_id: customer });
  await refund(returned, [{ line_number: 1, quantity: '1' }], 240);
  const cancelled = await sold(one, 240, onAccount('2.40'));
  const undone = await admin.call(sales.cancel, {
    params: { id: cancelled.id },
    body: { client_id: randomUUID(), session_id: till, reason: 'Entered twice' },
  });
  expect(undone.status).toBe(200);
  const total = async (query: Record<string, string>) =>
    (await seller.call(sales.totals, { query: { customer_id: String(customer), per_page: '1', ...query } }))
      .reply;
  expect(await total({})).toEqual({ net: 1200, vat: 240, gross: 1440, refunded: 240, outstanding: 720 });
  expect(await total({ payment_state: 'unpaid' })).toEqual({
    net: 600,
    vat: 120,
    gross: 720,
    refunded: 0,
    outstanding: 720,
  });
  expect((await total({ status: 'cancelled' })).gross).toBe(240);
  // A cancelled sale is neither paid nor to be paid.
  const found = async (query: Record<string, string>) =>
    (await seller.call(sales.list, { query: { customer_id: String(customer), ...query } })).reply.data;
  expect((await found({ payment_state: 'paid' })).map(({ id }) => id)).toEqual([returned.id]);
  expect(await found({ payment_state: 'paid,part_paid,unpaid,overdue' })).toHaveLength(2);
  expect(await found({ status: 'cancelled' })).toMatchObject([{ payment_state: null, outstanding: 0 }]);
  expect(await found({ status: 'cancelled', payment_state: 'paid' })).toEqual([]);
  expect((await seller.call(sales.get, { params: { id: cancelled.id } })).reply.payment_state).toBeNull();
  expect(await total({ from: '2099-01-01' })).toEqual({
    net: 0,
    vat: 0,
    gross: 0,
    refunded: 0,
    outstanding: 0,
  });
});

test('a product shows its buyers, and a customer their purchases, with merged customers', async () => {
  const product = await stockedProduct(app.db, { name: 'Green tea' });
  const customer = await customerWithCredit(app.db, null, 'Noor Ali');
  const sale = await sold([{ product_id: product, quantity: '3' }], 720, { customer_id: customer });
  await refund(sale, [{ line_number: 1, quantity: '1' }], 240);
  const viewer = await app.as('view_product', 'view_sale', 'view_customer');
  const bought = await viewer.call(productActivity.sales, { params: { id: product } });
  expect(bought.reply).toMatchObject({
    total: 1,
    data: [{ sale: { number: sale.number }, quantity: 3000, refunded: 1000, gross: 720 }],
  });
  const keeper = await customerWithCredit(app.db, null, 'Noor Ali-Shah');
  await sql`update customers set merged_into_id = ${keeper}, status = 'inactive' where id = ${customer}`.execute(
    app.db,
  );
  const trade = await viewer.call(customerSales, { params: { id: keeper } });
  expect(trade.reply).toMatchObject({
    sales: 1,
    gross: 720,
    refunded: 240,
    latest: [{ number: sale.number, status: 'partially_refunded' }],
    usual: [{ product: { name: 'Green tea' }, times: 1, quantity: 2000 }],
  });
  expect((await viewer.call(customerSales, { params: { id: 987_654 } })).status).toBe(404);
});

test('R2 V11 a customer has bought what stands: neither a cancelled sale nor the one that an edited sale replaced', async () => {
  const product = await stockedProduct(app.db, { price: 10_000 as never });
  const customer = await customerWithCredit(app.db, null, 'Ida Once');
  const lines = [{ product_id: product, quantity: '1' }];
  const first = await sold(lines, 10_000, { customer_id: customer });
  const { reply: edited } = await admin.call(sales.replace, {
    params: { id: first.id },
    body: {
      reason: 'Wrong size',
      sale: sent([{ ...lines[0], quantity: '2' }] as never, 20_000, {
        customer_id: customer,
        tenders: [{ method: 'cash', tendered: '100.00' }],
      }),
    },
  });
  const cancelled = await sold(lines, 10_000, { customer_id: customer });
  await admin.call(sales.cancel, {
    params: { id: cancelled.id },
    body: { client_id: randomUUID(), session_id: till, reason: 'Entered twice' },
  });
  const { reply } = await admin.call(customerSales, { params: { id: customer } });
  expect(reply).toMatchObject({ sales: 1, gross: 20_000, refunded: 0 });
  expect(reply.latest.map(({ number }) => number)).toEqual([cancelled.number, edited.number, first.number]);
  const listed = await admin.call(sales.totals, { query: { customer_id: String(customer) } });
  expect(listed.reply).toMatchObject({ gross: reply.gross, refunded: reply.refunded });
});

test('cost is shown only to users who may see it', async () => {
  const product = await stockedProduct(app.db, { cost: 70 });
  const sale = await sold([{ product_id: product, quantity: '1' }], 240);
  expect(sale.lines[0]).not.toHaveProperty('cost');
  expect((await admin.call(sales.get, { params: { id: sale.id } })).reply.lines[0]?.cost).toBe(70);
});
