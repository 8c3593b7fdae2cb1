import { beforeAll, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { buyingShop } from '../../../tests/support/buying-shop';
import { refused } from '../../../tests/support/refused';
import { someCounting } from '../../../tests/support/stocktakes';

const shop = buyingShop();
const { holds } = shop;
let on: Awaited<ReturnType<typeof someCounting>>;
beforeAll(async () => {
  on = await someCounting(shop.app);
});

test('I8 an adjustment is not reversed while a stocktake is based on what it left', async () => {
  // 10 less 4 lost by mistake; the stocktake found all 10, so the 4 are back.
  const product = await on.stocked({ name: 'Blue teapot' });
  const adjust = async (quantity: string) => {
    const { reply } = await shop.admin.call(stockAdjustments.create, {
      body: { reason: 'lost', lines: [{ product_id: product, quantity }] },
    });
    return reply;
  };
  const undo = (id: number) =>
    shop.admin.call(stockAdjustments.reverse, { params: { id }, body: { reason: 'Found again' } });
  const lost = await adjust('-4');
  const id = await on.started([product]);
  const { number } = await on.shown(id);
  await on.count(id, product, '10');
  expect(await refused(undo(lost.id))).toMatch(
    new RegExp(
      `^409 Blue teapot \\(.+\\) was counted in ${number}, after ${lost.number} was posted\\. Clear its count there first\\.$`,
    ),
  );
  expect((await on.post(id)).status).toBe(200);
  const { reply } = await shop.admin.call(stockAdjustments.get, { params: { id: lost.id } });
  expect(reply.can_reverse).toEqual({
    allowed: false,
    reason: expect.stringMatching(new RegExp(`Reverse ${number} first\\.$`)),
  });
  expect((await undo(lost.id)).status).toBe(409);
  expect(await on.held(product)).toEqual([10_000, 1000]);
  // What was taken out after the count is in neither figure.
  const later = await adjust('-3');
  expect((await undo(later.id)).status).toBe(200);
  expect((await on.reverse(id)).status).toBe(200);
  expect((await undo(lost.id)).status).toBe(200);
  expect(await on.held(product)).toEqual([10_000, 1000]);
  // A count of it while it is being reversed: before or after, but never of the stock that is on its way back.
  const second = await adjust('-4');
  const other = await on.started([product]);
  const [undone, line] = await Promise.all([undo(second.id), on.count(other, product, '6')]);
  expect([undone.status, line.reply.line.expected]).toEqual(
    undone.status === 200 ? [200, 10_000] : [409, 6000],
  );
  await on.cancel(other);
  await holds();
});

test('I8 a receipt is not reversed while a stocktake is based on what it left; a write-down does not change a count', async () => {
  const { order, product } = await shop.received({ unit_price: '1.00' });
  const receipt = order.receipts[0] ?? (await shop.get(order.id)).receipts[0];
  const undo = () =>
    shop.admin.call(purchases.reverseReceipt, {
      params: { id: order.id, receipt_id: receipt?.id ?? 0 },
      body: { reason: 'Wrong order' },
    });
  const down = await shop.admin.call(stockAdjustments.create, {
    body: { reason: 'write_down', lines: [{ product_id: product, value: '5.00' }] },
  });
  // None of the 10 came, and the stocktake has taken them out already.
  const id = await on.posted([[product, '0']]);
  const { number } = await on.shown(id);
  expect(await refused(undo())).toMatch(
    new RegExp(
      `was counted in ${number}, after ${receipt?.number} was posted\\. Reverse ${number} first\\.$`,
    ),
  );
  expect((await shop.get(order.id)).receipts[0]?.can.reverse.allowed).toBe(false);
  expect((await on.reverse(id)).status).toBe(200);
  const agreed = await on.started([product]);
  await on.count(agreed, product, '10');
  const up = await shop.admin.call(stockAdjustments.reverse, {
    params: { id: down.reply.id },
    body: { reason: 'Worth it after all' },
  });
  expect(up.status).toBe(200);
  expect((await on.cancel(agreed)).status).toBe(200);
  expect((await undo()).status).toBe(200);
  expect(await on.held(product)).toEqual([0, 0]);
  await holds();
});
