import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addDays } from '#domain/kernel/dates';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { balanceOf, movedOn } from '../../../tests/support/books';
import { buyingShop } from '../../../tests/support/buying-shop';
import { someProduct } from '../../../tests/support/products';
import type { Caller } from '../../../tests/support/test-app';

const shop = buyingShop();
const { holds, poolOf, today } = shop;

const adjust = async (reason: string, lines: readonly object[], more: object = {}) => {
  const { status, reply, refusal } = await shop.admin.call(stockAdjustments.create, {
    body: { reason, lines, ...more } as never,
  });
  expect([status, refusal?.message]).toEqual([200, undefined]);
  return reply.id;
};
const reverse = (id: number, more: object = {}, who: Caller = shop.admin) =>
  who.call(stockAdjustments.reverse, { params: { id }, body: { reason: 'Keyed wrongly', ...more } });
const shown = async (id: number) => (await shop.admin.call(stockAdjustments.get, { params: { id } })).reply;

/** Pieces of a new product, bought at a price each. */
async function bought(quantity: string, unit_price: string, product?: number): Promise<number> {
  const id = product ?? (await shop.products(1))[0] ?? 0;
  const order = await shop.sent([{ product_id: id, quantity, unit_price }]);
  await shop.receive(order.id);
  return id;
}

test('L1 A13 I13 a write-down keyed ten times too high is reversed: stock and account 5100 are as before', async () => {
  // 100 pieces worth £1,000.00, written down by £900.00 instead of £90.00.
  const product = await bought('100', '10.00');
  const id = await adjust('write_down', [{ product_id: product, value: '900.00' }]);
  expect(await poolOf(product)).toMatchObject({ value_pence: 10_000 });
  const moved = await movedOn(shop.app.db, ['1200', '5100'], () => reverse(id));
  expect(moved).toEqual([90_000, -90_000]);
  expect(await poolOf(product)).toMatchObject({ quantity: '100.000', value_pence: 100_000 });

  const original = await shown(id);
  const reversal = await shown(original.reversed_by?.id ?? 0);
  expect(original).toMatchObject({
    reversed_by: { number: reversal.number },
    reverses: null,
    can_reverse: { allowed: false },
  });
  expect(reversal).toMatchObject({
    reason: 'write_down',
    note: `Reversal of ${original.number}: Keyed wrongly`,
    value: 90_000,
    reverses: { id, number: original.number },
    can_reverse: { allowed: false },
  });
  const again = await reverse(id);
  expect([again.status, again.refusal.message]).toEqual([
    409,
    `${original.number} has already been reversed, by ${reversal.number}.`,
  ]);
  expect((await reverse(reversal.id)).refusal.message).toContain('is itself the reversal of');
  const log = await shop.app.audits(4);
  expect(log.find(({ action }) => action === 'reversed')).toMatchObject({
    record_name: original.number,
    after: { by: reversal.number, reason: 'Keyed wrongly' },
  });
  await adjust('write_down', [{ product_id: product, value: '90.00' }]);
  expect(await poolOf(product)).toMatchObject({ value_pence: 91_000 });
  await holds();
});

test('I13 I15 of a write-down the goods still in stock get their share back; the rest stays in 5100', async () => {
  // £1,000.00 less £900.00; 40 of 100 go at £1.00 each. 60/100 of £900.00 go back to the 60 that are left.
  const product = await bought('100', '10.00');
  const id = await adjust('write_down', [{ product_id: product, value: '900.00' }]);
  await shop.takeOut(product, '40');
  expect(await movedOn(shop.app.db, ['1200', '5100'], () => reverse(id))).toEqual([54_000, -54_000]);
  expect(await poolOf(product)).toMatchObject({ quantity: '60.000', value_pence: 60_000 });
  // When all are gone, nothing can go back.
  const sold = await bought('10', '2.00');
  const low = await adjust('write_down', [{ product_id: sold, value: '5.00' }]);
  await shop.takeOut(sold, '10');
  const refused = await reverse(low);
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    expect.stringContaining('are in stock any more'),
  ]);
  await holds();
});

test('L1 A13 I3 stock taken out by mistake comes back at the value it went out at, not at today’s average', async () => {
  // 10 at £2.00; 5 are lost at £10.00 in total; 10 come at £5.00: 15 worth £60.00, at £4.00 each.
  const product = await bought('10', '2.00');
  const id = await adjust('lost', [{ product_id: product, quantity: '-5' }]);
  await bought('10', '5.00', product);
  expect(await movedOn(shop.app.db, ['1200', '5100'], () => reverse(id))).toEqual([1000, -1000]);
  expect(await poolOf(product)).toMatchObject({ quantity: '20.000', value_pence: 7000 });
  await holds();
});

