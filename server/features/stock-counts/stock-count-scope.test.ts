import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { stockCountLines, stockCounts } from '#domain/stock/stock-count.contract';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { breachesOf } from '../../../tests/support/books';
import { refused } from '../../../tests/support/refused';
import { someCounting } from '../../../tests/support/stocktakes';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let on: Awaited<ReturnType<typeof someCounting>>;
let counter: Caller;
beforeAll(async () => {
  app = await startTestApp();
  on = await someCounting(app);
  counter = await app.as('view_stock', 'adjust_stock');
});
afterAll(() => app.close());

const today = londonDate(new Date());

test('a blind count shows the expected quantity to reviewers only, in every place', async () => {
  const product = await on.stocked();
  const id = await on.started([product], { is_blind: true });
  const exporter = await app.as('view_stock', 'adjust_stock', 'export_data', 'view_cost');
  const reported = ['expected', 'difference', 'value', 'cost_needed', 'moved_meanwhile', 'cost_each'];
  const entered = (await on.count(id, product, '8', 'set', counter)).reply;
  for (const line of [entered.line, ...(await on.linesOf(id, {}, exporter))])
    for (const key of reported) expect(line).not.toHaveProperty(key);
  expect((await exporter.call(stockCounts.get, { params: { id } })).reply).not.toHaveProperty('review');
  for (const query of [
    { state: 'different' },
    { state: 'moved' },
    { sort_by: 'difference' },
    { sort_by: 'value' },
  ])
    for (const call of [stockCountLines.list, stockCountLines.export])
      expect((await exporter.call(call as never, { params: { id }, query } as never)).status).toBe(403);
  const file = await exporter.call(stockCountLines.export, { params: { id }, query: {} });
  expect(file.raw.toString()).not.toMatch(/Expected|Variance|Value/);
  const reviewer = await app.as('view_stock', 'review_stock_count');
  expect((await on.linesOf(id, {}, reviewer))[0]).toMatchObject({ expected: 10_000, difference: -2000 });
  expect((await on.linesOf(id, {}, reviewer))[0]).not.toHaveProperty('value');
  expect((await reviewer.call(stockCounts.get, { params: { id } })).reply.review).not.toHaveProperty('value');
  expect((await on.post(id, {}, counter)).status).toBe(403);
  expect((await on.post(id, {}, reviewer)).status).toBe(200);
  expect((await on.linesOf(id, {}, counter))[0]).toMatchObject({ expected: 10_000, difference: -2000 });
});

