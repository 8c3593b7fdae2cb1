import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trialBalance } from '#domain/accounts/account.contract';
import { toPence } from '#domain/kernel/money';
import { ledgerLines } from '#domain/journals/ledger-line.contract';
import { profitAndLosses } from '#domain/reports/profit-loss.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { asBookkeeper, breachesOf } from '../../../tests/support/books';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellOnTwoDays } from '../../../tests/support/two-days';
import { credit, debit, postJournal } from '../../kernel/ledger';

let app: TestApp;
let now = new Date();
let owner: Caller;
const [first, second] = ['2031-03-01', '2031-03-02'] as const;
const days = { from: first, to: second };

const spend = (account: string, amount: number, businessDate: string) =>
  asBookkeeper(
    app.db,
    ctx =>
      postJournal(ctx, {
        businessDate,
        kind: 'manual',
        narrative: 'Paid from the bank',
        document: { type: 'manual_journal', id: 1, number: null },
        lines: [debit(account, toPence(amount)), credit('1020', toPence(amount))],
      }),
    { now },
  );

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  await sellOnTwoDays(app, day => (now = new Date(`${day}T12:00:00Z`)), [first, second]);
  await spend('6100', 300, second);
  await spend('6910', 25, second);
  owner = await app.as('admin');
});
afterAll(() => app.close());

const show = async (query: Record<string, string>, who = owner) => {
  const { reply, refusal } = await who.call(profitAndLosses.show, { query });
  if (!reply) throw new Error(JSON.stringify(refusal));
  return reply;
};
const figure = (lines: readonly { key: string; amount: number }[], key: string) =>
  lines.find(line => line.key === key)?.amount;

test('R3 A14 revenue, cost of sales, gross profit, overheads and net profit, from the ledger alone', async () => {
  const { lines } = await show(days);
  // Sold: 1167 + 2 units of 200 voided and edited, and 200 on account. Refunded: 1000 + 200, then 200 + 167.
  expect(lines.map(({ key, amount }) => [key, amount])).toEqual([
    ['4000', 2567],
    ['4010', -1567],
    ['revenue', 1000],
    ['5000', 500],
    ['cost_of_sales', 500],
    ['gross_profit', 500],
    ['other_income', 0],
    ['6100', 300],
    ['6910', 25],
    ['overheads', 325],
    ['net_profit', 175],
  ]);
  expect(lines.find(({ key }) => key === 'gross_profit')?.percent).toBe(5000);
  const summary = (await owner.call(salesSummaries.show, { query: days })).reply;
  expect(figure(lines, 'revenue')).toBe(summary.totals.net_revenue);
});

test('R3 R9 the movement of each account agrees with the trial balance and its ledger lines', async () => {
  const { lines } = await show({ from: '2031-01-01', to: second });
  const { rows } = (await owner.call(trialBalance.show, { query: { as_at: second } })).reply;
  for (const line of lines.filter(({ kind }) => kind === 'account')) {
    const row = rows.find(({ code }) => code === line.code);
    expect(Math.abs(line.amount), line.label).toBe(Math.abs((row?.debit ?? 0) - (row?.credit ?? 0)));
    const lineQuery = { account: line.code ?? '', ...days };
    const moved = (await owner.call(ledgerLines.totals, { query: lineQuery })).reply;
    expect(Math.abs(moved.debit - moved.credit), line.label).toBe(Math.abs(line.amount));
  }
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R3 by interval the statement is the same, and beside the comparison', async () => {
  const { steps, lines } = await show({ from: '2031-02-15', to: '2031-03-20', step: 'month' });
  expect(steps).toEqual([
    { from: '2031-02-15', to: '2031-02-28' },
    { from: '2031-03-01', to: '2031-03-20' },
  ]);
  expect(lines.find(({ key }) => key === 'net_profit')?.steps).toEqual([0, 175]);
  const weeks = await show({ from: '2031-02-20', to: '2031-03-05', step: 'week' });
  expect(weeks.steps).toEqual([
    { from: '2031-02-20', to: '2031-02-23' },
    { from: '2031-02-24', to: '2031-03-02' },
    { from: '2031-03-03', to: '2031-03-05' },
  ]);
  expect(weeks.lines.find(({ key }) => key === 'net_profit')?.steps).toEqual([0, 175, 0]);
  const byDay = await show({ from: '2031-03-01', to: '2031-03-31', step: 'day' });
  const profits = byDay.lines.find(({ key }) => key === 'net_profit')?.steps ?? [];
  expect(profits).toHaveLength(31);
  expect((profits[0] ?? 0) + (profits[1] ?? 0)).toBe(175);
  const next = await show({ from: second, to: second, compare: 'previous' });
  expect(next.lines.find(({ key }) => key === 'revenue')).toMatchObject({ amount: -167, before: 1167 });
  const many = await owner.call(profitAndLosses.show, {
    query: { from: '2022-01-01', to: '2031-01-01', step: 'month' },
  });
  expect(many.refusal.errors).toHaveProperty('step');
});

test('R3 cost, and whatever reveals it, needs permission to see cost: on screen and in files', async () => {
  const viewer = await app.as('view_dashboard', 'export_data');
  const { lines } = await show(days, viewer);
  expect(lines.map(({ key }) => key)).toEqual([
    '4000',
    '4010',
    'revenue',
    'other_income',
    '6910',
    'overheads',
  ]);
  const file = async (who: Caller, format: 'csv') =>
    (await who.call(profitAndLosses.export, { query: { ...days, format } })).raw;
  expect(String(await file(viewer, 'csv'))).not.toMatch(/5000|profit/i);
  expect(String(await file(owner, 'csv'))).toContain('Gross profit,5.00,50.00');
});

test('R3 the PDF of the statement has no cost without permission to see it', async () => {
  const viewer = await app.as('view_dashboard', 'export_data');
  const { raw } = await viewer.call(profitAndLosses.export, { query: { ...days, format: 'pdf' } });
  const text = await textOfPdf(raw);
  expect(text).toContain('Overheads');
  expect(text).not.toContain('Gross profit');
});

test('F85 in the PDF accounts are right of the section they belong to; a CSV file is unchanged', async () => {
  const file = async (format: 'csv' | 'pdf') =>
    (await owner.call(profitAndLosses.export, { query: { ...days, format } })).raw;
  const csv = String(await file('csv')).split('\r\n');
  expect(csv.find(line => line.startsWith('6910,'))).toMatch(/^6910,[A-Z]/);
  const page = await (await getDocumentProxy(new Uint8Array(await file('pdf')))).getPage(1);
  const { items } = await page.getTextContent();
  const texts = items.flatMap(item =>
    'str' in item ? [{ text: item.str, left: item.transform[4] as number }] : [],
  );
  const name = csv.find(line => line.startsWith('6910,'))?.split(',')[1] ?? '';
  const section = texts.findLast(({ text }) => text.trim() === 'Overheads');
  const account = texts.find(({ text }) => text.trim() === name);
  // Its no-break spaces are either part of the text or its indent.
  const indent = (account?.text.search(/\S/) ?? 0) > 0 || (account?.left ?? 0) > (section?.left ?? 0) + 5;
  expect(indent, JSON.stringify([section, account])).toBe(true);
});
