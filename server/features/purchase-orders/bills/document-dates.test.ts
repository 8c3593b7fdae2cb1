import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { books } from '#domain/books/books.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { agedCreditors } from '#domain/wallet/aged.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { breachesOf, someSupplier } from '../../../../tests/support/books';
import { lineOf, type Order, orderDesk } from '../../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let clerk: Caller;
beforeAll(async () => {
  app = await startTestApp({ clock: () => new Date('2026-11-22T10:00:00Z') });
  admin = await app.as('admin');
  clerk = await app.as('create_payment', 'view_purchaseorder');
});
afterAll(() => app.close());

const { sent, products, get, receive, bill } = orderDesk(() => ({ app, admin }));
const late = { date_reason: 'Found in the post' };
let bills = 0;

const postings = async (order: Order) => {
  const { rows } = await sql<{ on: string; account: string; amount: number }>`
    select j.business_date::text as on, l.account_code as account, l.debit_pence - l.credit_pence as amount
    from supplier_bills b join journals j on j.document_type = 'supplier_bill' and j.document_id = b.id
      join journal_lines l on l.journal_id = j.id
    where b.purchase_order_id = ${order.id} order by j.id, l.account_code`.execute(app.db);
  return rows.map(({ on, account, amount }) => `${on} ${account} ${amount}`);
};
const lock = (through: string | null) =>
  admin.call(books.lock, {
    body: { locked_through: through, reason: 'Month end', accept_unbilled: true },
  });

/** An order for one line without a product, £500 plus VAT, received on a given day. */
async function serviceOn(day: string): Promise<Order> {
  const order = await sent([{ description: 'Repairs', quantity: '1', unit_price: '500.00' }]);
  expect((await receive(order.id, undefined, { business_date: day, ...late })).status).toBe(200);
  return order;
}
const billFor = (order: Order, bill_date: string, more: object = {}) =>
  bill(order.id, [{ line_id: lineOf(order), quantity: '1' }], { bill_date, ...more });

test('F03 P13 a bill posts on its own date: ledger, ageing, VAT and profit of that time include it', async () => {
  const order = await serviceOn('2026-03-12');
  const { status } = await billFor(order, '2026-03-15', late);
  expect(status).toBe(200);
  expect(await postings(order)).toEqual([
    '2026-03-15 2100 -60000',
    '2026-03-15 2201 10000',
    '2026-03-15 5000 50000',
  ]);
  const { reply } = await admin.call(agedCreditors.list, {
    query: { party_id: String(order.supplier.id), as_at: '2026-05-31' },
  });
  // Due on 14 April on 30-day terms: 47 days late.
  expect(reply.data[0]).toMatchObject({ days_60: 60_000, total: 60_000 });
  const march = await admin.call(profitAndLosses.show, { query: { from: '2026-03-01', to: '2026-03-31' } });
  expect(JSON.stringify(march.reply)).toContain('50000');
  const { rows } = await sql`select tax_point::text from vat_entries where net_pence = 50000`.execute(app.db);
  expect(rows).toEqual([{ tax_point: '2026-03-15' }]);
  expect((await get(order.id)).bills[0]).toMatchObject({ bill_date: '2026-03-15', posted_on: '2026-03-15' });
});

test('F03 D6 a date over thirty days ago, or before the goods were received, needs a reason and permission', async () => {
  const old = await serviceOn('2026-10-01');
  // 22 November less 30 days is 23 October.
  const refused = await billFor(old, '2026-10-22');
  expect(refused.refusal.errors?.date_reason?.[0]).toContain('more than 30 days ago');
  const body = {
    supplier_bill_number: 'CLERK-1',
    bill_date: '2026-10-22',
    lines: [{ line_id: lineOf(old), quantity: '1' }],
  };
  const asClerk = (more: object) =>
    clerk.call(purchases.bill, { params: { id: old.id }, body: { ...body, ...more } });
  expect((await asClerk(late)).status).toBe(403);
  const { status } = await asClerk({ bill_date: '2026-10-23' });
  expect(status).toBe(200);
  expect((await postings(old))[0]).toContain('2026-10-23');

  const soon = await serviceOn('2026-11-20');
  const before = await billFor(soon, '2026-11-18');
  expect(before.refusal.errors?.date_reason?.[0]).toContain('before the goods were received on 20 Nov 2026');
  expect((await billFor(soon, '2026-11-18', late)).status).toBe(200);
  expect((await billFor(await serviceOn('2026-11-20'), '2026-11-23')).refusal.errors).toHaveProperty(
    'bill_date',
  );
});

test('F03 P13 D5 in locked days it posts on the first open day, which is shown beforehand and kept with the journal', async () => {
  const order = await serviceOn('2026-04-20');
  const said = async () => (await clerk.call(books.postingDay, { query: { date: '2026-04-22' } })).reply;
  expect(await said()).toEqual({ posts_on: '2026-04-22', note: null, needs_reason: true });
  expect((await lock('2026-08-31')).status).toBe(200);
  expect(await said()).toMatchObject({
    posts_on: '2026-09-01',
    note: 'Dated 22 Apr 2026, posted on 1 Sep 2026: the books are locked up to 31 Aug 2026.',
  });
  expect((await billFor(order, '2026-04-22', late)).status).toBe(200);
  expect((await postings(order)).map(line => line.slice(0, 10))).toEqual(Array(3).fill('2026-09-01'));
  const { rows } = await sql`
    select j.reason, e.tax_point::text from journals j join vat_entries e on e.journal_id = j.id
    where j.document_type = 'supplier_bill' and j.business_date = '2026-09-01'`.execute(app.db);
  expect(rows).toEqual([
    { reason: expect.stringContaining('Found in the post Dated 22 Apr'), tax_point: '2026-04-22' },
  ]);
  await lock(null);
});

