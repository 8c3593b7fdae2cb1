import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { type Approver, someApprovals } from '../../../tests/support/approvals';
import { breachesOf } from '../../../tests/support/books';
import { stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let on: ReturnType<typeof someApprovals>;
let chief: Approver;
let product: number;
/** A new user for each test: a day's write-offs are those of one user. */
let clerk: Approver;
beforeAll(async () => {
  app = await startTestApp();
  on = someApprovals(app);
  chief = await on.approver('approve_variance', 'review_stock_count', 'view_cost');
  product = await stockedProduct(app.db, { pieces: '1000', cost: 100 });
});
beforeEach(async () => {
  clerk = await on.approver('view_stock', 'adjust_stock', 'view_cost');
  await on.limits({ write_off_limit: '50.00' });
});
afterAll(() => app.close());

/** Pieces cost £1.00 each. */
const adjust = (pieces: number, reason = 'lost', more: object = {}, who: Caller = clerk) =>
  who.call(stockAdjustments.create, {
    body: { reason, lines: [{ product_id: product, quantity: String(pieces) }], ...more },
  });
const refusedBecause = async (answer: Promise<{ status: number; refusal: { message: string } }>) => {
  const { status, refusal } = await answer;
  return [status, refusal?.message];
};

test('P15 write-offs below the limit need approval once their sum of the day is above it', async () => {
  expect((await adjust(-49)).status).toBe(200);
  const client_id = randomUUID();
  const second = await adjust(-49, 'lost', { client_id });
  expect([second.status, second.refusal.message]).toEqual([
    403,
    'Someone with permission must approve this: a write-off above the limit. It counts together with the £49.00 already written off, or missing in stocktakes, today without approval.',
  ]);
  const needs = on.needsOf(second);
  expect(needs, 'of this one only').toMatchObject([{ kind: 'write_off', amount: '49.00', reason: 'lost' }]);
  const { approvals } = (await on.give(clerk, chief, client_id, needs)).reply;
  expect((await adjust(-49, 'lost', { client_id, approvals })).status).toBe(200);
  // What was approved no longer counts: £49.00 and £1.00 are £50.00.
  expect((await adjust(-1, 'damaged')).status).toBe(200);
  expect((await adjust(-1, 'expired')).status, 'a pound more').toBe(403);
  const other = await app.as('view_stock', 'adjust_stock');
  expect((await adjust(-49, 'lost', {}, other)).status, 'another user').toBe(200);
  expect(await refusedBecause(adjust(-2, 'lost', {}, other)), 'who may not see cost').toEqual([
    403,
    'Someone with permission must approve this: a write-off above the limit. It counts together with what was already written off, or missing in stocktakes, today without approval.',
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('P15 a correction that takes value out counts as a write-off, what comes in does not', async () => {
  expect((await adjust(-49, 'correction')).status).toBe(200);
  expect((await adjust(30, 'correction')).status).toBe(200);
  expect((await adjust(30, 'found')).status).toBe(200);
  expect((await adjust(-2, 'lost')).status).toBe(403);
  expect(on.needsOf(await adjust(-2, 'correction'))).toMatchObject([
    { kind: 'write_off', amount: '2.00', reason: 'correction' },
  ]);
  expect((await adjust(-1, 'correction')).status, '£50.00').toBe(200);
});

test('P15 two write-offs at once do not pass the limit together', async () => {
  const both = await Promise.all([adjust(-49), adjust(-49, 'correction')]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
});

test('P15 a reversed write-off wrote nothing off, its reversal neither, and yesterday’s were yesterday’s', async () => {
  const { reply: wrong } = await adjust(-49);
  const reversed = await clerk.call(stockAdjustments.reverse, {
    params: { id: wrong.id },
    body: { reason: 'Found in the cellar' },
  });
  expect(reversed.status).toBe(200);
  expect((await adjust(-49)).status).toBe(200);
  expect((await adjust(-2)).status).toBe(403);
  await sql`alter table stock_adjustments disable trigger user`.execute(app.db);
  await sql`update stock_adjustments set posted_at = posted_at - interval '25 hours' where posted_by = ${clerk.userId}`.execute(
    app.db,
  );
  await sql`alter table stock_adjustments enable trigger user`.execute(app.db);
  expect((await adjust(-49)).status, 'the next day').toBe(200);
});

test('P15 I15 of a reversed write-down the share that did not come back still counts', async () => {
  // 40 pieces worth £40.00 written down by £40.00; 30 go, so the reversal puts back 10/40 of it: £30.00 stay written off.
  const other = await stockedProduct(app.db, { pieces: '40', cost: 100 });
  const { reply: down } = await clerk.call(stockAdjustments.create, {
    body: { reason: 'write_down', lines: [{ product_id: other, value: '40.00' }] },
  });
  const admin = await app.as('admin');
  const gone = await admin.call(stockAdjustments.create, {
    body: { reason: 'own_use', lines: [{ product_id: other, quantity: '-30' }] },
  });
  expect(gone.status).toBe(200);
  const reversed = await clerk.call(stockAdjustments.reverse, {
    params: { id: down.id },
    body: { reason: 'Keyed wrongly' },
  });
  expect(reversed.status).toBe(200);
  expect((await adjust(-21)).status, '£51.00').toBe(403);
  expect((await adjust(-20)).status, '£50.00').toBe(200);
});

test('P15 the database refuses write-offs that together are above the limit', async () => {
  await on.limits({});
  expect((await adjust(-49)).status).toBe(200);
  expect((await adjust(-49, 'correction')).status, 'no limit').toBe(200);
  // The code saw no limit; the database sees one at the commit.
  await sql`create or replace function approval_limit(name text) returns bigint language sql stable as
    'select case name when ''write_off_pence'' then 5000::bigint end'`.execute(app.db);
  for (const reason of ['damaged', 'correction'])
    expect(await refusedBecause(adjust(-2, reason))).toEqual([
      409,
      expect.stringMatching(/above the limit\. Have it approved/),
    ]);
  expect((await adjust(5, 'found')).status).toBe(200);
});
