import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate } from '#domain/kernel/dates';
import { businessDashboards } from '#domain/reports/business-dashboard.contract';
import { productMargins } from '#domain/reports/product-margins.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { reportDocuments, salesSummaries } from '#domain/reports/sales-summary.contract';
import { stockLevels } from '#domain/stock/stock-level.contract';
import { payments } from '#domain/payments/payment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import { customerWallet } from '#domain/wallet/customer-wallet.contract';
import { expenseShop } from '../../../tests/support/expenses';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { insertOrder } from '../../../tests/support/purchases';
import { customerWithCredit } from '../../../tests/support/shop';
import { addSupplier } from '../../../tests/support/suppliers';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';

let app: TestApp;
let now = new Date();
let owner: Caller;
let tea: number;
const goTo = (day: string) => (now = new Date(`${day}T12:00:00Z`));
// A month apart, so that month to date and the previous month have a day each.
const [first, second] = ['2031-02-15', '2031-03-15'] as const;

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  ({ tea } = await sellOnTwoDays(app, goTo, [first, second]));
  owner = await app.as('admin');
  const spending = await expenseShop(app);
  await spending.approved({ expense_date: second });
  const { id: supplier_id, buyer } = await addSupplier(app, { name: 'Mill & Co' });
  await owner.call(payments.create, {
    body: { supplier_id, amount: '30.00', payment_method: 'bank_transfer' },
  });
  await insertOrder(app.db, { supplier_id, created_by: buyer, total_pence: 4_000, status: 'sent' });
  await insertOrder(app.db, { supplier_id, created_by: buyer, total_pence: 9_000, status: 'draft' });
  await owner.call(customerWallet.receive, {
    params: { id: await customerWithCredit(app.db, null, 'Wren') },
    body: { amount: '20.00', payment_method: 'bank_transfer' },
  });
});
afterAll(() => app.close());

const show = async (query: Record<string, string> = {}, who = owner) => {
  const { reply, refusal } = await who.call(businessDashboards.show, { query });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
};

test('R4 R2 sales, refunds, average and revenue are those of the sales summary, for a day and for the month', async () => {
  const report = await show({ compare: 'previous' });
  expect(report).toMatchObject({
    from: second,
    to: second,
    month: { from: '2031-03-01', to: second },
    month_before: { from: '2031-02-01', to: first },
  });
  for (const [flow, days] of [
    [report.flows.period, { from: second, to: second }],
    [report.flows.month, report.month],
    [report.flows.month_before, report.month_before],
    [report.flows.compared, report.compared],
  ] as const) {
    const { totals } = (await owner.call(salesSummaries.show, { query: { ...days } })).reply;
    expect(flow).toMatchObject({
      net_takings: totals.net_takings,
      transactions: totals.transactions,
      average: totals.average,
      refunds: totals.refunds_gross,
      net_revenue: totals.net_revenue,
    });
  }
  expect(report.flows.month_before.net_takings).toBe(1400);
  expect(report.flows.period.net_takings).toBe(-200);
});

test('R4 R1 R3 gross profit is revenue less the cost of goods sold; expenses are all overheads', async () => {
  const days = { from: first, to: second };
  const { flows } = await show(days);
  const { totals } = (await owner.call(productMargins.totals, { query: days })).reply;
  expect(flows.period).toMatchObject({ cost: totals.cost, profit: totals.profit, margin: totals.margin });
  const { lines } = (await owner.call(profitAndLosses.show, { query: days })).reply;
  const overheads = lines
    .filter(({ code }) => code?.startsWith('6'))
    .reduce((sum, { amount }) => sum + amount, 0);
  expect(flows.period.expenses).toBe(overheads);
  const gross = lines.find(({ key }) => key === 'gross_profit');
  expect(gross?.percent).toBeGreaterThan(0);
  expect(flows.period).toMatchObject({ gross_profit: gross?.amount, gross_margin: gross?.percent });
  expect(overheads).toBe(1000);
});

