import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { type Quantity, quantityFromText, wholeUnits } from '#domain/kernel/quantity';
import type { MovementKind } from '#domain/stock/movement-kind';
import { asBookkeeper, balanceOf, breachesOf } from '../../../tests/support/books';
import { someProduct } from '../../../tests/support/products';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import type { WriteContext } from '../../platform/http/context';
import { credit, debit, postJournal, systemAccounts } from '../ledger';
import { lockPoolsOf, type MovedStock, mirrorMovements, moveStock, storeDifferences } from '.';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connections: 50 });
});
afterAll(() => app.close());

const today = londonDate(new Date());
let documents = 0;

/** Moves one product and posts its journal, as a use case does. */
async function move(
  ctx: WriteContext,
  productId: number,
  quantity: Quantity,
  {
    value,
    kind = 'adjustment',
    document,
  }: { value?: Pence | undefined; kind?: MovementKind; document?: number } = {},
): Promise<MovedStock> {
  const ref = { type: 'test', id: document ?? ++documents, number: null };
  const [moved] = await moveStock(ctx, {
    businessDate: today,
    kind,
    document: ref,
    movements: [{ productId, line: 1, quantity, value }],
  });
  if (!moved) throw new Error('Nothing moved');
  await postJournal(ctx, {
    businessDate: today,
    kind: 'stock_adjustment',
    narrative: 'A test',
    document: ref,
    lines: [
      debit(systemAccounts.inventory, moved.value),
      debit(systemAccounts.costOfGoodsSold, moved.variance),
      credit(systemAccounts.shrinkage, toPence(moved.value + moved.variance)),
    ],
  });
  return moved;
}
const attempt = (work: (ctx: WriteContext) => Promise<unknown>) =>
  asBookkeeper(app.db, work).then(
    () => 'done',
    (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
  );
const pool = async (id: number) =>
  (
    await sql<{ quantity: string; value: number }>`
      select quantity::text, value_pence as value from stock_pools where product_id = ${id}`.execute(app.db)
  ).rows[0];

test('I2 I3 I14 A2 A3 receipts and issues leave permanent rows, and the pool is their sum', async () => {
  const id = await someProduct(app.db);
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(3), { value: toPence(100), kind: 'receipt' }));
  const out = await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(-1)));
  expect(out).toMatchObject({ value: -33, variance: 0 });
  expect(await pool(id)).toEqual({ quantity: '2.000', value: 67 });
  const { rows } = await sql`select quantity::text, value_pence, quantity_after::text, value_after_pence
    from stock_movements where product_id = ${id} order by id`.execute(app.db);
  expect(rows).toEqual([
    { quantity: '3.000', value_pence: 100, quantity_after: '3.000', value_after_pence: 100 },
    { quantity: '-1.000', value_pence: -33, quantity_after: '2.000', value_after_pence: 67 },
  ]);
  for (const change of [
    'update stock_movements set quantity = 9',
    'delete from stock_movements',
    'truncate stock_movements',
  ])
    await expect(sql.raw(change).execute(app.db), change).rejects.toThrow('append-only');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I7 found stock takes the average; when no cost is known one must be entered', async () => {
  const id = await someProduct(app.db);
  expect(await attempt(ctx => move(ctx, id, wholeUnits(1)))).toContain('is not known yet');
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(4), { value: toPence(400) }));
  expect(await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(2)))).toMatchObject({ value: 200 });
});

test('I4 the cost of goods sold stays with their movement, whatever later costs are', async () => {
  const id = await someProduct(app.db);
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(4), { value: toPence(400), kind: 'receipt' }));
  const gone = await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(-1)));
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(1), { value: toPence(9000), kind: 'receipt' }));
  const { rows } = await sql<{ cost: number }>`select -value_pence as cost from stock_movements
    where product_id = ${id} and quantity < 0`.execute(app.db);
  expect([0 - gone.value, ...rows.map(row => row.cost)]).toEqual([100, 100]);
});

