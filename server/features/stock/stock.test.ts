import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { wholeUnits } from '#domain/kernel/quantity';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { stockLevels } from '#domain/stock/stock-level.contract';
import { stockMovements } from '#domain/stock/stock-movement.contract';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let keeper: Caller;
beforeAll(async () => {
  app = await startTestApp();
  keeper = await app.as('view_stock', 'adjust_stock', 'view_cost', 'backdate');
});
afterAll(() => app.close());

const today = londonDate(new Date());
const adjust = (reason: string, lines: readonly object[], more: object = {}, who = keeper) =>
  who.call(stockAdjustments.create, { body: { reason, lines, ...more } });

/** A product with ten in stock, worth £10.00. */
async function stocked(more: object = {}): Promise<number> {
  const id = await someProduct(app.db, more);
  const { status } = await adjust('found', [{ product_id: id, quantity: '10', value: '10.00' }]);
  expect(status).toBe(200);
  return id;
}
const levelOf = async (id: number) => {
  const { reply } = await keeper.call(stockLevels.list, { query: { per_page: '1000' } });
  return reply.data.find(row => row.id === id);
};
const held = async (id: number) => {
  const level = await levelOf(id);
  return [level?.quantity, level?.value];
};

test('I3 I7 what is lost leaves at the average to account 5100, what is found comes back at the average', async () => {
  const id = await stocked();
  const [inventory, shrinkage] = [await balanceOf(app.db, '1200'), await balanceOf(app.db, '5100')];
  const lost = await adjust('damaged', [{ product_id: id, quantity: '-3' }], { note: 'Dropped' });
  expect(lost.reply).toMatchObject({ number: 'ADJ-00002', business_date: today, products: 1, value: -300 });
  expect(await held(id)).toEqual([7000, 700]);
  expect(await balanceOf(app.db, '1200')).toBe(inventory - 300);
  expect(await balanceOf(app.db, '5100')).toBe(shrinkage + 300);
  expect((await adjust('correction', [{ product_id: id, quantity: '1.5' }])).reply.value).toBe(150);
  expect(await held(id)).toEqual([8500, 850]);
  expect((await app.audits())[0]).toMatchObject({ action: 'posted', record_type: 'stock_adjustment' });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I10 what is found below zero makes up for what went out before, and the difference is cost of sales', async () => {
  const id = await stocked({ stock_policy: 'allow' });
  await adjust('lost', [{ product_id: id, quantity: '-12' }]);
  const sales = await balanceOf(app.db, '5000');
  expect((await adjust('found', [{ product_id: id, quantity: '4', value: '6.00' }])).status).toBe(200);
  expect(await held(id)).toEqual([2000, 300]);
  expect((await balanceOf(app.db, '5000')) - sales).toBe(100);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I13 a write-down lowers the value alone, at most to nothing, and needs the right to see cost', async () => {
  const id = await stocked();
  expect((await adjust('write_down', [{ product_id: id, value: '4.00' }])).reply.value).toBe(-400);
  expect(await held(id)).toEqual([10_000, 600]);
  const tooMuch = await adjust('write_down', [{ product_id: id, value: '6.01' }]);
  expect([tooMuch.status, Object.keys(tooMuch.refusal.errors ?? {})]).toEqual([422, ['lines.0.value']]);
  const blind = await app.as('view_stock', 'adjust_stock');
  expect((await adjust('write_down', [{ product_id: id, value: '1.00' }], {}, blind)).status).toBe(403);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('what does not fit is refused by its field, and nothing is posted', async () => {
  const id = await stocked();
  const free = await someProduct(app.db, { is_stocked: false });
  const before = await app.digest();
  for (const [field, reason, lines, more] of [
    ['lines.0.quantity', 'lost', [{ product_id: id, quantity: '-10.001' }]],
    ['lines.0.quantity', 'lost', [{ product_id: id, quantity: '1' }]],
    ['lines.0.quantity', 'found', [{ product_id: id, quantity: '-1' }]],
    ['lines.0.quantity', 'found', [{ product_id: id, quantity: '0' }]],
    ['lines.0.quantity', 'lost', [{ product_id: id }]],
    ['lines.0.value', 'lost', [{ product_id: id, quantity: '-1', value: '1.00' }]],
    ['lines.0.value', 'write_down', [{ product_id: id }]],
    ['lines.0.product_id', 'found', [{ product_id: 99_999_999, quantity: '1' }]],
    ['lines.0.product_id', 'found', [{ product_id: free, quantity: '1', value: '1.00' }]],
    [
      'lines.1.product_id',
      'lost',
      [
        { product_id: id, quantity: '-1' },
        { product_id: id, quantity: '-1' },
      ],
    ],
    ['lines', 'lost', []],
    ['reason', 'because', [{ product_id: id, quantity: '-1' }]],
    ['business_date', 'lost', [{ product_id: id, quantity: '-1' }], { business_date: addDays(today, 1) }],
    ['date_reason', 'lost', [{ product_id: id, quantity: '-1' }], { business_date: addDays(today, -1) }],
  ] as const) {
    const { status, refusal } = await adjust(reason, lines, more);
    expect([status, Object.keys(refusal.errors ?? {})], `${field} ${reason}`).toEqual([422, [field]]);
  }
  expect(await app.digest()).toBe(before);
});

test('I9 two at once cannot both take the last ones, and A12 numbers have no gap', async () => {
  const id = await stocked();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => adjust('lost', [{ product_id: id, quantity: '-6' }])),
  );
  expect(answers.map(answer => answer.status).sort((a, b) => a - b)).toEqual([200, ...Array(7).fill(422)]);
  expect(await held(id)).toEqual([4000, 400]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('levels filter by state and search, and say what stock is worth only to those who may see cost', async () => {
  const low = await stocked({ sku: 'LEVEL-LOW', reorder_level: wholeUnits(10) });
  const out = await someProduct(app.db, { sku: 'LEVEL-OUT', standard_cost: toPence(100) });
  const ask = async (query: Record<string, string>, who = keeper) =>
    (await who.call(stockLevels.list, { query })).reply.data.map(row => row.id);
  expect(await ask({ search: 'level-' })).toHaveLength(2);
  expect(await ask({ search: 'level-', stock_state: 'low' })).toEqual([low]);
  expect(await ask({ search: 'level-', stock_state: 'out' })).toEqual([out]);
  expect(await ask({ search: 'level-', stock_state: 'negative' })).toEqual([]);
  expect((await levelOf(low))?.average_cost).toBe('1.0000');
  const viewer = await app.as('view_stock');
  const { reply } = await viewer.call(stockLevels.list, { query: { search: 'level-' } });
  for (const key of ['value', 'average_cost']) expect(reply.data[0]).not.toHaveProperty(key);
  expect((await viewer.call(stockLevels.totals)).reply).not.toHaveProperty('value');
  const totals = (await keeper.call(stockLevels.totals)).reply;
  expect(totals.value).toBe(await balanceOf(app.db, '1200'));
  expect(totals.low).toBeGreaterThan(0);
});

test('I14 movements are listed newest first with document, reason, person and balance', async () => {
  const id = await stocked();
  const { reply: posted } = await adjust('own_use', [{ product_id: id, quantity: '-2' }], {
    note: 'Kitchen',
  });
  const viewer = await app.as('view_stock');
  const { reply } = await viewer.call(stockMovements.list, { query: { product_id: String(id) } });
  expect(reply.data.map(row => [row.quantity, row.quantity_after, row.reason])).toEqual([
    [-2000, 8000, 'Own use: Kitchen'],
    [10_000, 10_000, 'Found'],
  ]);
  expect(reply.data[0]).toMatchObject({ kind: 'adjustment', document: { number: posted.number } });
  expect(reply.data[0]).not.toHaveProperty('value');
  const byNumber = await viewer.call(stockMovements.list, { query: { search: posted.number.toLowerCase() } });
  expect(byNumber.reply.data.map(row => row.id)).toEqual([reply.data[0]?.id]);
});

test('R7 the valuation as at a day is the sum of its movements and the balance of account 1200', async () => {
  const id = await someProduct(app.db, { sku: 'VALUED-1' });
  const back = { business_date: addDays(today, -20), date_reason: 'Found in the old store' };
  await adjust('found', [{ product_id: id, quantity: '3', value: '1.00' }], back);
  await adjust('lost', [{ product_id: id, quantity: '-1' }]);
  const asAt = async (as_at: string) => {
    const query = { as_at, search: 'VALUED-1' };
    const rows = (await keeper.call(stockValuation.list, { query })).reply.data;
    const totals = (await keeper.call(stockValuation.totals, { query: { as_at } })).reply;
    expect(totals.value).toBe(totals.account_balance);
    return rows.map(row => [row.quantity, row.value, row.average_cost]);
  };
  expect(await asAt(addDays(today, -21))).toEqual([]);
  expect(await asAt(addDays(today, -20))).toEqual([[3000, 100, '0.3333']]);
  expect(await asAt(today)).toEqual([[2000, 67, '0.3350']]);
  expect((await (await app.as('view_stock')).call(stockValuation.totals)).status).toBe(403);
});

test.each([stockLevels, stockMovements, stockAdjustments, stockValuation])(
  'the list is exported',
  async list => {
    const { call } = await app.as('view_stock', 'view_cost', 'export_data');
    const { status, raw } = await call(list.export, { query: {} });
    expect(status).toBe(200);
    expect(raw.toString().split('\n').length).toBeGreaterThan(2);
  },
);
