import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { balanceOf, breachesOf, movedOn, someSupplier } from '../../../../tests/support/books';
import { lineOf, type Order } from '../../../../tests/support/orders';
import { buyingShop } from '../../../../tests/support/buying-shop';

const shop = buyingShop();
const { sent, products, get, receive, bill, holds, poolOf, takeOut, landed } = shop;

const accounts = () =>
  Promise.all(['1200', '2100', '2110', '2201', '5000', '5110'].map(code => balanceOf(shop.app.db, code)));

/** Changes posted rows, bypassing the triggers that refuse it. */
async function past(table: string, change: RawBuilder<unknown>): Promise<void> {
  await sql.raw(`alter table ${table} disable trigger user`).execute(shop.app.db);
  await change.execute(shop.app.db);
  await sql.raw(`alter table ${table} enable trigger user`).execute(shop.app.db);
}

/** Lines of ten at a pound each, all of one product. */
async function receivedTens(lines: number): Promise<{ order: Order; product: number }> {
  const [product = 0] = await products(1);
  const order = await sent(Array.from({ length: lines }, () => ({ product_id: product, quantity: '10' })));
  await receive(order.id);
  return { order, product };
}

const reverse = async (order: Order) =>
  expect((await shop.reverseBill(await get(order.id), { free_payments: true })).status).toBe(200);

test('F01 I11 two lines of one product share the quantity on hand once when the bill is higher', async () => {
  const { order, product } = await receivedTens(2);
  await takeOut(product, '15');
  const moved = await movedOn(shop.app.db, ['1200', '5110'], () =>
    bill(
      order.id,
      [0, 1].map(index => ({ line_id: lineOf(order, index), quantity: '10', net: '11.00' })),
      { accept_difference: true },
    ),
  );
  // 5 of 20 are on hand, all claimed by the first line: 100p × 5/10.
  expect(moved).toEqual([50, 150]);
  expect(await poolOf(product)).toMatchObject({ quantity: '5.000', value_pence: 550 });
  await holds();
});

test('I11 V18 VAT of freight is reclaimed, and no part of what the goods cost', async () => {
  const { order, product } = await receivedTens(1);
  const moved = await movedOn(shop.app.db, ['1200', '2201', '5110', '2100'], () =>
    landed(order, '20.00', { vat: '4.00', vat_code: 'S' }),
  );
  expect(moved).toEqual([2000, 400, 0, -2400]);
  expect(await poolOf(product)).toMatchObject({ quantity: '10.000', value_pence: 3000 });
  await holds();
});

test('F01 I11 a line billed at its received cost claims its quantity before the next one', async () => {
  const { order, product } = await receivedTens(2);
  await takeOut(product, '15');
  const moved = await movedOn(shop.app.db, ['1200', '5110'], () =>
    bill(
      order.id,
      [
        { line_id: lineOf(order), quantity: '10', net: '10.00' },
        { line_id: lineOf(order, 1), quantity: '10', net: '12.00' },
      ],
      { accept_difference: true },
    ),
  );
  // The 5 on hand belong to the first line, which has no variance; the second line's £2 is all variance.
  expect(moved).toEqual([0, 200]);
  expect(await poolOf(product)).toMatchObject({ quantity: '5.000', value_pence: 500 });
  await holds();
});

test('F01 I11 freight over two lines of one product claims the remaining quantity once', async () => {
  const { order, product } = await receivedTens(2);
  await takeOut(product, '18');
  expect((await landed(order, '20.00')).status).toBe(200);
  // 2 on hand at £1, and £10 × 2/10 of the first line's freight.
  expect(await poolOf(product)).toMatchObject({ quantity: '2.000', value_pence: 400 });
  await holds();
});

test('F01 I11 two receipts of one order line claim in their order, each for its own variance', async () => {
  const [product = 0] = await products(1);
  const order = await sent([{ product_id: product, quantity: '20' }]);
  for (const quantity of ['10', '10']) await receive(order.id, [{ line_id: lineOf(order), quantity }]);
  await takeOut(product, '8');
  const moved = await movedOn(shop.app.db, ['1200', '5110'], () =>
    bill(order.id, [{ line_id: lineOf(order), quantity: '20', net: '24.00' }], { accept_difference: true }),
  );
  // 12 on hand: 10 claimed by the first receipt (£2 in full), 2 of 10 by the second (£2 × 2/10).
  expect(moved).toEqual([240, 160]);
  await holds();
});

test('F02 I15 reversing a bill removes the part of its share still on hand, and re-entering the bill restores it', async () => {
  const { order, product } = await receivedTens(1);
  const dear = () =>
    bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '15.00' }], { accept_difference: true });
  await dear();
  await takeOut(product, '9');
  expect(await poolOf(product)).toMatchObject({ quantity: '1.000', value_pence: 150 });
  const before = [await accounts(), await poolOf(product)];
  const moved = await movedOn(shop.app.db, ['1200', '5110'], () => reverse(order));
  // Of the £5 in stock for 10 pieces one piece is on hand: 50p. The rest was the cost of goods sold.
  expect(moved).toEqual([-50, -450]);
  expect(await poolOf(product)).toMatchObject({ quantity: '1.000', value_pence: 100 });
  await holds();
  await dear();
  expect([await accounts(), await poolOf(product)]).toEqual(before);
  await holds();
});

