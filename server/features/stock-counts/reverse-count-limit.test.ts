import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { type Approver, someApprovals } from '../../../tests/support/approvals';
import { breachesOf } from '../../../tests/support/books';
import { someCounting } from '../../../tests/support/stocktakes';
import { stockedProduct } from '../../../tests/support/shop';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let on: ReturnType<typeof someApprovals>;
let counting: Awaited<ReturnType<typeof someCounting>>;
let chief: Approver;
let product: number;
/** A new user for each test: a day's write-offs are those of one user. */
let clerk: Approver;
beforeAll(async () => {
  app = await startTestApp();
  on = someApprovals(app);
  counting = await someCounting(app);
  chief = await on.approver('approve_variance', 'review_stock_count', 'view_cost');
});
beforeEach(async () => {
  clerk = await on.approver('view_stock', 'adjust_stock', 'review_stock_count', 'view_cost');
  // 1,000 pieces at £1.00 each.
  product = await stockedProduct(app.db, { pieces: '1000', cost: 100 });
  await on.limits({});
});
afterAll(() => app.close());

/** A stocktake posted by someone else, which found so many more or fewer pieces. */
async function counted(more: number): Promise<number> {
  const id = await counting.started([product]);
  const { expected } = (await counting.linesOf(id))[0] ?? {};
  await counting.count(id, product, String((expected ?? 0) / 1000 + more));
  expect((await counting.post(id)).status).toBe(200);
  return id;
}
const reverse = (id: number, more: object = {}) =>
  clerk.call(stockCounts.reverse, { params: { id }, body: { reason: 'Wrong shelf', ...more } });
const versionOf = async (id: number) => (await clerk.call(stockCounts.get, { params: { id } })).reply.version;
const lose = (pieces: number) =>
  clerk.call(stockAdjustments.create, {
    body: { reason: 'lost', lines: [{ product_id: product, quantity: `-${pieces}` }] },
  });

test('P15 I8 a reversal above the limit of variances needs a second person, whose approval is for it alone', async () => {
  const id = await counted(-6);
  await on.limits({ stock_count_limit: '5.00' });
  const client_id = randomUUID();
  const refused = await reverse(id, { client_id });
  expect([refused.status, refused.refusal.message]).toEqual([
    403,
    'Someone with permission must approve this: stocktake variances above the limit.',
  ]);
  expect((await clerk.call(stockCounts.get, { params: { id } })).reply.status).toBe('posted');
  const needs = on.needsOf(refused);
  expect(needs).toEqual([
    {
      kind: 'stock_count',
      count_id: id,
      version: await versionOf(id),
      uncounted: null,
      units: '6',
      amount: '6.00',
    },
  ]);
  expect((await on.give(clerk, clerk, client_id, needs)).status, 'not their own').toBe(403);
  const { approvals } = (await on.give(clerk, chief, client_id, needs)).reply;
  await on.limits({});
  const other = await counted(-5);
  await on.limits({ stock_count_limit: '5.00' });
  expect((await reverse(other, { client_id, approvals })).status, 'within the limit').toBe(200);
  expect((await reverse(id, { client_id, approvals })).status).toBe(200);
  const { rows } = await sql`
    select d.kind, d.up_to_pence, d.approved_by, d.is_own from document_approvals d
      join stock_adjustments a on d.document_type = 'stock_adjustment' and d.document_id = a.id
    where a.reverses_count_id = any(${[id, other]}::bigint[])`.execute(app.db);
  expect(rows).toEqual([{ kind: 'stock_count', up_to_pence: 600, approved_by: chief.userId, is_own: false }]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P15 I8 what a reversal takes out of stock counts as written off, what it brings back does not', async () => {
  await on.limits({ write_off_limit: '50.00' });
  const [missing, found] = [await counted(-60), await counted(51)];
  // The later one first: it is based on the other.
  const client_id = randomUUID();
  const refused = await reverse(found, { client_id });
  expect([refused.status, refused.refusal.message]).toEqual([
    403,
    'Someone with permission must approve this: stocktake variances above the limit. Stock that the reversal takes out counts as a write-off.',
  ]);
  const { approvals } = (await on.give(clerk, chief, client_id, on.needsOf(refused))).reply;
  expect((await reverse(found, { client_id, approvals })).status).toBe(200);
  expect((await reverse(missing)).status, 'it comes back').toBe(200);
  // What was approved no longer counts.
  expect((await lose(50)).status).toBe(200);
  expect((await lose(1)).status).toBe(403);
});

test('P15 I8 reversals and write-offs of one day count together', async () => {
  await on.limits({ write_off_limit: '50.00' });
  const [first, second] = [await counted(30), await counted(15)];
  expect((await lose(20)).status).toBe(200);
  expect((await reverse(second)).status, '£35.00').toBe(200);
  const refused = await reverse(first);
  expect([refused.status, refused.refusal.message]).toEqual([
    403,
    'Someone with permission must approve this: stocktake variances above the limit. Stock that the reversal takes out counts as a write-off. It counts together with the £35.00 already written off, or missing in stocktakes, today without approval.',
  ]);
  expect((await lose(16)).status).toBe(403);
  expect((await lose(15)).status, '£50.00').toBe(200);
});

test('P15 the database refuses a reversal above the limits', async () => {
  const [missing, found] = [await counted(-9), await counted(9)];
  const { rows } = await sql<{ stored: string }>`
    select pg_get_functiondef('approval_limit(text)'::regprocedure) as stored`.execute(app.db);
  onTestFinished(async () => void (await sql.raw(rows[0]?.stored ?? '').execute(app.db)));
  // The code saw no limit; the database sees one at the commit.
  const setLimit = (name: string) =>
    sql`create or replace function approval_limit(name text) returns bigint language sql stable as
      ${sql.lit(`select case when name = '${name}' then 500::bigint end`)}`.execute(app.db);
  for (const [name, id] of [
    ['write_off_pence', found],
    ['stock_count_pence', found],
  ] as const) {
    await setLimit(name);
    const { status, refusal } = await reverse(id);
    expect([status, refusal.message], name).toEqual([409, expect.stringMatching(/above the limit/)]);
  }
  await setLimit('adjustment_pence');
  expect((await reverse(found)).status, 'the limit of adjustments is another').toBe(200);
  await setLimit('write_off_pence');
  expect((await reverse(missing)).status, 'nothing goes out').toBe(200);
  expect(await breachesOf(app.db)).toEqual([]);
});
