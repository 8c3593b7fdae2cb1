import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { quantityFromText } from '#domain/kernel/quantity';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockAgeing } from '#domain/stock/stock-ageing.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { asBookkeeper, breachesOf } from '../../../tests/support/books';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { credit, debit, postJournal, systemAccounts } from '../../kernel/ledger';
import { moveStock } from '../../kernel/stock';

let app: TestApp;
let keeper: Caller;
beforeAll(async () => {
  app = await startTestApp();
  keeper = await app.as('view_stock', 'view_cost', 'adjust_stock', 'export_data');
});
afterAll(() => app.close());

const today = londonDate(new Date());
const daysAgo = (days: number) => addDays(today, -days);
let documents = 0;

/** Moves stock as a use case does, so many days ago; goods coming in have this value in pence. */
const move = (
  kind: 'opening' | 'receipt' | 'sale',
  productId: number,
  { pieces, days, value }: { pieces: string; days: number; value?: number },
) =>
  asBookkeeper(app.db, async ctx => {
    const document = { type: 'test', id: ++documents, number: null };
    const [moved] = await moveStock(ctx, {
      businessDate: daysAgo(days),
      kind,
      document,
      movements: [
        {
          productId,
          line: 1,
          quantity: quantityFromText(pieces),
          ...(value === undefined ? {} : { value: toPence(value) }),
        },
      ],
    });
    const worth = moved?.value ?? toPence(0);
    await postJournal(ctx, {
      businessDate: daysAgo(days),
      kind: 'stock_adjustment',
      narrative: 'A test',
      document,
      lines: [debit(systemAccounts.inventory, worth), credit(systemAccounts.shrinkage, worth)],
    });
  });

const aged = async (id: number, query: Record<string, string> = {}) =>
  (await keeper.call(stockAgeing.list, { query: { per_page: '1000', ...query } })).reply.data.find(
    row => row.id === id,
  );

/** Ten came in 400 days ago, and ten 100 days ago; seven were sold, the last three 40 days ago. */
async function mixed(): Promise<number> {
  const id = await someProduct(app.db);
  await move('opening', id, { pieces: '10', days: 400, value: 1000 });
  await move('sale', id, { pieces: '-4', days: 350 });
  await move('receipt', id, { pieces: '10', days: 100, value: 2000 });
  await move('sale', id, { pieces: '-3', days: 40 });
  return id;
}

test('2.17 what is on hand is what came in last: its value is shared over ages to the penny', async () => {
  const id = await mixed();
  // 6 for £6.00 and 10 for £20.00, less three sixteenths of £26.00.
  expect(await aged(id)).toMatchObject({
    quantity: 13_000,
    value: 2112,
    last_sold_on: daysAgo(40),
    last_received_on: daysAgo(100),
    days_unsold: 40,
    days_30: 0,
    days_90: 0,
    days_180: 1625,
    days_365: 0,
    older: 487,
  });
  // As it was the day before the second delivery.
  expect(await aged(id, { as_at: daysAgo(101) })).toMatchObject({
    quantity: 6000,
    value: 600,
    last_received_on: daysAgo(400),
    days_unsold: 249,
    days_365: 600,
    older: 0,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('2.17 R7 the ages add up to the stock valuation of the day, and to the filtered list', async () => {
  const id = await mixed();
  const never = await someProduct(app.db, { name: 'Never sold' });
  await move('receipt', never, { pieces: '1.5', days: 95, value: 100 });
  for (const as_at of [today, daysAgo(50), daysAgo(101), daysAgo(360), daysAgo(500)]) {
    const { reply } = await keeper.call(stockAgeing.totals, { query: { as_at } });
    const { days_30, days_90, days_180, days_365, older, value } = reply;
    const { reply: valued } = await keeper.call(stockValuation.totals, { query: { as_at } });
    expect(value, as_at).toBe(valued.value);
    expect(days_30 + days_90 + days_180 + days_365 + older, as_at).toBe(value);
  }
  expect(await aged(never, { unsold_for: '90' })).toMatchObject({ last_sold_on: null, days_unsold: 95 });
  expect(await aged(id, { unsold_for: '90' })).toBeUndefined();
  const query = { unsold_for: '90', search: 'Never sold' } as const;
  const { reply } = await keeper.call(stockAgeing.totals, { query });
  expect(reply).toMatchObject({ days_180: 100, value: 100 });
  const { raw } = await keeper.call(stockAgeing.export, { query: { ...query, format: 'csv' } });
  expect(raw.toString()).toContain('Never sold');
});

test('2.17 a reversal makes no old stock new, and what was reversed never came in', async () => {
  const id = await mixed();
  const adjust = async (reason: string, line: object) =>
    (await keeper.call(stockAdjustments.create, { body: { reason, lines: [{ product_id: id, ...line }] } }))
      .reply;
  const reverse = ({ id: adjustment }: { id: number }) =>
    keeper.call(stockAdjustments.reverse, { params: { id: adjustment }, body: { reason: 'Wrong product' } });
  const before = await aged(id);
  const found = await adjust('found', { quantity: '5' });
  expect(await aged(id)).toMatchObject({ last_received_on: today, days_30: expect.any(Number) });
  expect((await reverse(found)).status).toBe(200);
  const damaged = await adjust('damaged', { quantity: '-5' });
  expect((await reverse(damaged)).status).toBe(200);
  expect(await aged(id)).toEqual(before);
});
