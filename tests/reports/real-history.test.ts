import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { londonDate } from '#domain/kernel/dates';
import { rebuildDailyTotals } from '../../server/kernel/ledger';
import { balanceOf, breachesOf } from '../support/books';
import { crawlReports } from '../support/crawl-reports';
import { checkTable, commitTable, uploadTable } from '../support/imports';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

// The whole history as gzipped CSV, if set: ONLINE_RETAIL=… npx vitest run tests/reports/real-history
const whole = process.env.ONLINE_RETAIL;
const [hour, fewProducts] = [3_600_000, 100];
let app: TestApp;
let clerk: Caller;
let viewer: Caller;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  clerk = await app.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
  viewer = await app.as('view_dashboard', 'view_cost', 'view_ledger', 'view_supplier', 'approve_variance');
});
afterAll(() => app.close());

test(
  'L9 a real history: every line is posted or listed, and all checks of the books pass',
  async () => {
    const content = gunzipSync(readFileSync(whole ?? 'tests/fixtures/online-retail-history.csv.gz'));
    const read = await uploadTable(clerk, 'sales_history', { name: 'real.csv', content });
    const { id } = await checkTable(clerk, read);
    const done = await commitTable(clerk, id);
    expect(done).toMatchObject({ state: 'done' });
    await rebuildDailyTotals(app.db, londonDate(new Date()));
    const { proof } = (await clerk.call(imports.summary, { params: { id } })).reply;
    expect(proof.map(({ holds, rounding }) => ({ holds, rounding }))).toEqual([
      { holds: true, rounding: '0.00' },
      { holds: true, rounding: '0.00' },
    ]);
    if (!whole)
      expect([done.row_count, ...proof.map(({ file }) => file)]).toEqual([
        3_000,
        { lines: 2_974, amount: '57329.56' },
        { lines: 26, amount: '-325.23' },
      ]);
    expect(await balanceOf(app.db, '1100')).toBe(0);
    expect(await breachesOf(app.db)).toEqual([]);
  },
  whole ? hour : 600_000,
);

test(
  'A14 on a real history sales summary, margins, profit and loss, payments and ledger agree, figure by figure',
  async () => {
    const { rows } = await sql<{ from: string; to: string }>`
      select min(business_date)::text as from, max(business_date)::text as to from sales`.execute(app.db);
    const days = rows[0] ?? { from: '', to: '' };
    const { figures, problems } = await crawlReports(viewer, days, whole ? Infinity : fewProducts);
    expect(problems).toEqual([]);
    expect(figures).toBeGreaterThan(300);
    if (whole) console.info(`${figures} figures from ${days.from} to ${days.to}`);
    const { totals } = (await viewer.call(salesSummaries.show, { query: days })).reply;
    expect(0 - (await balanceOf(app.db, '4000')) - (await balanceOf(app.db, '4010'))).toBe(
      totals.net_revenue,
    );
  },
  whole ? hour : 600_000,
);
