import { afterAll, beforeAll, expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { ledgerLines } from '#domain/journals/ledger-line.contract';
import { businessDashboards } from '#domain/reports/business-dashboard.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { asBookkeeper } from '../../../tests/support/books';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';
import { entriesDrillDown } from '../../../web/features/reports/drill-down';
import { credit, debit, type Journal, postRequiredJournal, reverseJournal } from '../../kernel/ledger';

let app: TestApp;
let now = new Date();
let owner: Caller;
const [first, second] = ['2031-03-01', '2031-03-02'] as const;
const days = { from: first, to: second };

const post = (kind: Journal['kind'], account: string, amount: number) =>
  asBookkeeper(
    app.db,
    ctx =>
      postRequiredJournal(ctx, {
        businessDate: second,
        kind,
        narrative: 'Chosen by hand',
        document: { type: 'manual_journal', id: 1, number: null },
        lines: [debit('1020', toPence(amount)), credit(account, toPence(amount))],
      }),
    { now },
  );

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  await sellOnTwoDays(app, day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
  owner = await app.as('admin');
});
afterAll(() => app.close());

const profit = async () => (await owner.call(profitAndLosses.show, { query: days })).reply;
const revenueOf = ({ lines }: Awaited<ReturnType<typeof profit>>) =>
  lines.find(({ key }) => key === 'revenue')?.amount;
const business = async () => (await owner.call(businessDashboards.show, { query: days })).reply.flows;

test('A14 with sales and credit notes alone, revenue is the net revenue of the sales summary', async () => {
  const report = await profit();
  expect([revenueOf(report), report.revenue_of_entries]).toEqual([1000, 0]);
  expect((await business()).period).not.toHaveProperty('revenue_of_entries');
});

test('A14 what journals, bills of earlier versions and adjustments posted to sales is named, to the penny', async () => {
  // £3.00, £0.50 and −£1.25 to sales, −£0.20 to returns; £9.00 to an account that is not of sales.
  await post('manual', '4000', 300);
  await post('opening', '4000', 50);
  await post('supplier_bill', '4000', -125);
  await post('vat_adjustment', '4010', -20);
  await post('manual', '4900', 900);
  const reversed = await post('manual', '4000', 700);
  await asBookkeeper(
    app.db,
    ctx => reverseJournal(ctx, reversed.id, { businessDate: second, reason: 'Twice' }),
    { now },
  );

  const report = await profit();
  const { totals } = (await owner.call(salesSummaries.show, { query: days })).reply;
  expect(totals.net_revenue).toBe(1000);
  expect([revenueOf(report), report.revenue_of_entries]).toEqual([1205, 205]);
  const listed = (await owner.call(ledgerLines.totals, { query: entriesDrillDown(days) })).reply;
  expect(listed.credit - listed.debit).toBe(205);

  const flows = await business();
  expect(flows.period).toMatchObject({ net_revenue: 1000, revenue_of_entries: 205 });
  const { cost_of_sales = 0, gross_profit } = flows.period;
  expect(gross_profit).toBe(1000 + 205 - cost_of_sales);
  expect(flows.month_before).toMatchObject({ net_revenue: 0, revenue_of_entries: 0 });

  const cash = await owner.call(profitAndLosses.show, { query: { ...days, basis: 'cash' } });
  expect(cash.reply.revenue_of_entries).toBeNull();
  const pdf = (call: typeof profitAndLosses.export | typeof businessDashboards.export) =>
    owner.call(call, { query: { ...days, format: 'pdf' } });
  for (const call of [profitAndLosses.export, businessDashboards.export])
    expect(await textOfPdf((await pdf(call)).raw)).toMatch(/Revenue from other\s+entries\s+£?2\.05/);
});
