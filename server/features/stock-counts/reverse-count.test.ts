import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { movedOn } from '../../../tests/support/books';
import { buyingShop } from '../../../tests/support/buying-shop';
import { refused } from '../../../tests/support/refused';
import { someCounting } from '../../../tests/support/stocktakes';
import { someProduct } from '../../../tests/support/products';

const shop = buyingShop();
const { holds, poolOf, today } = shop;
let on: Awaited<ReturnType<typeof someCounting>>;
beforeAll(async () => {
  on = await someCounting(shop.app);
});

/** Pieces of a product, bought at a price each. */
async function bought(quantity: string, unit_price: string, product?: number): Promise<number> {
  const id = product ?? (await shop.products(1))[0] ?? 0;
  const order = await shop.sent([{ product_id: id, quantity, unit_price }]);
  await shop.receive(order.id);
  return id;
}

const accounts = ['1200', '5000', '5100'];
const moved = (work: () => Promise<unknown>) => movedOn(shop.app.db, accounts, work);

test('I8 A13 a stocktake posted in error is reversed: stock and books are as before, and the two are linked', async () => {
  // All cost £1.00: 3 of 10 are missing, 2.5 are found beside 10, and one is right.
  const [missing, found, right] = [await on.stocked(), await on.stocked(), await on.stocked()];
  let id = 0;
  const posted = await moved(async () => {
    id = await on.posted([
      [missing, '7'],
      [found, '12.5'],
      [right, '10'],
    ]);
  });
  expect(posted).toEqual([-50, 0, 50]);
  const before = await on.shown(id);
  expect(before).toMatchObject({ status: 'posted', reversed_by: null, can_reverse: { allowed: true } });

  expect(await moved(async () => expect((await on.reverse(id)).status).toBe(200))).toEqual([50, 0, -50]);
  for (const product of [missing, found, right])
    expect(await poolOf(product)).toMatchObject({ quantity: '10.000', value_pence: 1000 });

  const count = await on.shown(id);
  const by = count.reversed_by ?? { id: 0, number: '' };
  expect(count).toEqual({
    ...before,
    status: 'reversed',
    reversed_by: by,
    can_reverse: {
      allowed: false,
      reason: `${count.number} has already been reversed, by ${by.number}.`,
    },
  });
  const { reply: reversal } = await on.keeper.call(stockAdjustments.get, { params: { id: by.id } });
  expect(reversal).toMatchObject({
    reason: 'correction',
    business_date: today,
    note: `Reversal of ${count.number}: Wrong shelf`,
    products: 2,
    value: 50,
    reverses: null,
    reverses_count: { id, number: count.number },
    can_reverse: {
      allowed: false,
      reason: `${by.number} is itself the reversal of ${count.number}. Count the products again instead.`,
    },
  });
  expect(reversal.lines.map(({ product, quantity, value }) => [product.id, quantity, value])).toEqual(
    // By name, as on the stocktake.
    expect.arrayContaining([
      [missing, 3000, 300],
      [found, -2500, -250],
    ]),
  );
  const { reply: journal } = await on.keeper.call(journals.get, { params: { id: reversal.journal_id ?? 0 } });
  expect(journal).toMatchObject({ narrative: `Stocktake ${count.number} reversed` });
  expect(
    (await on.keeper.call(stockAdjustments.reverse, { params: { id: by.id }, body: { reason: 'Again' } }))
      .status,
  ).toBe(409);

  expect(await refused(on.reverse(id))).toBe(
    `409 ${count.number} has already been reversed, by ${by.number}.`,
  );
  const log = await shop.app.audits(3);
  expect(log.find(({ action }) => action === 'reversed')).toMatchObject({
    record_type: 'stock_count',
    record_id: id,
    record_name: count.number,
    after: { by: by.number, on: today, reason: 'Wrong shelf' },
  });
  expect(log.find(({ record_type }) => record_type === 'stock_adjustment')).toMatchObject({
    action: 'posted',
    after: { reverses: count.number },
  });
  await holds();
});

