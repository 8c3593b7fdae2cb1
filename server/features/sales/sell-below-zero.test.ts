import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breachesOf } from '../../../tests/support/books';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let seller: Caller;
let till: number;
beforeAll(async () => {
  app = await startTestApp();
  seller = await app.as('view_pos', 'create_sale');
  till = await openTill(app.db);
});
afterAll(() => app.close());
const { sent, complete } = shopFloor(() => ({ app, seller, till }));

test('R13 where stock may fall below zero, fifty tills sell the one piece there is, and 49 are missing', async () => {
  const product = await stockedProduct(app.db, { pieces: '1', stock_policy: 'allow' });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () => complete(sent([{ product_id: product, quantity: '1' }], 240))),
  );
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(50);
  const { rows } = await sql<{ quantity: number }>`
    select quantity::float as quantity from stock_pools where product_id = ${product}`.execute(app.db);
  expect(rows).toEqual([{ quantity: -49 }]);
  expect(await breachesOf(app.db)).toEqual([]);
});
