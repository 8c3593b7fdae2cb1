import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { addDays } from '#domain/kernel/dates';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { breachesOf } from '../../../tests/support/books';
import { buyingShop } from '../../../tests/support/buying-shop';
import { refused } from '../../../tests/support/refused';
import { someCounting } from '../../../tests/support/stocktakes';
import { startTestApp } from '../../../tests/support/test-app';

const shop = buyingShop();
const { holds, today } = shop;
let on: Awaited<ReturnType<typeof someCounting>>;
beforeAll(async () => {
  on = await someCounting(shop.app);
});

test('I8 a stocktake on which a later one is based is reversed after it', async () => {
  // 8 of 10 were counted by mistake; the second stocktake found 10 and put the 2 back.
  const product = await on.stocked({ name: 'Brown teapot' });
  const first = await on.posted([[product, '8']]);
  const second = await on.started([product]);
  const numbers = [(await on.shown(first)).number, (await on.shown(second)).number];
  expect((await on.shown(first)).can_reverse.allowed, 'not counted yet').toBe(true);
  await on.count(second, product, '10');
  expect(await refused(on.reverse(first))).toMatch(
    new RegExp(
      `^409 Brown teapot \\(.+\\) was counted in ${numbers[1]}, after ${numbers[0]} was posted\\. Clear its count there first\\.$`,
    ),
  );
  expect((await on.post(second)).status).toBe(200);
  expect(await refused(on.reverse(first))).toMatch(new RegExp(`Reverse ${numbers[1]} first\\.$`));
  expect(await on.held(product)).toEqual([10_000, 1000]);
  expect((await on.reverse(second)).status).toBe(200);
  expect((await on.reverse(first)).status).toBe(200);
  expect(await on.held(product)).toEqual([10_000, 1000]);
  // One that agreed cannot be reversed itself, so that is not what the user is told to do.
  const fourth = await on.posted([[product, '7']]);
  await on.posted([[product, '7']]);
  expect(await refused(on.reverse(fourth))).toMatch(
    /It agreed with stock there\. Adjust the products that are wrong instead\.$/,
  );
  // A stocktake that was cancelled changed nothing.
  const third = await on.posted([[product, '9']]);
  const cancelled = await on.started([product]);
  await on.count(cancelled, product, '9');
  expect((await on.cancel(cancelled)).status).toBe(200);
  expect((await on.reverse(third)).status).toBe(200);
  await holds();
});

test('I8 only a posted stocktake with variances is reversed, and each is refused with its reason', async () => {
  const product = await on.stocked();
  const id = await on.started([product]);
  const { number } = await on.shown(id);
  expect(await refused(on.reverse(id))).toBe(
    `409 ${number} has not been posted, so there is nothing to reverse.`,
  );
  await on.count(id, product, '10');
  expect((await on.post(id)).status).toBe(200);
  expect(await refused(on.reverse(id))).toBe(
    `409 ${number} found no variances, so there is nothing to reverse.`,
  );
  const other = await on.started([product]);
  await on.cancel(other);
  expect(await refused(on.reverse(other))).toMatch(
    /^409 COUNT-\d+ was cancelled, so there is nothing to reverse\.$/,
  );
  expect((await on.reverse(999_999)).status).toBe(404);
});

