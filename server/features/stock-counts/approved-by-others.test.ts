import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { type Approver, someApprovals } from '../../../tests/support/approvals';
import { breachesOf } from '../../../tests/support/books';
import { stockedProduct } from '../../../tests/support/shop';
import { someCounting } from '../../../tests/support/stocktakes';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let on: ReturnType<typeof someApprovals>;
let counting: Awaited<ReturnType<typeof someCounting>>;
let chief: Approver;
let clerk: Approver;
const rights = ['view_stock', 'adjust_stock', 'review_stock_count', 'view_cost'] as const;
beforeAll(async () => {
  app = await startTestApp();
  on = someApprovals(app);
  counting = await someCounting(app);
  chief = await on.approver('view_stock', 'review_stock_count', 'view_cost');
});
beforeEach(async () => {
  clerk = await on.approver(...rights);
  await on.limits({});
});
afterAll(() => app.close());

/** A product with so many pieces at £1.00 each. */
const pieces = (count: number) => stockedProduct(app.db, { pieces: String(count), cost: 100 });
const post = (id: number, who: Caller, more: object = {}) => counting.post(id, more, who);

test('P15 everyone who ever counted, cleared or valued a line is no one to approve it, whoever counted it last', async () => {
  await on.limits({ stock_count_limit: '5.00' });
  const [one, other, unknown] = [await pieces(100), await pieces(100), await pieces(0)];
  const id = await counting.started([one, other, unknown]);
  const clear = (product_id: number, who: Caller) =>
    who.call(stockCounts.count, { params: { id }, body: { product_id, how: 'clear' } });
  const [second, third] = [await on.approver(...rights), await on.approver(...rights)];
  await counting.count(id, one, '40', 'set', clerk);
  expect((await counting.recount(id, one, '39', '40')).status).toBe(200);
  await counting.count(id, other, '100', 'set', second);
  expect((await clear(other, second)).status).toBe(200);
  await sql`update stock_pools set last_unit_cost = null where product_id = ${unknown}`.execute(app.db);
  const valued = await third.call(stockCounts.cost, {
    params: { id },
    body: { product_id: unknown, cost_each: '1.00' },
  });
  expect(valued.status).toBe(200);
  for (const who of [clerk, second, third]) expect((await post(id, who)).status).toBe(403);
  const client_id = randomUUID();
  const needs = on.needsOf(await post(id, clerk, { client_id }));
  const ofCounter = (await on.give(clerk, second, client_id, needs)).reply.approvals;
  expect((await post(id, clerk, { client_id, approvals: ofCounter })).status, 'by one who counted').toBe(403);
  const { approvals } = (await on.give(clerk, chief, client_id, needs)).reply;
  expect((await post(id, clerk, { client_id, approvals })).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P15 the database refuses an approval by someone who counted, though another counted last', async () => {
  await on.limits({ stock_count_limit: '5.00' });
  const product = await pieces(100);
  const id = await counting.started([product]);
  await counting.count(id, product, '90', 'set', clerk);
  await counting.count(id, product, '90', 'set', counting.keeper);
  const raw = app.db.transaction().execute(async tx => {
    await sql`insert into document_approvals (document_type, document_id, revision, kind, up_to_pence, approved_by, approved_at, is_own)
      values ('stock_count', ${id}, 1, 'stock_count', 100000, ${clerk.userId}, now(), false)`.execute(tx);
    await sql`insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence, document_type,
        document_id, document_line, business_date, posted_by, posted_at)
      select ${product}, 'count', -10, -1000, 90, 9000, 'stock_count', id, 1, business_date, started_by, now()
      from stock_counts where id = ${id}`.execute(tx);
    await sql`update stock_counts set status = 'posted', uncounted = 'leave', ended_by = ${clerk.userId}, ended_at = now()
      where id = ${id}`.execute(tx);
  });
  await expect(raw).rejects.toThrow('is above what was approved');
});

test('P15 an approval covers what it was shown to do with uncounted products, and without an amount no more units', async () => {
  await on.limits({ stock_count_limit: '5.00' });
  const [one, other] = [await pieces(20), await pieces(8)];
  const id = await counting.started([one, other]);
  const blind = await on.approver('view_stock', 'adjust_stock', 'review_stock_count');
  await counting.count(id, one, '10', 'set', blind);
  const client_id = randomUUID();
  const { version } = (await clerk.call(stockCounts.get, { params: { id } })).reply;
  const left = on.needsOf(await post(id, blind, { client_id }));
  expect(left).toEqual([
    { kind: 'stock_count', count_id: id, version, uncounted: 'leave', units: '10', amount: null },
  ]);
  const forLeft = (await on.give(blind, chief, client_id, left)).reply.approvals;
  expect((await post(id, blind, { client_id, uncounted: 'nothing', approvals: forLeft })).status).toBe(403);
  const zero = on.needsOf(await post(id, blind, { client_id, uncounted: 'nothing' }));
  expect(zero).toMatchObject([{ uncounted: 'nothing', units: '18', amount: null }]);
  const forZero = (await on.give(blind, chief, client_id, zero)).reply.approvals;
  // 500 more of the uncounted product come in after the approval.
  await counting.move(other, '500');
  expect((await post(id, blind, { client_id, uncounted: 'nothing', approvals: forZero })).status).toBe(403);
  await counting.move(other, '-500');
  expect((await post(id, blind, { client_id, uncounted: 'nothing', approvals: forZero })).status).toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P15 neither limit is passed in parts: what was missing in stocktakes of one’s own counts together', async () => {
  await on.limits({ stock_count_limit: '50.00', write_off_limit: '50.00' });
  const product = await pieces(1000);
  let expected = 1000;
  const counted = async (more: number, who: Caller = clerk) => {
    const id = await counting.started([product]);
    expected += more;
    await counting.count(id, product, String(expected), 'set', who);
    return id;
  };
  expect((await post(await counted(-20), clerk)).status).toBe(200);
  expect((await post(await counted(30), clerk)).status, 'found counts by itself, with what was missing').toBe(
    200,
  );
  expect((await post(await counted(-30), clerk)).status, '£50.00').toBe(200);
  const third = await counted(-1);
  const refused = await post(third, clerk);
  expect([refused.status, refused.refusal.message]).toEqual([
    403,
    'Someone with permission must approve this: stocktake variances above the limit. It counts together with the £50.00 missing in stocktakes that you counted and posted today without approval.',
  ]);
  const lose = await clerk.call(stockAdjustments.create, {
    body: { reason: 'lost', lines: [{ product_id: product, quantity: '-1' }] },
  });
  expect([lose.status, lose.refusal.message]).toEqual([
    403,
    'Someone with permission must approve this: a write-off above the limit. It counts together with the £50.00 already written off, or missing in stocktakes, today without approval.',
  ]);
  expect((await post(third, chief)).status, 'by someone who did not count').toBe(200);
  const other = await counted(-40, clerk);
  expect((await post(other, chief)).status, 'the poster approves: nothing counts together').toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P15 the database refuses a stocktake that is above the limit together with others', async () => {
  const product = await pieces(1000);
  const counted = async (quantity: string) => {
    const id = await counting.started([product]);
    await counting.count(id, product, quantity, 'set', clerk);
    return post(id, clerk);
  };
  expect((await counted('996')).status).toBe(200);
  // The code sees no limit; the database sees one at the commit.
  await sql`create or replace function approval_limit(name text) returns bigint language sql stable as
    'select case name when ''stock_count_pence'' then 500::bigint end'`.execute(app.db);
  const { status, refusal } = await counted('994');
  expect([status, refusal.message]).toEqual([
    409,
    expect.stringMatching(/above the limit\. Have them approved/),
  ]);
});