test('I5 returned goods come back at their cost when sold, not at the day’s average', async () => {
  const id = await someProduct(app.db);
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(2), { value: toPence(200), kind: 'receipt' }));
  const gone = await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(-1)));
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(3), { value: toPence(1500), kind: 'receipt' }));
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(1), { value: toPence(0 - gone.value) }));
  expect(await pool(id)).toEqual({ quantity: '5.000', value: 1700 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I9 stock cannot fall below zero, in code or in the database; where allowed, quantity and value fall together', async () => {
  const [strict, free] = [await someProduct(app.db), await someProduct(app.db, { stock_policy: 'allow' })];
  await asBookkeeper(app.db, ctx => move(ctx, strict, wholeUnits(2), { value: toPence(200) }));
  await asBookkeeper(app.db, ctx => move(ctx, free, wholeUnits(2), { value: toPence(200) }));
  expect(await attempt(ctx => move(ctx, strict, wholeUnits(-3)))).toMatch(
    /^Only 2 of .* are in stock, so 3 cannot go out/,
  );
  await expect(
    sql`update stock_pools set quantity = -1, value_pence = -100 where product_id = ${strict}`.execute(
      app.db,
    ),
  ).rejects.toThrow('stock_pools_stay_above_zero');
  await asBookkeeper(app.db, ctx => move(ctx, free, wholeUnits(-5)));
  expect(await pool(free)).toEqual({ quantity: '-3.000', value: -300 });
});

test('I10 a receipt covers sales below zero first, and the rest is the variance', async () => {
  const id = await someProduct(app.db, { stock_policy: 'allow' });
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(2), { value: toPence(200) }));
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(-5)));
  const moved = await asBookkeeper(app.db, ctx =>
    move(ctx, id, wholeUnits(10), { value: toPence(1200), kind: 'receipt' }),
  );
  expect(moved).toMatchObject({ value: 1140, variance: 60 });
  expect(await pool(id)).toEqual({ quantity: '7.000', value: 840 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I12 a backdated movement is costed now and changes nothing earlier', async () => {
  const id = await someProduct(app.db);
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(10), { value: toPence(1000) }));
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(-5)));
  await asBookkeeper(app.db, async ctx => {
    const document = { type: 'test', id: ++documents, number: null };
    const back = '2026-01-05';
    await moveStock(ctx, {
      businessDate: back,
      kind: 'receipt',
      document,
      movements: [{ productId: id, line: 1, quantity: wholeUnits(5), value: toPence(900) }],
    });
    await postJournal(ctx, {
      businessDate: back,
      kind: 'goods_received',
      narrative: 'Late paper',
      document,
      lines: [debit(systemAccounts.inventory, toPence(900)), credit(systemAccounts.shrinkage, toPence(900))],
    });
  });
  const { rows } = await sql<{
    value_pence: number;
  }>`select value_pence from stock_movements where product_id = ${id} order by id`.execute(app.db);
  expect(rows.map(row => row.value_pence)).toEqual([1000, -500, 900]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I13 a value-only change never goes below zero', async () => {
  const id = await someProduct(app.db);
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(4), { value: toPence(400) }));
  const down = (by: number) => (ctx: WriteContext) =>
    move(ctx, id, wholeUnits(0), { value: toPence(by), kind: 'write_down' });
  await asBookkeeper(app.db, down(-150));
  expect(await pool(id)).toEqual({ quantity: '4.000', value: 250 });
  expect(await attempt(down(-251))).toContain('cannot fall below zero');
});

test('amounts too large to calculate are refused with a message, and nothing moves', async () => {
  const id = await someProduct(app.db);
  await asBookkeeper(app.db, ctx =>
    move(ctx, id, quantityFromText('0.001'), { value: toPence(999_999_999) }),
  );
  expect(await attempt(ctx => move(ctx, id, quantityFromText('99999999999')))).toContain(
    'than can be recorded',
  );
  expect(await pool(id)).toEqual({ quantity: '0.001', value: 999_999_999 });
});

test('I14 a document line moves stock once, however often it is sent', async () => {
  const id = await someProduct(app.db);
  const once = (ctx: WriteContext) => move(ctx, id, wholeUnits(1), { value: toPence(10), document: 777_777 });
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => attempt(once)));
  expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(1);
  expect(await pool(id)).toEqual({ quantity: '1.000', value: 10 });
});