test('I8 a reversed stocktake is listed, filtered, exported and kept as reversed; its variances stay on it (K2)', async () => {
  const [first, second] = [await on.stocked(), await on.stocked()];
  const [id, kept] = [await on.posted([[first, '4']]), await on.posted([[second, '4']])];
  expect((await on.reverse(id)).status).toBe(200);
  const numbersOf = async (status: string) =>
    (await on.keeper.call(stockCounts.list, { query: { status, per_page: 100 } as never })).reply.data.map(
      row => row.id,
    );
  expect(await numbersOf('reversed')).toContain(id);
  expect(await numbersOf('reversed')).not.toContain(kept);
  expect(await numbersOf('posted')).toContain(kept);
  expect(await numbersOf('posted')).not.toContain(id);
  expect(await numbersOf('posted,reversed')).toEqual(expect.arrayContaining([id, kept]));
  expect(await numbersOf('counting,cancelled')).not.toContain(id);
  const { number, review } = await on.shown(id);
  const { reply } = await on.keeper.call(stockCounts.list, { query: { search: number } });
  expect(reply.data).toMatchObject([{ id, status: 'reversed', value: -600 }]);
  expect(review).toMatchObject({ differences: 1, missing_value: 600, value: -600 });
  expect(await on.linesOf(id)).toMatchObject([
    { counted: 4000, expected: 10_000, difference: -6000, value: -600 },
  ]);
  const exporter = await shop.app.as('view_stock', 'export_data');
  const file = await exporter.call(stockCounts.export, {
    query: { status: 'reversed', format: 'csv' },
  });
  expect(file.raw.toString()).toContain('Reversed');
  // Both are among the movements, under numbers of their own.
  const { reply: movements } = await on.keeper.call(stockMovements.list, {
    query: { product_id: String(first) },
  });
  expect(movements.data.slice(0, 2).map(row => [row.kind, row.quantity])).toEqual([
    ['adjustment', 6000],
    ['count', -6000],
  ]);
  for (const request of [on.count(id, first, '8'), on.post(id), on.cancel(id)])
    expect(await refused(request)).toMatch(/^409 COUNT-\d+ is already posted, so it cannot be changed\.$/);
});

test('I3 I8 A13 missing goods come back at the value they went out at, not at today’s average', async () => {
  // 10 at £2.00; 5 are missing: £10.00. 10 come at £5.00: 15 worth £60.00, at £4.00 each.
  const product = await bought('10', '2.00');
  const id = await on.posted([[product, '5']]);
  await bought('10', '5.00', product);
  expect(await moved(() => on.reverse(id))).toEqual([1000, 0, -1000]);
  expect(await poolOf(product)).toMatchObject({ quantity: '20.000', value_pence: 7000 });
  await holds();
});

test('I7 I8 A13 found goods go out at the value they came in with; a cost entered for them is forgotten', async () => {
  // 10 at £2.00 and 10 found at £2.00; 10 come at £8.00: 30 worth £120.00, at £4.00 each.
  const product = await bought('10', '2.00');
  const id = await on.posted([[product, '20']]);
  await bought('10', '8.00', product);
  expect(await moved(() => on.reverse(id))).toEqual([-2000, 0, 2000]);
  expect(await poolOf(product)).toMatchObject({ quantity: '20.000', value_pence: 10_000 });

  const unknown = await someProduct(shop.app.db, { name: 'Odd cup' });
  const second = await on.started([unknown]);
  await on.count(second, unknown, '10');
  const body = { product_id: unknown, cost_each: '12.00' };
  expect((await on.keeper.call(stockCounts.cost, { params: { id: second }, body })).status).toBe(200);
  expect((await on.post(second)).status).toBe(200);
  expect(await moved(() => on.reverse(second))).toEqual([-12_000, 0, 12_000]);
  expect(await poolOf(unknown)).toMatchObject({ quantity: '0.000', value_pence: 0, last_unit_cost: null });
  await holds();
});