test('L1 A13 I7 stock found by mistake goes out at the value it came in with', async () => {
  // 10 at £2.00 and 10 found at £2.00; 10 come at £8.00: 30 worth £120.00, at £4.00 each.
  const product = await bought('10', '2.00');
  const id = await adjust('found', [{ product_id: product, quantity: '10' }]);
  await bought('10', '8.00', product);
  expect(await movedOn(shop.app.db, ['1200', '5100'], () => reverse(id))).toEqual([-2000, 2000]);
  expect(await poolOf(product)).toMatchObject({ quantity: '20.000', value_pence: 10_000 });
  await holds();
});

test('I7 a cost entered wrongly for found stock is forgotten with it, so the right one can be entered', async () => {
  const product = await someProduct(shop.app.db);
  const found = (value: string) => adjust('found', [{ product_id: product, quantity: '10', value }]);
  const id = await found('120.00');
  expect((await reverse(id)).status).toBe(200);
  expect(await poolOf(product)).toMatchObject({ quantity: '0.000', value_pence: 0, last_unit_cost: null });
  await found('12.00');
  expect(await poolOf(product)).toMatchObject({ value_pence: 1200 });
  // A product with an earlier cost gets it back.
  const known = await bought('10', '2.00');
  await shop.takeOut(known, '10');
  const order = await bought('1', '2.00', known);
  await adjust('damaged', [{ product_id: order, quantity: '-1' }]);
  const more = await adjust('found', [{ product_id: known, quantity: '4' }]);
  expect((await reverse(more)).status).toBe(200);
  expect(await poolOf(known)).toMatchObject({ quantity: '0.000', last_unit_cost: '200.000000' });
  await holds();
});

test('I9 found stock that has been sold since cannot go out again, unless the product may go below zero', async () => {
  const product = await bought('2', '3.00');
  const id = await adjust('found', [{ product_id: product, quantity: '10' }]);
  await shop.takeOut(product, '8');
  const refused = await reverse(id);
  expect([refused.status, refused.refusal.errors?.reason?.[0]]).toEqual([
    422,
    expect.stringContaining('Only 4 of'),
  ]);
  expect((await shown(id)).reversed_by).toBeNull();
  await sql`update products set stock_policy = 'allow' where id = ${product}`.execute(shop.app.db);
  expect((await reverse(id)).status).toBe(200);
  expect(await poolOf(product)).toMatchObject({ quantity: '-6.000', value_pence: -1800 });
  await holds();
});

test('I10 stock found by mistake while below zero leaves the shortfall as it was, and cost of sales too', async () => {
  const product = await bought('5', '2.00');
  await sql`update products set stock_policy = 'allow' where id = ${product}`.execute(shop.app.db);
  await adjust('correction', [{ product_id: product, quantity: '-8' }]);
  // As sales of a till that was offline leave it.
  await sql`update stock_pools set shortfall = 3 where product_id = ${product}`.execute(shop.app.db);
  await sql`update products set stock_policy = 'block' where id = ${product}`.execute(shop.app.db);
  const before = [
    await poolOf(product),
    await balanceOf(shop.app.db, '5000'),
    await balanceOf(shop.app.db, '5100'),
  ];
  const id = await adjust('found', [{ product_id: product, quantity: '10' }]);
  expect((await reverse(id)).status).toBe(200);
  expect([
    await poolOf(product),
    await balanceOf(shop.app.db, '5000'),
    await balanceOf(shop.app.db, '5100'),
  ]).toEqual(before);
  await holds();
});

test('I10 A13 stock found below zero at another cost leaves cost of sales and the last known cost as they were', async () => {
  // 5 at £2.00, of which 8 go: −3 worth −£6.00. One comes at £5.00, £3.00 more than assumed: −2 worth −£4.00.
  const product = await bought('5', '2.00');
  await sql`update products set stock_policy = 'allow' where id = ${product}`.execute(shop.app.db);
  await shop.takeOut(product, '8');
  await bought('1', '5.00', product);
  const before = await poolOf(product);
  expect(before).toMatchObject({ quantity: '-2.000', value_pence: -400, last_unit_cost: '500.000000' });
  const accounts = ['1200', '5000', '5100'];
  // 10 found at £5.00: two cost £10.00 instead of £4.00.
  let id = 0;
  const posted = await movedOn(shop.app.db, accounts, async () => {
    id = await adjust('found', [{ product_id: product, quantity: '10' }]);
  });
  expect(posted).toEqual([4400, 600, -5000]);
  expect(await movedOn(shop.app.db, accounts, () => reverse(id))).toEqual([-4400, -600, 5000]);
  expect(await poolOf(product)).toEqual(before);
  await holds();
});

