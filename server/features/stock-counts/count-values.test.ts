import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { toQuantity } from '#domain/kernel/quantity';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { someApprovals } from '../../../tests/support/approvals';
import { asBookkeeper } from '../../../tests/support/books';
import { someProduct } from '../../../tests/support/products';
import { someCounting } from '../../../tests/support/stocktakes';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { assumeCosts, moveStock } from '../../kernel/stock';

let app: TestApp;
let on: Awaited<ReturnType<typeof someCounting>>;
beforeAll(async () => {
  app = await startTestApp();
  on = await someCounting(app);
});
afterAll(() => app.close());

const today = londonDate(new Date());

test('I10 P15 goods found below zero are worth the same in the list, on the page and for the limit', async () => {
  const sold = await someProduct(app.db, { stock_policy: 'allow' });
  // Five sold ahead of receipt at £2.00, one received at £3.00.
  await asBookkeeper(app.db, async ctx => {
    await assumeCosts(ctx.tx, [{ productId: sold, unitCost: 200_000_000n }]);
    await moveStock(ctx, {
      businessDate: today,
      kind: 'sale',
      document: { type: 'test', id: 1, number: null },
      movements: [{ productId: sold, line: 1, quantity: toQuantity(-5000) }],
    });
    await moveStock(ctx, {
      businessDate: today,
      kind: 'receipt',
      document: { type: 'test', id: 2, number: null },
      movements: [{ productId: sold, line: 1, quantity: toQuantity(1000), value: toPence(300) }],
    });
  });
  const id = await on.started([sold]);
  await on.count(id, sold, '0');
  const approvals = someApprovals(app);
  await approvals.limits({ stock_count_limit: '10.00' });
  expect((await on.post(id)).status).toBe(403);
  await approvals.limits({});
  const { reply } = await on.post(id);
  expect(reply.review).toMatchObject({ found_value: 1200, value: 1200 });
  const { reply: listed } = await on.keeper.call(stockCounts.list, { query: { search: reply.number } });
  expect(listed.data[0]?.value).toBe(1200);
});

test('a cancelled stocktake keeps its lines, and names no value of variances that were not posted', async () => {
  const product = await on.stocked();
  const id = await on.started([product]);
  await on.count(id, product, '3');
  expect((await on.shown(id)).review).toMatchObject({ differences: 1, value: -700 });
  await on.cancel(id);
  const { review } = await on.shown(id);
  expect(review).toMatchObject({ differences: 1 });
  expect(review).not.toHaveProperty('value');
  expect(review).not.toHaveProperty('missing_value');
});
