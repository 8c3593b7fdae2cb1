import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productMargins } from '#domain/reports/product-margins.contract';
import { reportDocuments, salesSummaries } from '#domain/reports/sales-summary.contract';
import { breachesOf } from '../../../tests/support/books';
import { orderDesk } from '../../../tests/support/orders';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';

let app: TestApp;
let now = new Date();
let owner: Caller;
let viewer: Caller;
let tea: number;
let cake: number;
const [first, second] = ['2031-03-01', '2031-03-02'] as const;
const days = { from: first, to: second };

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  const shop = await sellOnTwoDays(app, day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
  tea = shop.tea;
  // A cake costs 25p and sells for £1.20: £1.00 excluding VAT.
  cake = await stockedProduct(app.db, { name: 'Cake', price: 120 as never, cost: 25 });
  const seller = await app.as('view_pos', 'create_sale', 'view_sale', 'refund_sale');
  const { sold, refund } = shopFloor(() => ({ app, seller, till: shop.till }));
  const sale = await sold([{ product_id: cake, quantity: '3' }], 360);
  // One is returned broken: its cost leaves account 5000 all the same (rule I5).
  await refund(sale, [{ line_number: 1, quantity: '1', goods: 'damaged' }], 120);
  owner = await app.as('admin');
  viewer = await app.as('view_dashboard', 'export_data');
});
afterAll(() => app.close());

const list = async (query: Record<string, string>, who = owner) =>
  (await who.call(productMargins.list, { query })).reply.data;
const totals = async (query: Record<string, string>, who = owner) =>
  (await who.call(productMargins.totals, { query })).reply;

test('R1 quantity, revenue, cost at the time of sale, profit, margin and mark-up of each product', async () => {
  expect(await list(days)).toEqual([
    // £11.67 on the first day and −£1.67 on the second, five pieces left at £1.00.
    {
      key: String(tea),
      label: 'Tea',
      sku: expect.any(String),
      quantity: 5000,
      revenue: 1000,
      cost: 500,
      profit: 500,
      margin: 5000,
      markup: 10_000,
    },
    {
      key: String(cake),
      label: 'Cake',
      sku: expect.any(String),
      quantity: 2000,
      revenue: 200,
      cost: 50,
      profit: 150,
      margin: 7500,
      markup: 30_000,
    },
  ]);
  expect((await list({ ...days, sort_by: 'margin', sort_order: 'desc' })).map(({ label }) => label)).toEqual([
    'Cake',
    'Tea',
  ]);
  expect((await list({ ...days, search: 'cak' })).map(({ label }) => label)).toEqual(['Cake']);
  expect((await list({ from: '2031-01-01', to: '2031-01-31' })).length).toBe(0);
});

test('R1 A14 the totals are sums, agree with the sales summary, and cost with account 5000', async () => {
  const all = await totals({ ...days, compare: 'previous' });
  expect(all.totals).toEqual({
    quantity: 7000,
    revenue: 1200,
    cost: 550,
    profit: 650,
    margin: 5417,
    markup: 11_818,
  });
  expect(all.before).toMatchObject({ quantity: 0, revenue: 0, margin: null, markup: null });
  expect(all.ledger).toEqual({ sold: 550, variance: 0, services: 0, other: 0, account: 550 });
  const { rows } = await sql<{ moved: number }>`select sum(debit_pence - credit_pence)::bigint as moved
    from journal_lines where account_code = '5000' and business_date between ${first} and ${second}`.execute(
    app.db,
  );
  expect(rows[0]?.moved).toBe(all.ledger?.account);
  const summary = (await owner.call(salesSummaries.show, { query: days })).reply;
  expect(all.totals.revenue).toBe(summary.totals.net_revenue);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R1 every grouping has the same total, and the documents behind a row add up to it', async () => {
  for (const group of ['product', 'category', 'brand', 'customer', 'cashier']) {
    const rows = await list({ ...days, group });
    expect(
      rows.reduce((sum, row) => sum + row.revenue, 0),
      group,
    ).toBe(1200);
    expect(
      rows.reduce((sum, row) => sum + (row.cost ?? 0), 0),
      group,
    ).toBe(550);
    for (const row of rows) {
      const query = { ...days, [`${group}_id`]: row.key };
      const behind = (await owner.call(reportDocuments.totals, { query })).reply;
      expect([behind.net, behind.quantity, behind.cost], row.label).toEqual([
        row.revenue,
        row.quantity,
        row.cost,
      ]);
    }
  }
});