test('F02 I15 goods received after the bill do not change what its reversal and re-entry do', async () => {
  const { order, product } = await receivedTens(1);
  await takeOut(product, '8');
  const dear = () =>
    bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '20.00' }], { accept_difference: true });
  await dear();
  const more = await sent([{ product_id: product, quantity: '90', unit_price: '1.00' }]);
  await receive(more.id);
  const before = [await accounts(), await poolOf(product)];
  // 2 of 10 were claimed: £2 of £10 is in stock, whatever was received since.
  expect(await movedOn(shop.app.db, ['1200', '5110'], () => reverse(order))).toEqual([-200, -800]);
  await dear();
  expect([await accounts(), await poolOf(product)]).toEqual(before);
  await holds();
});

test('F01 I11 a bill with an earlier line shares the quantity on hand once, though one of its lines was reversed before', async () => {
  const { order, product } = await receivedTens(2);
  await takeOut(product, '15');
  const second = { line_id: lineOf(order), quantity: '10', net: '15.00' };
  expect(
    await movedOn(shop.app.db, ['1200', '5110'], () => bill(order.id, [second], { accept_difference: true })),
  ).toEqual([250, 250]);
  await reverse(order);
  const first = { line_id: lineOf(order, 1), quantity: '10', net: '11.00' };
  const moved = await movedOn(shop.app.db, ['1200', '5110'], () =>
    bill(order.id, [first, second], { accept_difference: true }),
  );
  // The 5 on hand are claimed by the earlier line: 50p of its £1. This is not the bill that was reversed.
  expect(moved).toEqual([50, 550]);
  expect(await poolOf(product)).toMatchObject({ quantity: '5.000', value_pence: 550 });
  await holds();
});

test('F02 I15 whatever happens in between, reversing and re-entering bills and freight changes no balance', async () => {
  let seed = 20261122;
  const upTo = (max: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * max);
  };
  for (let round = 0; round < 12; round++) {
    const { order, product } = await receivedTens(1 + upTo(3));
    const priceOf = order.lines.map(() => (5 + upTo(20) + upTo(100) / 100).toFixed(2));
    const isFreight = upTo(2) === 1;
    const carrier = await someSupplier(shop.app.db, 'Carrier');
    const [number, freight] = [`RE-${round}`, (1 + upTo(40) + upTo(100) / 100).toFixed(2)];
    const enter = () =>
      isFreight
        ? landed(order, freight, { supplier_id: carrier, supplier_bill_number: number })
        : bill(
            order.id,
            order.lines.map((line, index) => ({
              line_id: line.id,
              quantity: '10',
              net: priceOf[index] ?? '1.00',
            })),
            { accept_difference: true, supplier_bill_number: number },
          );
    if (upTo(2) === 1) await takeOut(product, String(1 + upTo(9)));
    expect((await enter()).status).toBe(200);
    const remaining = Number((await poolOf(product))?.quantity);
    if (upTo(3) > 0) await takeOut(product, String(1 + upTo(remaining)));
    if (upTo(3) === 0) {
      const down = await shop.admin.call(stockAdjustments.create, {
        body: { reason: 'write_down', lines: [{ product_id: product, value: '0.37' }] },
      });
      expect([200, 409, 422]).toContain(down.status);
    }
    const before = [await accounts(), await poolOf(product)];
    await reverse(order);
    expect((await enter()).status).toBe(200);
    expect([await accounts(), await poolOf(product)]).toEqual(before);
  }
  await holds();
});

test('F02 I15 a bill posted before claims were stored loses its share of the remaining quantity when reversed', async () => {
  const { order, product } = await receivedTens(1);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10', net: '15.00' }], {
    accept_difference: true,
  });
  await takeOut(product, '9');
  await past('late_costs', sql`delete from late_costs where product_id = ${product}`);
  await sql`update supplier_bills set keeps_late_costs = false where purchase_order_id = ${order.id}`.execute(
    shop.app.db,
  );
  expect(await movedOn(shop.app.db, ['1200', '5110'], () => reverse(order))).toEqual([-50, -450]);
  await holds();
});

test('F01 F02 A17 the check finds quantities claimed twice, a wrong share, and a share without a movement', async () => {
  const { order, product } = await receivedTens(2);
  await takeOut(product, '15');
  await bill(
    order.id,
    [0, 1].map(index => ({ line_id: lineOf(order, index), quantity: '10', net: '11.00' })),
    { accept_difference: true },
  );
  const ofProduct = sql`product_id = ${product} and reverses_id is null`;
  const found = async (change: RawBuilder<unknown>, back: RawBuilder<unknown>) => {
    await past('late_costs', change);
    const breaches = (await breachesOf(shop.app.db)).filter(breach => breach.startsWith('A17'));
    await past('late_costs', back);
    return breaches.join('; ');
  };
  // The second line claims the same five pieces again, as bills used to.
  expect(
    await found(
      sql`update late_costs set claimed = 5, share_pence = 50 where ${ofProduct} and line_number = 2`,
      sql`update late_costs set claimed = 0, share_pence = 0 where ${ofProduct} and line_number = 2`,
    ),
  ).toMatch(/10\.000 units .* on hand was 5\.000.*£0\.50 moved in stock, £1\.00/);
  expect(
    await found(
      sql`update late_costs set share_pence = 100 where ${ofProduct} and line_number = 1`,
      sql`update late_costs set share_pence = 50 where ${ofProduct} and line_number = 1`,
    ),
  ).toContain('£1.00 went into stock, but the units on hand make it £0.50');
  await takeOut(product, '4');
  await reverse(order);
  expect(
    await found(
      sql`update late_costs set share_pence = -50 where product_id = ${product} and claimed = 1`,
      sql`update late_costs set share_pence = -10 where product_id = ${product} and claimed = 1`,
    ),
  ).toContain('−£0.50 went into stock, but the units on hand make it −£0.10');
  await holds();
});
