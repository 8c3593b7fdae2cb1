import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, londonDate } from '#domain/kernel/dates';
import { stockValuation } from '#domain/stock/stock-valuation.contract';
import { type Database, openDatabase, openPool } from '../../server/platform/database/open-database';
import { crawlReports } from '../support/crawl-reports';
import { everyRoute } from '../support/every-route';
import { tradeAtRandom } from '../support/random-trading';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let standby: Database;
let reads = 0;
let now = new Date();
beforeAll(async () => {
  app = await startTestApp({
    clock: () => now,
    // As on a standby: a statement that writes or locks rows is refused, and nothing is read again from the primary.
    laggingReads: {
      database: () => standby,
      read: work => {
        reads += 1;
        return work(standby);
      },
    },
  });
  const pool = openPool(app.runtime, 3);
  pool.on('connect', client => void client.query('set default_transaction_read_only = on'));
  standby = openDatabase(pool);
  await tradeAtRandom(app, moment => (now = new Date(moment)), 20_320_229, 2);
});
afterAll(async () => {
  await standby?.destroy();
  await app?.close();
});

test('only reports that are not edited where they are shown, and that no write refreshes, may be a second old', () => {
  const lagging = everyRoute.filter(route => route.mayLag).map(({ call }) => call.path);
  expect(lagging.toSorted()).toEqual([
    '/day-book',
    '/day-book/totals',
    '/reports/balance-sheet',
    '/reports/cash-basis',
    '/reports/cash-basis/totals',
    '/reports/documents',
    '/reports/documents/totals',
    '/reports/product-margins',
    '/reports/product-margins/totals',
    '/reports/profit-loss',
    '/reports/sales-summary',
    '/stock/valuation',
    '/stock/valuation/totals',
  ]);
});

test('R7 the stock value of a past day may be a second old, that of today may not', async () => {
  const viewer = await app.as('admin');
  const readsFor = async (query: { as_at?: string }) => {
    const before = reads;
    for (const call of [stockValuation.list, stockValuation.totals])
      expect((await viewer.call(call, { query })).status).toBe(200);
    return reads - before;
  };
  const today = londonDate(now);
  expect(await readsFor({})).toBe(0);
  expect(await readsFor({ as_at: today })).toBe(0);
  expect(await readsFor({ as_at: addDays(today, -1) })).toBe(2);
});

test('every figure of the reports can be read from a standby', async () => {
  const viewer = await app.as('admin');
  const { figures, problems } = await crawlReports(viewer, { from: '2032-02-01', to: '2032-11-30' });
  expect(problems).toEqual([]);
  expect(figures).toBeGreaterThan(200);
  expect(reads).toBeGreaterThan(100);
});