test('R1 cost and margin need permission to see cost: in rows, totals, order, files and documents', async () => {
  const [row] = await list(days, viewer);
  expect(row).toEqual({
    key: String(tea),
    label: 'Tea',
    sku: expect.any(String),
    quantity: 5000,
    revenue: 1000,
  });
  expect(await totals(days, viewer)).toMatchObject({
    totals: { quantity: 7000, revenue: 1200 },
    ledger: null,
  });
  expect((await totals(days, viewer)).totals).not.toHaveProperty('profit');
  for (const sort_by of ['profit', 'margin']) {
    expect((await viewer.call(productMargins.list, { query: { ...days, sort_by } })).status).toBe(403);
    expect((await viewer.call(productMargins.export, { query: { ...days, sort_by } })).status).toBe(403);
    expect((await viewer.call(productMargins.pdf, { query: { ...days, sort_by } })).status).toBe(403);
  }
  const file = async (who: Caller) => String((await who.call(productMargins.export, { query: days })).raw);
  expect(await file(viewer)).not.toMatch(/Cost|Margin/);
  expect(await file(owner)).toContain('Tea,5,10.00,5.00,5.00,50.00,100.00');
  const documents = (await viewer.call(reportDocuments.list, { query: days })).reply.data;
  expect(documents[0]).not.toHaveProperty('cost');
});

test('R1 the PDF has no cost without permission to see it', async () => {
  const text = await textOfPdf((await viewer.call(productMargins.pdf, { query: days })).raw);
  expect(text).toContain('Tea');
  expect(text).not.toMatch(/Cost|Margin %|profit/);
});

test('R1 F45 names of suppliers need permission to see suppliers: as groups, and as a filter of documents', async () => {
  const buyer = await app.as('view_dashboard', 'export_data', 'view_supplier');
  const grouped = { ...days, group: 'supplier' };
  for (const margins of [
    productMargins.list,
    productMargins.totals,
    productMargins.export,
    productMargins.pdf,
  ] as const)
    for (const [who, status] of [
      [viewer, 403],
      [buyer, 200],
    ] as const)
      expect((await who.call(margins as typeof productMargins.list, { query: grouped })).status).toBe(status);
  for (const documents of [reportDocuments.list, reportDocuments.totals, reportDocuments.export] as const)
    for (const [who, status] of [
      [viewer, 403],
      [buyer, 200],
    ] as const)
      expect(
        (
          await who.call(documents as typeof reportDocuments.list, {
            query: { ...days, supplier_id: 'none' },
          })
        ).status,
      ).toBe(status);
});

test('R1 the totals and the PDF of a search are those of its rows, without account 5000', async () => {
  // Two cakes left at £1.00, which cost 50p; a search is trimmed as in the list.
  for (const search of ['cak', ' Cak ']) {
    const found = await totals({ ...days, search, compare: 'previous' });
    expect(found.totals).toEqual({
      quantity: 2000,
      revenue: 200,
      cost: 50,
      profit: 150,
      margin: 7500,
      markup: 30_000,
    });
    expect(found.before).toMatchObject({ quantity: 0, revenue: 0, margin: null });
    expect(found.ledger).toBeNull();
  }
  expect((await totals({ ...days, search: 'ea', group: 'category' })).totals).toMatchObject({ revenue: 0 });
  expect((await totals({ ...days, search: '  ' })).ledger).not.toBeNull();
  const text = await textOfPdf(
    (await owner.call(productMargins.pdf, { query: { ...days, search: 'cak' } })).raw,
  );
  expect(text).toContain('Cake');
  expect(text).not.toMatch(/Tea|12\.00|Account 5000/);
});

test('R1 a product counts for the supplier of its last order, and the documents behind add up to the row', async () => {
  const { sent, draft } = orderDesk(() => ({ app, admin: owner }));
  const before = await list({ ...days, group: 'supplier' });
  expect(before.map(({ key, label }) => [key, label])).toEqual([['none', 'No supplier']]);
  await sent([{ product_id: tea }, { product_id: cake }]);
  const last = await sent([{ product_id: tea }]);
  // An order that was never sent does not count as a source.
  await draft([{ product_id: cake }]);
  const rows = await list({ ...days, group: 'supplier' });
  expect(rows.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(before[0]?.revenue);
  expect(rows.find(({ key }) => key === String(last.supplier.id))).toMatchObject({
    revenue: 1000,
    cost: 500,
  });
  expect(rows).toHaveLength(2);
  for (const { key, revenue, cost, quantity } of rows) {
    const query = { ...days, supplier_id: key };
    expect((await owner.call(reportDocuments.totals, { query })).reply).toMatchObject({
      net: revenue,
      cost,
      quantity,
    });
  }
});

test('R1 several categories, and products without one, are shown together; the documents behind add up', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into categories (name, created_at, updated_at) values ('Drinks', now(), now()), ('Toys', now(), now())
    returning id`.execute(app.db);
  const [drinks, toys] = rows.map(({ id }) => String(id));
  await sql`update products set category_id = ${Number(drinks)} where id = ${tea}`.execute(app.db);
  for (const [category_id, found, revenue] of [
    [drinks, ['Tea'], 1000],
    ['none', ['Cake'], 200],
    [`${drinks},none`, ['Tea', 'Cake'], 1200],
    [`${drinks},${toys}`, ['Tea'], 1000],
    [`none,${toys}`, ['Cake'], 200],
    [toys, [], 0],
  ] as const) {
    const query = { ...days, category_id: category_id ?? '' };
    expect((await list(query)).map(({ label }) => label)).toEqual(found);
    expect((await totals(query)).totals.revenue).toBe(revenue);
    expect((await owner.call(reportDocuments.totals, { query })).reply.net).toBe(revenue);
  }
});