test('R13 of fifty requests for the last three pieces three succeed, and stock agrees', async () => {
  const id = await someProduct(app.db);
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(3), { value: toPence(100) }));
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => attempt(ctx => move(ctx, id, wholeUnits(-1)))),
  );
  expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(3);
  expect(await pool(id)).toEqual({ quantity: '0.000', value: 0 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('writers of the same products in opposite order never deadlock', async () => {
  const [one, other] = [await someProduct(app.db), await someProduct(app.db)];
  const both = (order: readonly number[]) => (ctx: WriteContext) =>
    moveStock(ctx, {
      businessDate: today,
      kind: 'adjustment',
      document: { type: 'test', id: ++documents, number: null },
      movements: order.map((productId, index) => ({
        productId,
        line: index + 1,
        quantity: wholeUnits(1),
        value: toPence(0),
      })),
    });
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) => attempt(both(index % 2 ? [one, other] : [other, one]))),
  );
  expect(new Set(outcomes)).toEqual(new Set(['done']));
});

test('A2 A3 after a thousand random movements the books still balance', async () => {
  const step = fc.record({
    product: fc.nat(4),
    quantity: fc.integer({ min: -4_000, max: 6_000 }).filter(n => n !== 0),
    value: fc.integer({ min: 0, max: 90_000 }),
  });
  const ids = await Promise.all(
    Array.from({ length: 5 }, (_, n) => someProduct(app.db, { stock_policy: n % 2 ? 'allow' : 'block' })),
  );
  let done = 0;
  await fc.assert(
    fc.asyncProperty(step, async ({ product, quantity, value }) => {
      const outcome = await attempt(ctx =>
        move(ctx, ids[product] ?? 0, quantity as Quantity, quantity > 0 ? { value: toPence(value) } : {}),
      );
      if (outcome === 'done') done += 1;
      else expect(outcome).toContain('in stock');
    }),
    { numRuns: 1000, verbose: 1 },
  );
  expect(done).toBeGreaterThan(300);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('A2 A3 the check finds stock that differs from its movements or the books', async () => {
  const id = await someProduct(app.db);
  await sql`update stock_pools set quantity = 5, value_pence = 500 where product_id = ${id}`.execute(app.db);
  expect((await breachesOf(app.db)).some(breach => breach.startsWith('A2'))).toBe(true);
  await sql`update stock_pools set quantity = 0, value_pence = 0 where product_id = ${id}`.execute(app.db);
  await asBookkeeper(app.db, ctx =>
    moveStock(ctx, {
      businessDate: today,
      kind: 'adjustment',
      document: { type: 'test', id: ++documents, number: null },
      movements: [{ productId: id, line: 1, quantity: quantityFromText('1'), value: toPence(50) }],
    }),
  );
  expect((await breachesOf(app.db)).some(breach => breach.startsWith('A3'))).toBe(true);
});

test('I9 A2 an undone receipt of dearer goods than what is left takes its value out, and a movement of its own corrects the rest', async () => {
  const id = await someProduct(app.db);
  const inventory = await balanceOf(app.db, '1200');
  const undone = { type: 'test', id: ++documents };
  const receive = (pence: number, document?: number) =>
    asBookkeeper(app.db, ctx =>
      move(ctx, id, wholeUnits(1), {
        value: toPence(pence),
        kind: 'receipt',
        ...(document === undefined ? {} : { document }),
      }),
    );
  await receive(500, undone.id);
  await receive(100);
  // One of two for £6.00 goes out at £3.00, so undoing the first receipt would leave −£2.00 for nothing.
  await asBookkeeper(app.db, ctx => move(ctx, id, wholeUnits(-1)));
  await asBookkeeper(app.db, async ctx => {
    const pools = await lockPoolsOf(ctx, [undone]);
    const differences = await mirrorMovements(ctx, [undone], pools, 'Undone');
    expect(differences).toEqual([{ productId: id, value: 200 }]);
    await storeDifferences(ctx, differences, { document: undone, businessDate: today, reason: 'Undone' });
    await postJournal(ctx, {
      businessDate: today,
      kind: 'stock_adjustment',
      narrative: 'Undone',
      document: { ...undone, number: null },
      lines: [
        credit(systemAccounts.inventory, toPence(300)),
        debit(systemAccounts.shrinkage, toPence(500)),
        credit(systemAccounts.costOfGoodsSold, toPence(200)),
      ],
    });
  });
  expect(await pool(id)).toEqual({ quantity: '0.000', value: 0 });
  const { rows } =
    await sql`select quantity::text, value_pence as value, value_after_pence as after from stock_movements
    where product_id = ${id} order by id desc limit 2`.execute(app.db);
  expect(rows).toEqual([
    { quantity: '0.000', value: 200, after: 0 },
    { quantity: '-1.000', value: -500, after: -200 },
  ]);
  expect(await balanceOf(app.db, '1200')).toBe(inventory);
});
