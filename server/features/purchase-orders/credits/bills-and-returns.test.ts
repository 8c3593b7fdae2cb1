import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { balanceOf, movedOn, someSupplier } from '../../../../tests/support/books';
import { lineOf, type Order } from '../../../../tests/support/orders';
import { buyingShop } from '../../../../tests/support/buying-shop';

const shop = buyingShop();
const { sent, products, get, receive, bill, holds, today } = shop;

test('V18 A10 a bill clears the accrual, with VAT as printed, and is due by the supplier’s terms', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product, quantity: '3', unit_price: '3.33' }]);
  await receive(order.id);
  const before = { owed: await balanceOf(shop.app.db, '2100'), vat: await balanceOf(shop.app.db, '2201') };
  const { reply } = await bill(order.id, [{ line_id: lineOf(order), quantity: '3', vat: '1.99' }]);
  expect(reply.bills).toMatchObject([{ net: 999, vat: 199, gross: 1198, difference: 0, outstanding: 1198 }]);
  expect((await balanceOf(shop.app.db, '2100')) - before.owed).toBe(-1198);
  expect((await balanceOf(shop.app.db, '2201')) - before.vat).toBe(199);
  await holds();
});

test('I11 a price variance goes to the stock on hand, and the rest to variance', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  const ret = await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      lines: [{ receipt_line_id: (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0, quantity: '2' }],
    },
  });
  expect(ret.status).toBe(200);
  const variance = await balanceOf(shop.app.db, '5110');
  const off = await bill(order.id, [{ line_id: lineOf(order), quantity: '8', net: '10.50' }]);
  expect(off.refusal.errors).toHaveProperty('accept_difference');
  await bill(order.id, [{ line_id: lineOf(order), quantity: '8', net: '8.80' }]);
  const { rows } = await sql`select value_pence from stock_pools where product_id = ${product}`.execute(
    shop.app.db,
  );
  expect(rows).toEqual([{ value_pence: 880 }]);
  expect((await balanceOf(shop.app.db, '5110')) - variance).toBe(0);
  await holds();
});

test('M7 a receipt says what is left to bill, and a bill takes from that', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product, quantity: '3', unit_price: '3.333333' }]);
  await receive(order.id);
  const left = async () => (await get(order.id)).receipts[0]?.lines[0];
  expect(await left()).toMatchObject({ value: 1000, unbilled: 3000, unbilled_value: 1000 });
  const billOne = async () => {
    const { reply } = await bill(order.id, [{ line_id: lineOf(order), quantity: '1' }]);
    return reply.bills.map(({ net }) => net).toSorted((one, other) => one - other);
  };
  // £10.00 ÷ 3 is £3.33; then £6.67 ÷ 2 is £3.34 (half away from zero); then what is left.
  expect(await billOne()).toEqual([333]);
  expect(await left()).toMatchObject({ unbilled: 2000, unbilled_value: 667 });
  expect(await billOne()).toEqual([333, 334]);
  expect(await left()).toMatchObject({ unbilled: 1000, unbilled_value: 333 });
  expect(await billOne()).toEqual([333, 333, 334]);
  expect(await left()).toMatchObject({ unbilled: 0, unbilled_value: 0 });
  await holds();
});

test('P8 a part return must convert exactly to the stock unit, as a receipt must', async () => {
  const [product] = await products(1);
  const order = await sent([
    { product_id: product, quantity: '1', unit_price: '8.00', unit: 'Jar', factor: '0.375' },
  ]);
  await receive(order.id);
  const receipt_line_id = (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0;
  const returnPart = (quantity: string) =>
    shop.admin.call(purchases.return, {
      params: { id: order.id },
      body: { reason: 'Broken', lines: [{ receipt_line_id, quantity }] },
    });
  // Half a jar is 0.1875 kg, which no stock quantity can hold.
  const refused = await returnPart('0.5');
  expect([refused.status, refused.refusal.errors]).toEqual([
    422,
    {
      'lines.0.quantity': [
        'This quantity does not convert exactly to the stock unit. Enter a different quantity.',
      ],
    },
  ]);
  expect(await shop.poolOf(product)).toMatchObject({ quantity: '0.375', value_pence: 800 });
  // 0.4 of a jar is 0.150 kg, and the rest 0.225 kg.
  expect((await returnPart('0.4')).status).toBe(200);
  expect((await returnPart('0.6')).status).toBe(200);
  expect(await shop.poolOf(product)).toMatchObject({ quantity: '0.000', value_pence: 0 });
  await holds();
});

test('a bill number is recorded once per supplier, and only received goods can be billed', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  const tooMuch = await bill(order.id, [{ line_id: lineOf(order), quantity: '5' }]);
  expect(tooMuch.refusal.errors?.['lines.0.quantity']?.[0]).toContain('Only 4');
  const number = { supplier_bill_number: 'INV 77' };
  expect((await bill(order.id, [{ line_id: lineOf(order), quantity: '1' }], number)).status).toBe(200);
  const again = await bill(order.id, [{ line_id: lineOf(order), quantity: '1' }], {
    supplier_bill_number: 'inv 77',
  });
  expect(again.refusal.errors?.supplier_bill_number?.[0]).toContain('already been recorded');
  await holds();
});