test('a product can be in one open stocktake at a time: the other is named, and the database enforces it too', async () => {
  const [product, other] = [await on.stocked({ name: 'Brown teapot' }), await on.stocked()];
  const answers = await Promise.all(Array.from({ length: 5 }, () => on.start([product])));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  const started = answers.find(({ status }) => status === 200)?.reply;
  expect(await refused(on.start([other, product]))).toBe(
    `409 Brown teapot is already being counted in ${started?.number}. Post or cancel that count first, or choose other products.`,
  );
  const copied = sql`insert into stock_count_lines (stock_count_id, line_number, product_id, sku, name, unit)
    select stock_count_id, 2, ${product}, sku, name, unit from stock_count_lines where product_id = ${product} limit 1`;
  await expect(copied.execute(app.db)).rejects.toThrow(/stock_count_lines_(name|count)_a_product/);
  await on.cancel(started?.id ?? 0);
  expect(await on.held(product)).toEqual([10_000, 1000]);
  expect((await on.start([other, product])).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('K2 an ended stocktake cannot be changed or deleted, in code or in the database', async () => {
  const product = await on.stocked();
  const id = await on.started([product]);
  await on.count(id, product, '9');
  await on.post(id);
  const before = await app.digest();
  for (const request of [
    on.count(id, product, '8'),
    on.post(id),
    on.cancel(id),
    on.keeper.call(stockCounts.update, { params: { id }, body: { business_date: today } }),
    on.keeper.call(stockCounts.cost, { params: { id }, body: { product_id: product, cost_each: '1.00' } }),
  ])
    expect(await refused(request)).toMatch(/^409 COUNT-\d+ is already posted/);
  for (const change of [
    `update stock_counts set note = 'x' where id = ${id}`,
    `update stock_count_lines set counted_quantity = 1 where stock_count_id = ${id}`,
    `delete from stock_count_lines where stock_count_id = ${id}`,
    'truncate stock_count_lines',
    'truncate stock_counts cascade',
  ])
    await expect(sql.raw(change).execute(app.db), change).rejects.toThrow('append-only');
  expect(await app.digest()).toBe(before);
});

test('D5 D6 variances are dated the day of the stocktake, which must be open', async () => {
  const product = await on.stocked();
  // The day before would be accepted in the hour after midnight.
  const earlier = addDays(today, -2);
  expect((await on.start([product], { business_date: earlier }, counter)).status).toBe(403);
  expect((await on.start([product], { business_date: addDays(today, 1) })).status).toBe(422);
  const id = await on.started([product], { business_date: earlier });
  await on.count(id, product, '9');
  expect(Object.keys((await on.post(id)).refusal.errors ?? {})).toEqual(['date_reason']);
  const edit = (business_date: string, version?: number) =>
    on.keeper.call(stockCounts.update, { params: { id }, body: { business_date, note: 'Late', version } });
  expect((await edit(earlier, 1)).status).toBe(409);
  expect((await edit(addDays(today, 1))).status).toBe(422);
  expect((await edit(earlier)).reply.note).toBe('Late');
  await sql`update books_lock set locked_through = ${earlier}`.execute(app.db);
  expect(Object.keys((await on.post(id, { date_reason: 'x' })).refusal.errors ?? {})).toEqual([
    'business_date',
  ]);
  const past = sql`update stock_counts set status = 'posted', uncounted = 'leave', ended_by = started_by, ended_at = now()
    where id = ${id}`;
  await expect(past.execute(app.db)).rejects.toThrow('books are locked');
  await sql`update books_lock set locked_through = null`.execute(app.db);
  await on.post(id, { date_reason: 'Counted last night' });
  const { reply } = await on.keeper.call(stockMovements.list, { query: { product_id: String(product) } });
  expect(reply.data[0]).toMatchObject({ business_date: earlier, kind: 'count' });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('the scope is a category, sub-category or products, and only what is kept in stock', async () => {
  const insert = async (table: string, values: string) =>
    (
      await sql
        .raw<{ id: number }>(`insert into ${table} values (default, ${values}) returning id`)
        .execute(app.db)
    ).rows[0]?.id ?? 0;
  const category = await insert('categories', `'Tea', 'active', 1, now(), now()`);
  const { rows } = await sql<{
    id: number;
  }>`insert into sub_categories (name, category_id, created_at, updated_at)
    values ('Green', ${category}, now(), now()) returning id`.execute(app.db);
  const part = rows[0]?.id ?? 0;
  await someProduct(app.db, { name: 'Zest', category_id: category });
  await someProduct(app.db, { name: 'Assam', category_id: category, sub_category_id: part });
  const service = await someProduct(app.db, { name: 'Tasting', category_id: category, is_stocked: false });
  const { reply: choices } = await counter.call(stockCounts.choices);
  expect(choices.categories).toMatchObject([
    { id: category, name: 'Tea', products: 2, being_counted: 0, sub_categories: [{ id: part, products: 1 }] },
  ]);
  const { reply } = await counter.call(stockCounts.create, {
    body: { scope: 'category', category_id: category },
  });
  expect(reply).toMatchObject({ scope_name: 'Tea', products: 2, counted: 0, is_blind: false });
  expect((await on.linesOf(reply.id)).map(line => line.name)).toEqual(['Assam', 'Zest']);
  expect((await on.linesOf(reply.id, { search: 'zes', state: 'not_counted' })).length).toBe(1);
  expect((await counter.call(stockCounts.choices)).reply.categories[0]?.being_counted).toBe(2);
  const before = await app.digest();
  for (const [field, body] of [
    ['category_id', { scope: 'category' }],
    ['category_id', { scope: 'category', category_id: 99_999_999 }],
    ['sub_category_id', { scope: 'sub_category' }],
    ['product_ids', { scope: 'products' }],
    ['product_ids.0', { scope: 'products', product_ids: [service] }],
    ['product_ids.0', { scope: 'products', product_ids: [99_999_999] }],
    ['scope', { scope: 'shelf' }],
  ] as const) {
    const { status, refusal } = await counter.call(stockCounts.create, { body });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  }
  expect(await refused(on.count(reply.id, service, '1'))).toMatch(/^422 This product is not in/);
  expect(await app.digest()).toBe(before);
  await on.cancel(reply.id);
});

test('the list, the lines and the sheet can be exported', async () => {
  const { call } = await app.as('view_stock', 'view_cost', 'export_data');
  const id = await on.posted([[await on.stocked(), '9']]);
  const { reply } = await call(stockCounts.list, { query: { status: 'posted' } });
  const row = reply.data.find(listed => listed.id === id);
  expect(row?.value).toBeTypeOf('number');
  expect((await counter.call(stockCounts.list, { query: {} })).reply.data[0]).not.toHaveProperty('value');
  const all = await call(stockCounts.export, { query: {} });
  expect(all.raw.toString()).toContain(row?.number);
  const params = { id };
  const lines = await call(stockCountLines.export, { params, query: { format: 'csv' } });
  expect(lines.raw.toString()).toMatch(/Expected.*Variance.*Value/);
  const sheet = await call(stockCounts.sheet, { params });
  expect([sheet.status, sheet.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
});