test('D5 D6 I8 the reversal needs the permission to post, a reason, and an open day that is not before the stocktake', async () => {
  const product = await on.stocked();
  const id = await on.posted([[product, '6']]);
  expect(
    (await on.reverse(id, {}, await shop.app.as('view_stock', 'adjust_stock', 'view_cost'))).status,
  ).toBe(403);
  expect((await on.reverse(id, {}, await shop.app.as('review_stock_count'))).status).toBe(403);
  expect((await on.reverse(id, { reason: ' ' })).refusal.errors).toHaveProperty('reason');
  expect((await on.reverse(id, { business_date: addDays(today, 1) })).refusal.errors).toHaveProperty(
    'business_date',
  );
  const early = { business_date: addDays(today, -1), date_reason: 'Late' };
  expect((await on.reverse(id, early)).refusal.errors?.business_date?.[0]).toContain(
    'The stocktake was posted on',
  );

  // Posted on a day that is locked since: its reversal is dated today.
  const past = await on.stocked();
  const late = addDays(today, -3);
  const old = await on.started([past], { business_date: late });
  await on.count(old, past, '4');
  expect((await on.post(old, { date_reason: 'Found later' })).status).toBe(200);
  const backdated = { business_date: late };
  expect((await on.reverse(old, backdated)).refusal.errors, 'a reason for the date').toHaveProperty(
    'date_reason',
  );
  const poster = await shop.app.as('view_stock', 'review_stock_count');
  expect(
    (await on.reverse(old, { ...backdated, date_reason: 'Late' }, poster)).status,
    'without backdate',
  ).toBe(403);
  await sql`update books_lock set locked_through = ${late}`.execute(shop.app.db);
  const locked = await on.reverse(old, { ...backdated, date_reason: 'Late' });
  expect([locked.status, locked.refusal.errors?.business_date?.[0] ?? locked.refusal.message]).toEqual([
    422,
    expect.stringContaining('locked'),
  ]);
  const { reply } = await on.reverse(old, {}, poster);
  await sql`update books_lock set locked_through = null`.execute(shop.app.db);
  expect(reply.status).toBe('reversed');
  expect(reply.review, 'without permission to see cost').not.toHaveProperty('value');
  await holds();
});

test('I8 of two reversals at once one succeeds, and the same request sent twice is answered twice', async () => {
  const product = await on.stocked();
  const id = await on.posted([[product, '6']]);
  const both = await Promise.all([on.reverse(id), on.reverse(id), on.reverse(id)]);
  expect(both.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409, 409]);
  expect(await on.held(product)).toEqual([10_000, 1000]);
  const sentTwice = await on.posted([[product, '8']]);
  const send = () =>
    on.keeper.call(stockCounts.reverse, {
      params: { id: sentTwice },
      body: { reason: 'Wrong shelf' },
      headers: { 'idempotency-key': 'reversal-of-a-stocktake' },
    });
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.reply).toEqual(first.reply);
  expect(await on.held(product)).toEqual([10_000, 1000]);
  // A count of it while it is being reversed: before or after, but never of the stock that is on its way back.
  const second = await on.posted([[product, '7']]);
  const other = await on.started([product]);
  const [reversed, line] = await Promise.all([on.reverse(second), on.count(other, product, '7')]);
  expect([reversed.status, line.reply.line.expected]).toEqual(
    reversed.status === 200 ? [200, 10_000] : [409, 7000],
  );
  await on.cancel(other);
  await holds();
});

test('A13 the database refuses a second reversal and one of two documents; I8 the check finds a reversal that drifted', async () => {
  // On a database of its own, whose books do not hold afterwards.
  const broken = await startTestApp();
  onTestFinished(() => broken.close());
  const counting = await someCounting(broken);
  const product = await counting.stocked();
  const id = await counting.posted([[product, '6']]);
  const { reply } = await counting.reverse(id);
  const raw = (reverses_id: number | null) => sql`
    insert into stock_adjustments (number, reason, business_date, posted_by, posted_at, reverses_count_id, reverses_id)
    select 'ADJ-RAW', reason, business_date, posted_by, posted_at, reverses_count_id, ${reverses_id}
    from stock_adjustments where reverses_count_id = ${id}`;
  await expect(raw(null).execute(broken.db)).rejects.toThrow('stock_adjustments_reverse_a_stocktake_once');
  await expect(raw(reply.reversed_by?.id ?? 0).execute(broken.db)).rejects.toThrow(
    'stock_adjustments_reverse_one_document',
  );
  expect(await breachesOf(broken.db)).toEqual([]);
  await sql`insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence, document_type,
      document_id, document_line, business_date, posted_by, posted_at)
    select ${product}, 'adjustment', 1, 0, 11, 1000, 'stock_adjustment', a.id, 99, business_date, posted_by, posted_at
    from stock_adjustments a where a.reverses_count_id = ${id}`.execute(broken.db);
  const breaches = (await breachesOf(broken.db)).filter(breach => breach.startsWith('I8'));
  expect(breaches).toEqual([`I8: ${reply.reversed_by?.number}, line 99: 0 moved, 1.000 moved back`]);
});