test('I6 P8 a return of billed goods posts a credit note with the bill’s figures; stock goes out at average cost', async () => {
  const [product] = await products(1);
  const first = await sent([{ product_id: product, unit_price: '1.00' }]);
  await receive(first.id);
  const order = await sent([{ product_id: product, unit_price: '2.00' }]);
  await receive(order.id);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '10' }]);
  const variance = await balanceOf(shop.app.db, '5110');
  const receiptLine = (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0;
  const back = await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: { reason: 'Wrong colour', lines: [{ receipt_line_id: receiptLine, quantity: '1' }] },
  });
  // Average 1.50, credited 2.00 net: the credit is half a pound above the cost.
  expect(back.reply).toMatchObject({
    credited_amount: 240,
    returns: [{ gross: 240, credit_number: expect.stringMatching(/^SCN-/) }],
  });
  expect((await balanceOf(shop.app.db, '5110')) - variance).toBe(-50);
  expect(back.reply.bills[0]?.outstanding).toBe(2400 - 240);
  const supplier = (await shop.admin.call(suppliers.get, { params: { id: order.supplier.id } })).reply;
  expect(supplier.summary).toMatchObject({ total_purchase_amount: 2160, outstanding_amount: 2160 });
  const more = await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: { reason: 'More', lines: [{ receipt_line_id: receiptLine, quantity: '9.001' }] },
  });
  expect(more.status).toBe(422);
  await holds();
});

test('a return before the bill reverses the accrual, and the goods are outstanding again', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  const receiptLine = (await get(order.id)).receipts[0]?.lines[0]?.id ?? 0;
  const accrued = await balanceOf(shop.app.db, '2110');
  const back = await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: { reason: 'Broken', lines: [{ receipt_line_id: receiptLine, quantity: '3' }] },
  });
  expect(back.reply).toMatchObject({
    status: 'received',
    credited_amount: 0,
    returns: [{ credit_number: null }],
  });
  expect(back.reply.lines[0]).toMatchObject({ received: 7000, outstanding: 3000 });
  expect((await balanceOf(shop.app.db, '2110')) - accrued).toBe(300);
  await holds();
});

test('I2 M6 landed cost is spread over a receipt with no penny lost; goods already sold bear theirs as variance', async () => {
  const [one, other] = await products(2);
  const order = await sent([
    { product_id: one, quantity: '3' },
    { product_id: other, quantity: '3', unit_price: '2.00' },
  ]);
  await receive(order.id);
  const receipt_id = (await get(order.id)).receipts[0]?.id ?? 0;
  const carrier = await someSupplier(shop.app.db, 'Carrier');
  const { status } = await shop.admin.call(purchases.landedCost, {
    params: { id: order.id },
    body: {
      receipt_id,
      supplier_id: carrier,
      supplier_bill_number: 'FR-1',
      bill_date: today,
      net: '1.00',
      vat: '0.20',
      basis: 'value',
    },
  });
  expect(status).toBe(200);
  const { rows } = await sql<{ value_pence: number }>`
    select value_pence from stock_pools where product_id in (${one}, ${other}) order by product_id`.execute(
    shop.app.db,
  );
  expect(rows.map(row => row.value_pence)).toEqual([333, 667]);
  await holds();
});

test('I2 M7 goods received again after a new price and a return cost the new price', async () => {
  for (const [now, expected] of [
    ['2.00', 2000],
    ['0.50', 500],
  ] as const) {
    const [product] = await products(1);
    const order = await sent([{ product_id: product }]);
    await receive(order.id, [{ line_id: lineOf(order), quantity: '5' }]);
    await revise(order, product, now);
    await giveBack(order.id, '5');
    const moved = await movedOn(shop.app.db, ['1200', '2110'], async () => {
      expect((await receive(order.id)).status).toBe(200);
    });
    expect(moved, now).toEqual([expected, 0 - expected]);
    expect(await shop.poolOf(product)).toMatchObject({ quantity: '10.000', value_pence: expected });
  }
  await holds();
});

test('I2 M7 with a part billed, a return takes its share of the new value; without a new price, its own value', async () => {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id, [{ line_id: lineOf(order), quantity: '6' }]);
  await bill(order.id, [{ line_id: lineOf(order), quantity: '2' }]);
  await revise(order, product, '2.00');
  await giveBack(order.id, '4');
  // Two of the £20.00 have been received at the new price, so eight are still to come.
  const moved = await movedOn(shop.app.db, ['2110'], () => receive(order.id));
  expect(moved).toEqual([-1600]);
  await holds();
  // Three for £1.00, received one by one as £0.33, £0.34 and £0.33: what comes again for the second costs £0.34.
  const [pennies] = await products(1);
  const three = await sent([{ product_id: pennies, quantity: '3', unit_price: '0.3333' }]);
  for (let nth = 0; nth < 3; nth++) await receive(three.id, [{ line_id: lineOf(three), quantity: '1' }]);
  const accrued = await movedOn(shop.app.db, ['2110'], async () => {
    await giveBack(three.id, '1', 1);
    await receive(three.id);
  });
  expect(accrued).toEqual([0]);
  await holds();
});

/** The order's one line at a new price. */
async function revise(order: Order, product_id: number | undefined, unit_price: string): Promise<void> {
  const { id, version, supplier } = await get(order.id);
  const lines = [{ id: lineOf(order), product_id: product_id ?? 0, quantity: '10', unit_price }];
  const { status, refusal } = await shop.admin.call(purchases.update, {
    params: { id },
    body: { supplier_id: supplier.id, version, revision_reason: 'New price', lines },
  });
  expect(status, JSON.stringify(refusal)).toBe(200);
}

/** Returns from the order's nth receipt. */
async function giveBack(id: number, quantity: string, nth = 0): Promise<void> {
  const { receipts } = await get(id);
  const line = receipts.toSorted((one, other) => one.id - other.id)[nth]?.lines[0]?.id ?? 0;
  const { status, refusal } = await shop.admin.call(purchases.return, {
    params: { id },
    body: { reason: 'Broken', lines: [{ receipt_line_id: line, quantity }] },
  });
  expect(status, JSON.stringify(refusal)).toBe(200);
}