test('R4 R6 debtors, creditors, money, VAT and stock agree with the ledgers at the end of the day', async () => {
  const { position } = await show();
  const debtors = (await owner.call(agedDebtors.list, { query: { as_at: second, per_page: '100' } })).reply
    .data;
  const creditors = (await owner.call(agedCreditors.list, { query: { as_at: second, per_page: '100' } }))
    .reply.data;
  const owed = (rows: readonly { total: number }[]) =>
    rows.reduce((sum, { total }) => sum + Math.max(0, total), 0);
  const held = (rows: readonly { total: number }[]) =>
    rows.reduce((sum, { total }) => sum + Math.max(0, -total), 0);
  expect(position).toMatchObject({
    as_at: second,
    receivables: owed(debtors),
    customer_credit: held(debtors),
    payables: owed(creditors),
    prepayments: held(creditors),
  });
  expect([position.receivables, position.customer_credit, position.prepayments]).toEqual([240, 2000, 3000]);
  const { rows } = await sql<{ code: string; balance: number }>`
    select account_code as code, sum(debit_pence - credit_pence)::bigint as balance from journal_lines group by 1`.execute(
    app.db,
  );
  const balance = (...codes: string[]) =>
    rows.filter(({ code }) => codes.includes(code)).reduce((sum, row) => sum + row.balance, 0);
  expect(position).toMatchObject({
    cash: balance('1000', '1010'),
    bank: balance('1020'),
    vat_due: 0 - balance('2200', '2201'),
  });
  expect(position.stock_value).toBe(balance('1200'));
});

test('R4 a past day shows the position then; thirty days of takings end with it', async () => {
  const { position, days, flows } = await show({ from: first, to: first });
  expect(position).toMatchObject({ as_at: first, receivables: 0, customer_credit: 0, prepayments: 0 });
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ date: first, net_takings: flows.period.net_takings });
  expect(days[0]).toEqual({ date: '2031-01-17', net_takings: 0 });
});

test('R4 low stock, out of stock and open orders match their lists', async () => {
  await sql`update products set reorder_level = 1000000 where id = ${tea}`.execute(app.db);
  const { position } = await show();
  const listed = async (attention: string) =>
    (await owner.call(stockLevels.list, { query: { attention } })).reply.total;
  expect(position.low_stock).toBe(await listed('low'));
  expect(position.low_stock).toBe(1);
  expect(position.out_of_stock).toBe(await listed('out'));
  expect((await owner.call(purchases.list, { query: { open: 'yes' } })).reply.total).toBe(
    position.open_orders,
  );
  expect(position.open_orders).toBe(1);
});

test('R4 the top products equal the total of their documents', async () => {
  const { top_products } = await show({ from: first, to: second });
  for (const { id, revenue } of top_products) {
    const query = { from: first, to: second, product_id: String(id) };
    expect((await owner.call(reportDocuments.totals, { query })).reply.net).toBe(revenue);
  }
  expect(top_products.map(product => product.id)).toEqual([tea]);
});

test('cost, profit and stock value need permission to see cost, in files as well', async () => {
  const viewer = await app.as('view_dashboard', 'export_data');
  const report = await show({}, viewer);
  expect(report.flows.period).not.toHaveProperty('profit');
  expect(report.position).not.toHaveProperty('stock_value');
  const file = async (who: Caller, format: 'csv' | 'pdf') =>
    (await who.call(businessDashboards.export, { query: { format } })).raw;
  expect((await file(viewer, 'csv')).toString()).not.toContain('Gross profit');
  expect((await file(owner, 'csv')).toString()).toContain('Gross profit');
  const text = await textOfPdf(await file(viewer, 'pdf'));
  expect(text).toContain('Low stock');
  expect(text, 'no figure of the day is theirs to see').not.toContain('As at');
  // What is known only as it is now does not stand under a day that is past.
  const past = await owner.call(businessDashboards.export, {
    query: { format: 'pdf', from: first, to: first },
  });
  const words = await textOfPdf(past.raw);
  const places = [`As at ${formatDate(first)}`, 'Stock value', 'Now', 'Low stock'].map(one =>
    words.indexOf(one),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(text).not.toContain('Receivables');
  expect(text).not.toContain('Stock value');
});
