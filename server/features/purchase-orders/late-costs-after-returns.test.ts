import { expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { movedOn } from '../../../tests/support/books';
import { buyingShop } from '../../../tests/support/buying-shop';
import { lineOf, type Order } from '../../../tests/support/orders';

const shop = buyingShop();
const { holds, poolOf } = shop;

/** 10 of A and 10 of B at £10.00, received and billed together; and 10 of A from another supplier at £10.00. */
async function boughtBoth(): Promise<{ order: Order; a: number; b: number }> {
  const [a = 0, b = 0] = await shop.products(2);
  const order = await shop.sent(
    [a, b].map(product_id => ({ product_id, quantity: '10', unit_price: '10.00' })),
  );
  await shop.receive(order.id);
  const lines = [0, 1].map(index => ({ line_id: lineOf(order, index), quantity: '10' }));
  const { reply } = await shop.bill(order.id, lines);
  const others = await shop.sent([{ product_id: a, quantity: '10', unit_price: '10.00' }]);
  await shop.receive(others.id);
  return { order: reply, a, b };
}
const sendBack = async (order: Order, ...quantities: readonly string[]) => {
  const { status } = await shop.admin.call(purchases.return, {
    params: { id: order.id },
    body: {
      reason: 'Broken',
      lines: quantities.map((quantity, index) => ({
        receipt_line_id: order.receipts[0]?.lines[index]?.id ?? 0,
        quantity,
      })),
    },
  });
  expect(status).toBe(200);
};
/** A credit note for the price of the goods on the order's bill. */
const creditFor = (order: Order, net: string) =>
  shop.credit(order.supplier.id, {
    lines: [{ description: 'Overcharged', net, vat: '0.00', vat_code: 'Z' }],
    bills: [{ bill_id: order.bills[0]?.id ?? 0, amount: net }],
  });

test('I2 I11 M6 a credit for the price lowers only goods that were not returned', async () => {
  const { order, a, b } = await boughtBoth();
  await sendBack(order, '10');
  // The other supplier's A stay at £100.00; all £20.00 come off B.
  expect(await movedOn(shop.app.db, ['1200', '5110'], () => creditFor(order, '20.00'))).toEqual([-2000, 0]);
  expect(await poolOf(a)).toMatchObject({ quantity: '10.000', value_pence: 10_000 });
  expect(await poolOf(b)).toMatchObject({ quantity: '10.000', value_pence: 8000 });
  await holds();
});

test('I11 M6 goods returned in part bear the share of what is left, and no more pieces claim it', async () => {
  const { order, a, b } = await boughtBoth();
  await sendBack(order, '6');
  // 4 of A and 10 of B: £14.00 are spread as £4.00 and £10.00. Each fits its pieces on hand.
  expect(await movedOn(shop.app.db, ['1200', '5110'], () => creditFor(order, '14.00'))).toEqual([-1400, 0]);
  expect(await poolOf(a)).toMatchObject({ quantity: '14.000', value_pence: 13_600 });
  expect(await poolOf(b)).toMatchObject({ value_pence: 9000 });
  await shop.takeOut(a, '12');
  // 2 of 4 are left to claim it at most: £0.40 of £0.80 go off A, £0.40 to 5110.
  expect(await movedOn(shop.app.db, ['1200', '5110'], () => creditFor(order, '2.80'))).toEqual([-240, -40]);
  await holds();
});

test('I11 when all goods of a bill were returned, its credit needs an account', async () => {
  const { order } = await boughtBoth();
  await sendBack(order, '10', '10');
  const { status, refusal } = await creditFor(order, '1.00');
  expect([status, refusal.errors?.['lines.0.account']?.[0] ?? refusal.message]).toEqual([
    422,
    expect.stringMatching(/not returned|can be credited/),
  ]);
  await holds();
});

test('I2 I11 M6 freight entered after a return goes on what was not returned', async () => {
  for (const basis of ['value', 'quantity'] as const) {
    const { order, a, b } = await boughtBoth();
    await sendBack(order, '10');
    const moved = await movedOn(shop.app.db, ['1200', '5110'], () => shop.landed(order, '20.00', { basis }));
    expect(moved).toEqual([2000, 0]);
    expect(await poolOf(a)).toMatchObject({ value_pence: 10_000 });
    expect(await poolOf(b)).toMatchObject({ value_pence: 12_000 });
  }
  const { order } = await boughtBoth();
  await sendBack(order, '10', '10');
  const { status, refusal } = await shop.landed(order, '20.00');
  expect([status, refusal.errors?.receipt_id?.[0]]).toEqual([
    422,
    'None of these goods are left to bear the cost: they were returned. Choose another receipt.',
  ]);
  await holds();
});