test('F03 landed cost posts on the date of its bill too, and so does its stock movement', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id, undefined, { business_date: '2026-05-04', ...late });
  const carrier = await someSupplier(app.db, 'Carrier');
  const land = (more: object) =>
    get(order.id).then(({ receipts }) =>
      admin.call(purchases.landedCost, {
        params: { id: order.id },
        body: {
          receipt_id: receipts[0]?.id ?? 0,
          supplier_id: carrier,
          supplier_bill_number: `FR-${++bills}`,
          bill_date: '2026-05-08',
          net: '3.00',
          vat: '0.60',
          basis: 'value',
          ...more,
        },
      }),
    );
  expect((await land({})).refusal.errors).toHaveProperty('date_reason');
  expect((await land({ ...late, bill_date: '2026-05-03' })).status).toBe(200);
  expect((await land(late)).status).toBe(200);
  expect((await postings(order)).filter(line => line.includes(' 1200 '))).toEqual([
    '2026-05-03 1200 300',
    '2026-05-08 1200 300',
  ]);
  const { rows } = await sql<{ on: string }>`
    select business_date::text as on from stock_movements where product_id = ${product} and kind = 'landed_cost'`.execute(
    app.db,
  );
  expect(rows.map(({ on }) => on)).toEqual(['2026-05-03', '2026-05-08']);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P13 D6 a landed cost dated before its goods were received needs a reason, however recent', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  const { reply } = await receive(order.id, undefined, { business_date: '2026-11-20', ...late });
  const body = {
    receipt_id: reply.receipts[0]?.id ?? 0,
    supplier_id: await someSupplier(app.db, 'Carrier'),
    supplier_bill_number: 'FR-EARLY',
    bill_date: '2026-11-18',
    net: '3.00',
    vat: '0.60',
    basis: 'value',
  } as const;
  const land = (more: object) =>
    admin.call(purchases.landedCost, { params: { id: order.id }, body: { ...body, ...more } });
  expect((await land({})).refusal.errors?.date_reason?.[0]).toContain(
    'before the goods were received on 20 Nov 2026',
  );
  expect((await land(late)).status).toBe(200);
});

test('F75 W3 R6 a supplier’s statement and ageing list backdated entries by date', async () => {
  const order = await sent([{ description: 'Repairs', quantity: '3', unit_price: '100.00', vat_code: 'Z' }]);
  await receive(order.id, undefined, { business_date: '2026-06-01', ...late });
  for (const bill_date of ['2026-09-01', '2026-06-02', '2026-07-15'])
    await bill(order.id, [{ line_id: lineOf(order), quantity: '1' }], { bill_date, ...late });
  const { reply } = await admin.call(wallets.supplier.statement, { params: { id: order.supplier.id } });
  expect(reply.entries.map(({ business_date, balance }) => [business_date, balance])).toEqual([
    ['2026-06-02', -10_000],
    ['2026-07-15', -20_000],
    ['2026-09-01', -30_000],
  ]);
  const july = await admin.call(wallets.supplier.statement, {
    params: { id: order.supplier.id },
    query: { from: '2026-07-01', to: '2026-07-31' },
  });
  expect(july.reply).toMatchObject({ opening_balance: -10_000, closing_balance: -20_000 });
  const ages = async (as_at: string) =>
    (await admin.call(agedCreditors.list, { query: { party_id: String(order.supplier.id), as_at } })).reply
      .data[0];
  expect(await ages('2026-07-31')).toMatchObject({ not_due: 10_000, days_30: 10_000, total: 20_000 });
  expect(await ages('2026-05-31')).toBeUndefined();
});

test('F03 V25 D7 a bill of a filed period posts on the first day after, as an adjustment of the next return', async () => {
  const order = await serviceOn('2026-03-05');
  await admin.call(vatPeriods.save, { body: { stagger: 'group_1', first_day: '2026-01-01' } });
  const filed = await admin.call(vatReturns.file, { body: { to: '2026-03-31' } });
  expect(filed.status).toBe(200);
  expect((await billFor(order, '2026-03-06', late)).status).toBe(200);
  expect((await postings(order))[0]).toBe('2026-04-01 2100 -60000');
  const box4 = async (to: string) => (await admin.call(vatReturns.get, { query: { to } })).reply.box_4;
  // The bill of 15 March existed at filing; this one is in the next return, with that of 22 April and
  // freight.
  expect(await box4('2026-03-31')).toBe(10_000);
  expect(await box4('2026-06-30')).toBe(10_000 + 10_000 + 60 + 60);
  expect(await breachesOf(app.db)).toEqual([]);
});