test('I9 found goods that were sold since cannot go out again, unless the product may go below zero', async () => {
  const product = await bought('2', '3.00');
  const id = await on.posted([[product, '12']]);
  await shop.takeOut(product, '8');
  const answer = await on.reverse(id);
  expect([answer.status, answer.refusal.errors?.reason?.[0]]).toEqual([
    422,
    expect.stringContaining('Only 4 of'),
  ]);
  expect(await on.shown(id)).toMatchObject({ status: 'posted', reversed_by: null });
  await sql`update products set stock_policy = 'allow' where id = ${product}`.execute(shop.app.db);
  expect((await on.reverse(id)).status).toBe(200);
  expect(await poolOf(product)).toMatchObject({ quantity: '-6.000', value_pence: -1800 });
  await holds();
});

test('I8 I10 A13 goods found while stock was below zero leave the shortfall and cost of sales as they were', async () => {
  // 5 at £2.00, of which 8 go: −3 worth −£6.00. One comes at £5.00, £3.00 more than assumed: −2 worth −£4.00.
  const product = await bought('5', '2.00');
  await sql`update products set stock_policy = 'allow' where id = ${product}`.execute(shop.app.db);
  await shop.takeOut(product, '8');
  await bought('1', '5.00', product);
  const before = await poolOf(product);
  expect(before).toMatchObject({ quantity: '-2.000', value_pence: -400, last_unit_cost: '500.000000' });
  // 8 on the shelf: 10 found at £5.00. Two of them cost £10.00 instead of £4.00, so £6.00 go to cost of sales.
  let id = 0;
  const posted = await moved(async () => {
    id = await on.posted([[product, '8']]);
  });
  expect(posted).toEqual([4400, 600, -5000]);
  expect(await moved(() => on.reverse(id))).toEqual([-4400, -600, 5000]);
  expect(await poolOf(product)).toEqual(before);
  await holds();
});

test('I9 A13 goods found below zero at a cost that rounds leave the last known cost as it was', async () => {
  // Three found for £1.00 in all, of which 5 go: −2 worth −67p, at a third of £1.00 each.
  const [product = 0] = await shop.products(1);
  await sql`update products set stock_policy = 'allow' where id = ${product}`.execute(shop.app.db);
  const { status } = await shop.admin.call(stockAdjustments.create, {
    body: { reason: 'found', lines: [{ product_id: product, quantity: '3', value: '1.00' }] },
  });
  expect(status).toBe(200);
  await shop.takeOut(product, '5');
  const before = await poolOf(product);
  expect(before).toEqual({ quantity: '-2.000', value_pence: -67, last_unit_cost: '33.333333' });
  // None on the shelf: two found for 67p.
  const id = await on.posted([[product, '0']]);
  expect(await poolOf(product)).toMatchObject({ quantity: '0.000', last_unit_cost: '33.500000' });
  expect((await on.reverse(id)).status).toBe(200);
  expect(await poolOf(product)).toEqual(before);
  await holds();
});

test('I8 products set to zero because no one counted them come back, and the products can be counted again', async () => {
  const [one, other] = [await on.stocked(), await on.stocked()];
  const id = await on.started([one, other]);
  await on.count(id, one, '9');
  expect((await on.post(id, { uncounted: 'nothing' })).status).toBe(200);
  expect([await on.held(one), await on.held(other)]).toEqual([
    [9000, 900],
    [0, 0],
  ]);
  expect((await on.reverse(id)).status).toBe(200);
  expect([await on.held(one), await on.held(other)]).toEqual([
    [10_000, 1000],
    [10_000, 1000],
  ]);
  const again = await on.started([one, other]);
  await on.count(again, one, '8');
  await on.count(again, other, '10');
  expect((await on.post(again)).reply.review).toMatchObject({ differences: 1, value: -200 });
  expect([await on.held(one), await on.held(other)]).toEqual([
    [8000, 800],
    [10_000, 1000],
  ]);
  await holds();
});
