import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LimitRequest } from '../../bench/limit/limit-requests';
import { type Limit, openLimit } from '../../bench/limit/open-limit';
import budgets from '../../bench/speed-budget.json' with { type: 'json' };
import { onlyRow } from '../../server/platform/database/only-row';
import type { Database } from '../../server/platform/database/open-database';
import { demoDay } from '../support/demo-template';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';
import { watchRoundTrips, withoutCaller } from '../support/watch-round-trips';

/** Two copies of the demo business: each write goes through the product in one and through its limit in the other. */
let product: Business;
let other: Business;
const wire = watchRoundTrips();
const today = '2026-11-22';
const userName = 'Ada Byrne';

type Business = {
  readonly app: TestApp;
  readonly admin: Caller & { readonly userId: number };
  readonly limit: Limit;
};

async function openBusiness(): Promise<Business> {
  const app = await startTestApp({ data: 'demo', clock: () => demoDay });
  const admin = await app.as('admin');
  // Test users are numbered; here both have one name, which the audit log and orders state.
  await app.db.updateTable('users').set({ name: userName }).where('id', '=', admin.userId).execute();
  return { app, admin, limit: openLimit(app.connection, 2) };
}

beforeAll(async () => {
  product = await openBusiness();
  other = await openBusiness();
});
afterAll(async () => {
  wire.stop();
  for (const { app, limit } of [product, other]) {
    await limit.close();
    await app.close();
  }
});

async function throughProduct({ app, admin }: Business, { method, address, body }: LimitRequest) {
  const answer = await app.app.inject({
    method: method as 'GET' | 'POST',
    url: address,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: body }),
  });
  expect(answer.statusCode, `${address}: ${answer.body}`).toBeLessThan(300);
  return answer.json<Record<string, unknown>>();
}

async function throughLimit({ app, admin, limit }: Business, request: LimitRequest) {
  const facts = {
    today,
    now: demoDay,
    user: { id: admin.userId, name: userName },
    requestId: 'any',
    clientAddress: '127.0.0.1',
  };
  const { status, text } = await limit.answer(request, facts);
  expect(status, `${request.address}: ${text} in ${app.connection.database}`).toBe(200);
  return JSON.parse(text) as Record<string, unknown>;
}

type Budget = { readonly statements: number; readonly roundTrips: number };

/** A request of the product sends no more than its budget. */
async function expectWithin({ statements, roundTrips }: Budget, work: () => Promise<unknown>): Promise<void> {
  const sent = withoutCaller(await wire.during(work));
  const texts = sent.map(({ text }) => text.slice(0, 200)).join('\n');
  expect(sent.length, texts).toBeLessThanOrEqual(statements);
  const trips = sent.filter(({ startsRoundTrip }) => startsRoundTrip);
  expect(trips.length, texts).toBeLessThanOrEqual(roundTrips);
}

const questions: Readonly<Record<keyof typeof budgets.reads, readonly string[]>> = {
  'products by name': ['/api/products?search=e', '/api/products?search=tea', '/api/products?search=100%25'],
  'a deep page of products': ['/api/products?page=2', '/api/products?page=900'],
  invoices: ['/api/sales'],
  customers: ['/api/customers'],
  'ledger lines': ['/api/ledger-lines'],
  'stock movements': ['/api/stock/movements'],
  'search over everything': ['/api/search?text=te', '/api/search?text=inv%2012', '/api/search?text=12'],
  'sales of a year': [
    '/api/reports/sales-summary?from=2026-01-01&to=2026-12-31',
    '/api/reports/sales-summary?from=2024-01-01&to=2024-12-31',
  ],
  'aged debtors': ['/api/aged-debtors', '/api/aged-debtors?as_at=2026-11-01'],
  'stock valuation': ['/api/stock/valuation', '/api/stock/valuation?as_at=2026-11-01'],
};

test.each(Object.entries(questions))(
  'F91 the limit gives the product’s answer: %s',
  async (name, addresses) => {
    for (const address of addresses) {
      const request = { method: 'GET', address };
      expect(await throughLimit(product, request), address).toEqual(await throughProduct(product, request));
      await expectWithin(budgets.reads[name as keyof typeof budgets.reads], () =>
        throughProduct(product, request),
      );
    }
  },
);

/** Columns that differ with each request: hashes and salts, and names of the transaction. */
const ofTheRequest = [
  'request_id',
  'client_hash',
  'hash',
  'subject_salt',
  'subject_hash',
  'actor_salt',
  'actor_hash',
  'posted_in',
];

type Left = Readonly<Record<string, readonly unknown[]>>;

/** Every row that was written since a transaction, by table, without the columns above. */
async function rowsWritten(db: Database, since: number): Promise<Left> {
  const tables = await db.introspection.getTables();
  const names = tables.filter(({ schema, isView }) => schema === 'public' && !isView).map(({ name }) => name);
  const parts = names.map(
    name => sql`
      select ${sql.lit(name)} as name, jsonb_agg(kept order by kept::text) as rows
      from (select to_jsonb(t) - ${ofTheRequest}::text[] as kept from ${sql.table(name)} t where t.xmin::text::bigint >= ${since}) written
      having count(*) > 0`,
  );
  const { rows } = await sql<{ name: string; rows: unknown[] }>`${sql.join(parts, sql` union all `)}`.execute(
    db,
  );
  return Object.fromEntries(rows.filter(({ name }) => name !== 'sessions').map(row => [row.name, row.rows]));
}

