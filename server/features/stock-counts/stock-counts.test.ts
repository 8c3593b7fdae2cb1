import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { journals } from '#domain/journals/journal.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
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

test('I8 sales and receipts after a line was counted are kept: only the variance is posted', async () => {
  const [missing, found, right] = [await on.stocked(), await on.stocked(), await on.stocked()];
  const [inventory, shrinkage] = [await balanceOf(app.db, '1200'), await balanceOf(app.db, '5100')];
  const id = await on.started([missing, found, right], { note: 'Shelf 4' });
  await on.move(missing, '-1');
  await on.count(id, missing, '7');
  await on.count(id, found, '12.5');
  await on.count(id, right, '10');
  // After counting, goods go out and come in.
  await on.move(missing, '-2');
  await on.move(missing, '5');
  await on.move(found, '-4');
  await on.move(right, '-10');
  const before = await Promise.all([missing, found, right].map(on.held));
  const { status, reply } = await on.post(id);
  expect([status, reply.status, reply.counted, reply.products]).toEqual([200, 'posted', 3, 3]);
  // Expected 9 when 7 were counted; expected 10 when 12.5 were.
  const after = await Promise.all([missing, found, right].map(on.held));
  expect(after.map(([quantity], index) => Number(quantity) - Number(before[index]?.[0]))).toEqual([
    -2000, 2500, 0,
  ]);
  expect(after[2]).toEqual([0, 0]);
  const { reply: movements } = await on.keeper.call(stockMovements.list, { query: { search: reply.number } });
  // By name, like the lines of a stocktake: "Product 10" comes before "Product 9".
  const posted = movements.data.toSorted((one, other) => one.product.id - other.product.id);
  const reason = 'Stocktake: Shelf 4';
  expect(posted.map(row => [row.product.id, row.kind, row.quantity, row.document.link, row.reason])).toEqual([
    [missing, 'count', -2000, `/stock/counts/${id}`, reason],
    [found, 'count', 2500, `/stock/counts/${id}`, reason],
  ]);
  // All cost £1.00 each: two are missing, two and a half were found.
  expect(reply.review).toMatchObject({ differences: 2, missing_value: 200, found_value: 250, value: 50 });
  const moved = (await balanceOf(app.db, '1200')) - inventory;
  expect(moved).toBe(-100 - 200 + 500 - 200 - 400 + 250 - 1000);
  expect((await balanceOf(app.db, '5100')) - shrinkage).toBe(-moved);
  const { reply: journal } = await on.keeper.call(journals.get, { params: { id: reply.journal_id ?? 0 } });
  expect(journal).toMatchObject({ kind: 'stock_count', narrative: `Stocktake ${reply.number}` });
  expect((await app.audits())[0]).toMatchObject({
    action: 'posted',
    record_type: 'stock_count',
    record_id: id,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I8 recounting a line takes a new snapshot; scans add up and flag stock that moved between them', async () => {
  const product = await on.stocked();
  const id = await on.started([product]);
  await on.count(id, product, '4');
  await on.move(product, '-3');
  expect((await on.count(id, product, '6')).reply.line).toMatchObject({
    counted: 6000,
    expected: 7000,
    difference: -1000,
  });
  expect((await on.count(id, product, '1', 'add')).reply.line).toMatchObject({
    counted: 7000,
    moved_meanwhile: false,
  });
  await on.move(product, '-1');
  const scanned = (await on.count(id, product, '1', 'add')).reply.line;
  expect(scanned).toMatchObject({ counted: 8000, expected: 6000, moved_meanwhile: true });
  expect((await on.linesOf(id, { state: 'moved' })).length).toBe(1);
  const cleared = await on.keeper.call(stockCounts.count, {
    params: { id },
    body: { product_id: product, how: 'clear' },
  });
  expect(cleared.reply).toMatchObject({ counted: 0, products: 1, line: { counted: null, expected: 6000 } });
  expect((await on.count(id, product, '1', 'add')).reply.line).toMatchObject({
    counted: 1000,
    moved_meanwhile: false,
  });
  expect(await refused(on.count(id, product, '9999999', 'add'))).toMatch(/^422 This is more/);
  expect(await refused(on.count(id, product, '12345670'))).toMatch(/^422 Enter 9,999,999 or less/);
  const { rows } =
    await sql`select (select max(id) from stock_movements where product_id = ${product}) = expected_movement_id
    as is_last from stock_count_lines where product_id = ${product}`.execute(app.db);
  expect(rows).toEqual([{ is_last: true }]);
  await on.cancel(id);
});

test('F12 a count that another user replaced meanwhile is not overwritten unseen; a scan adds to it', async () => {
  const product = await on.stocked({ name: 'Brown teapot' });
  const count = await on.started([product]);
  const set = (who: Caller, quantity: string, replaces: string | null) =>
    who.call(stockCounts.count, {
      params: { id: count },
      body: { product_id: product, how: 'set', quantity, replaces },
    });
  expect((await set(counter, '7', null)).reply.line.counted).toBe(7000);
  const lost = await set(on.keeper, '5', null);
  expect([lost.status, lost.refusal.message]).toEqual([
    409,
    expect.stringMatching(
      /^.+ has counted 7 of Brown teapot meanwhile\. Agree on one figure, then enter it again\.$/,
    ),
  ]);
  const clear = await on.keeper.call(stockCounts.count, {
    params: { id: count },
    body: { product_id: product, how: 'clear', replaces: '6' },
  });
  expect(clear.status).toBe(409);
  // One that says nothing of what it saw has seen nothing.
  expect(await refused(on.count(count, product, '3'))).toMatch(
    /^409 .+ has counted 7 of Brown teapot meanwhile/,
  );
  const blindly = { product_id: product, how: 'clear' } as const;
  expect((await on.keeper.call(stockCounts.count, { params: { id: count }, body: blindly })).status).toBe(
    409,
  );
  // The same figure is no conflict, nor one's own; and one that was seen can be replaced.
  expect((await set(on.keeper, '7', null)).status).toBe(200);
  expect((await set(on.keeper, '8', null)).reply.line.counted).toBe(8000);
  expect((await set(counter, '5', '8')).reply.line.counted).toBe(5000);
  expect((await on.count(count, product, '1', 'add')).reply.line.counted).toBe(6000);
  await on.cancel(count);
});

test('what was previewed is what is posted, and the version says what was reviewed', async () => {
  const products = await Promise.all(
    [3, 7, 9].map(async pieces => {
      const id = await someProduct(app.db);
      await on.move(id, String(pieces), '10.00');
      return id;
    }),
  );
  const id = await on.started(products);
  await Promise.all(
    products.map((product, index) => on.count(id, product, ['1', '9.5', '8.999'][index] ?? '0')),
  );
  const { reply: reviewed } = await on.keeper.call(stockCounts.get, { params: { id } });
  const largest = await on.linesOf(id, { sort_by: 'value', sort_order: 'desc' });
  expect(largest.map(line => line.value)).toEqual([-667, 357, 0]);
  expect(reviewed.review).toMatchObject({ differences: 3, value: 357 - 667, uncounted_with_stock: 0 });
  await on.count(id, products[0] ?? 0, '2');
  expect(await refused(on.post(id, { version: reviewed.version }))).toMatch(
    /^409 This stocktake has changed/,
  );
  await on.count(id, products[0] ?? 0, '1');
  const { reply: now } = await on.keeper.call(stockCounts.get, { params: { id } });
  const { reply } = await on.post(id, { version: now.version });
  expect(reply.review).toMatchObject({ value: 357 - 667, missing_value: 667, found_value: 357 });
  expect(await on.linesOf(id, { sort_by: 'difference', sort_order: 'desc', state: 'missing' })).toMatchObject(
    [
      { difference: -2000, value: -667, expected: 3000 },
      { difference: -1, value: 0 },
    ],
  );
});

test('F86 the lines of a stocktake by state: counted or not, different, missing and found', async () => {
  const [missing, found, right, uncounted] = [
    await on.stocked(),
    await on.stocked(),
    await on.stocked(),
    await on.stocked(),
  ];
  const id = await on.started([missing, found, right, uncounted]);
  await on.count(id, missing, '7');
  await on.count(id, found, '12');
  await on.count(id, right, '10');
  const inState = async (state: string) =>
    new Set((await on.linesOf(id, { state })).map(line => line.product_id));
  const ids = (...products: number[]) => new Set(products);
  expect(await inState('counted')).toEqual(ids(missing, found, right));
  expect(await inState('not_counted')).toEqual(ids(uncounted));
  expect(await inState('different')).toEqual(ids(missing, found));
  expect(await inState('missing')).toEqual(ids(missing));
  expect(await inState('found')).toEqual(ids(found));
});

test('uncounted products keep their stock, or are set to zero when chosen', async () => {
  const [counted, uncounted, gone] = [await on.stocked(), await on.stocked(), await on.stocked()];
  const first = await on.started([counted, uncounted]);
  expect(await refused(on.post(first))).toMatch(/^409 Nothing has been counted in COUNT-\d+ yet/);
  await on.count(first, counted, '10');
  expect((await on.post(first)).reply).toMatchObject({
    uncounted: 'leave',
    journal_id: null,
    review: { differences: 0 },
  });
  expect(await on.held(uncounted)).toEqual([10_000, 1000]);
  const second = await on.started([counted, gone]);
  await on.count(second, counted, '9');
  const { reply: before } = await on.keeper.call(stockCounts.get, { params: { id: second } });
  expect(before.review).toMatchObject({ uncounted_with_stock: 1, uncounted_value: 1000, value: -100 });
  expect((await on.post(second, { uncounted: 'nothing' })).reply.review).toMatchObject({
    differences: 2,
    value: -1100,
  });
  expect(await on.held(gone)).toEqual([0, 0]);
  expect(
    (await on.linesOf(second, { sort_by: 'difference' })).map(line => [line.counted, line.expected]),
  ).toEqual([
    [9000, 10_000],
    [0, 10_000],
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I8 of many posts at once one succeeds, and nothing is counted during posting', async () => {
  const product = await on.stocked();
  const id = await on.started([product]);
  await on.count(id, product, '6');
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => on.post(id)),
    ...Array.from({ length: 10 }, () => on.count(id, product, '5', 'set', counter)),
    on.cancel(id),
  ]);
  expect([...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b)).toEqual([200, 409]);
  const { reply } = await on.keeper.call(stockCounts.get, { params: { id } });
  expect(reply.status === 'cancelled' ? await on.held(product) : [reply.status]).toEqual(
    reply.status === 'cancelled' ? [10_000, 1000] : ['posted'],
  );
  const { rows } = await sql<{ moved: number }>`select count(*)::int as moved from stock_movements
    where document_type = 'stock_count' and document_id = ${id}`.execute(app.db);
  expect(rows[0]?.moved).toBe(reply.status === 'posted' ? 1 : 0);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I8 ten posts over ten connections move stock once', async () => {
  const product = await on.stocked();
  const id = await on.started([product]);
  await on.count(id, product, '6');
  const answers = await Promise.all(Array.from({ length: 10 }, () => on.post(id)));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array(9).fill(409)]);
  expect(await on.held(product)).toEqual([6000, 600]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I7 found goods without a known cost need one; where it is known none is accepted', async () => {
  const [unknown, known] = [await someProduct(app.db, { name: 'Odd cup' }), await on.stocked()];
  const id = await on.started([unknown, known]);
  expect((await on.count(id, unknown, '1.5')).reply.line).toMatchObject({ cost_needed: true, value: null });
  expect((await on.keeper.call(stockCounts.get, { params: { id } })).reply.review?.costs_needed).toBe(1);
  const before = await app.digest();
  const { status, refusal } = await on.post(id);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['cost_each']]);
  expect(refusal.message).toMatch(/^The cost of Odd cup/);
  expect(await app.digest()).toBe(before);
  const cost = (product_id: number, cost_each: string | null) =>
    on.keeper.call(stockCounts.cost, { params: { id }, body: { product_id, cost_each } });
  expect(await refused(cost(known, '3.00'))).toMatch(/is already known/);
  expect((await cost(unknown, '-1.00')).status).toBe(422);
  await on.count(id, unknown, '9999999');
  await cost(unknown, '9999999999.99');
  const { reply: absurd } = await on.keeper.call(stockCounts.get, { params: { id } });
  expect(absurd.review?.found_value).toBe(1_000_000_000_000);
  expect(await refused(on.post(id))).toMatch(/^422 This is more of Odd cup than can be recorded/);
  await on.count(id, unknown, '1.5');
  expect((await cost(unknown, '0.33')).reply.review).toMatchObject({ costs_needed: 0, found_value: 50 });
  expect((await on.post(id)).status).toBe(200);
  expect(await on.held(unknown)).toEqual([1500, 50]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F08 M3 found goods are valued at quantity times a cost of six decimals, rounded once', async () => {
  const product = await someProduct(app.db, { name: 'Paper bag' });
  const id = await on.started([product]);
  await on.count(id, product, '1234');
  const body = { product_id: product, cost_each: '0.0312' };
  const { reply } = await on.keeper.call(stockCounts.cost, { params: { id }, body });
  // 1,234 at 3.12p are 3,850.08p.
  expect(reply.review).toMatchObject({ costs_needed: 0, found_value: 3850 });
  expect((await on.linesOf(id, {}, on.keeper))[0]).toMatchObject({ cost_each: '0.0312', value: 3850 });
  expect((await on.post(id)).status).toBe(200);
  expect(await on.held(product)).toEqual([1_234_000, 3850]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I9 I10 no more can be missing than is in stock; sales below zero are covered first', async () => {
  const [strict, free] = [await on.stocked({ name: 'Strict' }), await on.stocked({ stock_policy: 'allow' })];
  const id = await on.started([strict, free]);
  await on.count(id, strict, '2');
  await on.move(strict, '-5');
  await on.move(free, '-12');
  await on.count(id, free, '3');
  expect(await refused(on.post(id))).toMatch(
    /^409 The count shows 8 of Strict .* fallen to 5\. Count it again\.$/,
  );
  await on.count(id, strict, '4');
  expect((await on.post(id)).status).toBe(200);
  expect([await on.held(strict), await on.held(free)]).toEqual([
    [4000, 400],
    [3000, 300],
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I8 the check finds a variance without a movement, and a movement without its line', async () => {
  // On a database of its own, whose books do not hold afterwards.
  const broken = await startTestApp();
  onTestFinished(() => broken.close());
  const counting = await someCounting(broken);
  const product = await counting.stocked();
  const id = await counting.started([product]);
  await counting.count(id, product, '8');
  await sql`update stock_count_lines set is_open = false, value_pence = -200, variance_pence = 0 where stock_count_id = ${id}`.execute(
    broken.db,
  );
  await sql`update stock_counts set status = 'posted', uncounted = 'leave', ended_by = started_by, ended_at = now()
    where id = ${id}`.execute(broken.db);
  await sql`insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence, document_type,
      document_id, document_line, business_date, posted_by, posted_at)
    select ${product}, 'count', -1, 0, 9, 0, 'stock_count', ${id}, 99, ${today}, started_by, now() from stock_counts where id = ${id}`.execute(
    broken.db,
  );
  const breaches = (await breachesOf(broken.db)).filter(breach => breach.startsWith('I8'));
  expect(breaches).toHaveLength(2);
});