test('I9 I10 A13 stock taken out below zero by mistake comes back exactly, and so does the last known cost', async () => {
  // One at £3.00, of which 3 go: −2 worth −£6.00. One more for £1.00 made up for £3.00: −1 worth −£3.00.
  const product = await bought('1', '3.00');
  await sql`update products set stock_policy = 'allow' where id = ${product}`.execute(shop.app.db);
  await shop.takeOut(product, '3');
  await bought('1', '1.00', product);
  const before = await poolOf(product);
  expect(before).toEqual({ quantity: '-1.000', value_pence: -300, last_unit_cost: '100.000000' });
  const accounts = ['1200', '5000', '5100'];
  const id = await adjust('lost', [{ product_id: product, quantity: '-2' }]);
  expect(await movedOn(shop.app.db, accounts, () => reverse(id))).toEqual([200, 0, -200]);
  expect(await poolOf(product)).toEqual(before);
  // Three for £1.00 in all, and all lost: the last known cost is a third of that, and not the 33p of the next one lost.
  const [third = 0] = await shop.products(1);
  await sql`update products set stock_policy = 'allow' where id = ${third}`.execute(shop.app.db);
  await adjust('found', [{ product_id: third, quantity: '3', value: '1.00' }]);
  await adjust('lost', [{ product_id: third, quantity: '-3' }]);
  const wrong = await adjust('lost', [{ product_id: third, quantity: '-1' }]);
  expect((await reverse(wrong)).status).toBe(200);
  expect(await poolOf(third)).toEqual({ quantity: '0.000', value_pence: 0, last_unit_cost: '33.333333' });
  await holds();
});

test('L1 D5 of two reversals at once one succeeds; without permission, too early or in the future none does', async () => {
  const product = await bought('10', '1.00');
  const id = await adjust('write_down', [{ product_id: product, value: '5.00' }]);
  const blind = await shop.app.as('view_stock', 'adjust_stock');
  expect((await reverse(id, {}, blind)).status).toBe(403);
  expect((await reverse(id, {}, await shop.app.as('view_stock', 'view_cost'))).status).toBe(403);
  const early = { business_date: addDays(today, -1), date_reason: 'Late' };
  expect((await reverse(id, early)).refusal.errors?.business_date?.[0]).toContain(
    'The adjustment was posted on',
  );
  expect((await reverse(id, { business_date: addDays(today, 1) })).status).toBe(422);
  expect((await reverse(id, { reason: ' ' })).refusal.errors).toHaveProperty('reason');
  expect((await reverse(999_999)).status).toBe(404);
  const both = await Promise.all([reverse(id), reverse(id)]);
  expect(both.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 409]);
  expect(await poolOf(product)).toMatchObject({ value_pence: 1000 });
  await holds();
});

test('A13 the database itself refuses a second reversal', async () => {
  const product = await bought('10', '1.00');
  const id = await adjust('damaged', [{ product_id: product, quantity: '-1' }]);
  expect((await reverse(id)).status).toBe(200);
  const raw = sql`
    insert into stock_adjustments (number, reason, business_date, posted_by, posted_at, reverses_id)
    select 'ADJ-RAW', reason, business_date, posted_by, posted_at, id from stock_adjustments where id = ${id}`;
  await expect(raw.execute(shop.app.db)).rejects.toThrow('stock_adjustments_are_reversed_once');
});

test('A13 I7 what was found by mistake twice leaves no cost behind; found goods ask for theirs', async () => {
  const [product = 0] = await shop.products(1);
  for (const value of ['12500.00', '125.00']) {
    const id = await adjust('found', [{ product_id: product, quantity: '10', value }]);
    expect((await reverse(id)).status).toBe(200);
    expect(await lastCostOf(product)).toBeNull();
  }
  // After goods that were really bought and have gone, it is theirs, not that of the mistake in between.
  await bought('10', '3.00', product);
  await adjust('lost', [{ product_id: product, quantity: '-10' }]);
  for (const quantity of ['4', '5']) {
    const id = await adjust('found', [{ product_id: product, quantity }]);
    expect((await reverse(id)).status).toBe(200);
    expect(Number(await lastCostOf(product))).toBe(300);
  }
  await holds();
});

async function lastCostOf(product: number): Promise<string | null | undefined> {
  const { rows } = await sql<{ cost: string | null }>`
    select last_unit_cost::text as cost from stock_pools where product_id = ${product}`.execute(shop.app.db);
  return rows[0]?.cost;
}