async function nextTransaction(db: Database): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`.execute(db);
  return onlyRow(rows).next;
}

/** Sends a write to both copies. Both leave the same rows, in the tables named. */
async function expectSameRows(
  name: keyof typeof budgets.writes,
  request: LimitRequest,
  tables: readonly string[],
) {
  const left = async (business: Business, write: () => Promise<unknown>) => {
    const since = await nextTransaction(business.app.db);
    await write();
    return rowsWritten(business.app.db, since);
  };
  const ours = await left(product, () =>
    expectWithin(budgets.writes[name], () => throughProduct(product, request)),
  );
  const theirs = await left(other, () => throughLimit(other, request));
  expect(theirs).toEqual(ours);
  expect(Object.keys(ours).toSorted()).toEqual(tables);
}

const post = (address: string, body: object): LimitRequest => ({
  method: 'POST',
  address,
  body: JSON.stringify(body),
});

/** Three products at a price including VAT above their cost, without a promotion or a quantity break. */
async function goods(): Promise<{ id: number; price: number }[]> {
  const { rows } = await sql<{ id: number; price: number }>`
    select p.id, p.price_pence as price from products p join stock_pools s on s.product_id = p.id
    where p.status = 'active' and p.is_stocked and p.price_includes_vat and s.quantity > 5
      and p.price_pence > 2 * s.value_pence / s.quantity
      and not exists (select from quantity_breaks b where b.product_id = p.id)
      and not exists (select from promotion_products c where c.product_id = p.id)
      and not exists (select from promotion_categories c where c.category_id = p.category_id)
    order by p.id desc limit 3`.execute(product.app.db);
  expect(rows).toHaveLength(3);
  return rows;
}

const posted = ['audit_log', 'journal_lines', 'journals', 'number_series'];

test('F91 a sale through the limit leaves the product’s rows', async () => {
  const sold = await goods();
  const total = (sold.reduce((sum, { price }) => sum + price, 0) / 100).toFixed(2);
  const sale = post('/api/sales', {
    client_id: randomUUID(),
    channel: 'till',
    customer_id: null,
    lines: sold.map(({ id }) => ({ product_id: id, quantity: '1' })),
    expected_total: total,
    tenders: [{ method: 'credit_card', tendered: total }],
  });
  await expectSameRows(
    'a sale, one till',
    sale,
    [
      ...posted,
      'sale_lines',
      'sale_tenders',
      'sales',
      'stock_movements',
      'stock_pools',
      'vat_entries',
    ].toSorted(),
  );
});

test('F91 a stock adjustment through the limit leaves the product’s rows', async () => {
  const lines = (await goods()).map(({ id }, index) => ({ product_id: id, quantity: `-${index + 1}` }));
  await expectSameRows(
    'a stock adjustment',
    post('/api/stock/adjustments', { reason: 'damaged', lines }),
    [...posted, 'stock_adjustments', 'stock_movements', 'stock_pools'].toSorted(),
  );
});

/** The same order in both copies, sent to the supplier. */
async function sentOrder(body: object): Promise<{ id: number; lines: { id: number; quantity: string }[] }> {
  const orders = [];
  for (const business of [product, other]) {
    const { id } = await throughProduct(business, post('/api/purchases', body));
    orders.push(await throughProduct(business, post(`/api/purchases/${String(id)}/mark-sent`, {})));
  }
  expect(orders[1]).toEqual(orders[0]);
  return orders[0] as never;
}

test('F91 a receipt, a bill and a payment through the limit leave the product’s rows', async () => {
  const supplier = await product.app.db
    .selectFrom('suppliers')
    .select('id')
    .where('status', '=', 'active')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const ordered = (await goods()).map(({ id }, index) => ({
    product_id: id,
    quantity: `${index + 2}.5`,
    unit_price: '1.37',
    discount_percent: '3',
  }));
  const { id, lines } = await sentOrder({ supplier_id: supplier.id, lines: ordered });
  await expectSameRows(
    'a receipt of goods',
    post(`/api/purchases/${id}/receive`, {}),
    [
      ...posted,
      'goods_received_lines',
      'goods_received_notes',
      'purchase_order_lines',
      'purchase_orders',
      'stock_movements',
      'stock_pools',
    ].toSorted(),
  );
  await expectSameRows(
    "a supplier's bill",
    post(`/api/purchases/${id}/bills`, {
      supplier_bill_number: 'L-1',
      bill_date: today,
      lines: lines.map(line => ({ line_id: line.id, quantity: line.quantity })),
    }),
    [
      ...posted,
      'goods_received_lines',
      'late_costs',
      'party_balances',
      'party_items',
      'purchase_order_lines',
      'purchase_orders',
      'supplier_bill_lines',
      'supplier_bill_receipts',
      'supplier_bills',
      'vat_entries',
    ].toSorted(),
  );
  await expectSameRows(
    'a payment',
    post('/api/payments', {
      supplier_id: supplier.id,
      amount: '5.00',
      payment_method: 'bank_transfer',
      allocations: [{ purchase_order_id: id, amount: '5.00' }],
    }),
    [...posted, 'allocations', 'party_balances', 'party_items', 'payment_allocations', 'payments'].toSorted(),
  );
});
