import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { imports } from '#domain/imports/import.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { vatReturns } from '#domain/vat-returns/vat-return.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { type HistoryLine, historyDesk, historyOf } from '../../../tests/support/histories';
import { uploadTable } from '../../../tests/support/imports';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let clerk: Caller;
let bookkeeper: Caller;
let admin: Caller;
// In the third quarter: the first return filed here is for July to September.
const now = new Date('2026-08-10T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ jobs: true, clock: () => now });
  admin = await app.as('admin');
  clerk = await app.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
  bookkeeper = await app.as(
    'edit_sale',
    'view_sale',
    'create_product',
    'create_customer',
    'adjust_ledger',
    'backdate',
  );
});
afterAll(() => app.close());

const { checked, imported } = historyDesk(() => clerk);
const returns = async () =>
  (await admin.call(vatReturns.list)).reply.data.map(({ from, state, box_1, box_6 }) => [
    from,
    state,
    box_1,
    box_6,
  ]);
const moveTo = (id: number, day: string, date_reason: string | null = 'Agreed with the accountant') =>
  bookkeeper.call(imports.cutOver, { params: { id }, body: { day, date_reason } });

// Net 10.00, 10.00 and 3.00; VAT at 20% 2.00, 2.00 and 0.60.
const lines: HistoryLine[] = [
  ['1001', 'CUP', 'CUP', '10', '2026-05-10 09:00', '1.00', '5'],
  ['1002', 'CUP', 'CUP', '5', '2026-06-30 23:30', '2.00', '5'],
  ['1003', 'CUP', 'CUP', '3', '2026-07-01 00:30', '1.00', '5'],
];

test('F58 F72 V29 imported history up to the cut-over day is in no return here, makes no quarter overdue, and stays in reports', async () => {
  const read = await uploadTable(clerk, 'sales_history', { name: 'asked.csv', content: historyOf(lines) });
  expect(read.history).toMatchObject({ vat_cut_over: null, proposed_cut_over: '2026-06-30' });
  const done = await imported(lines);
  expect(done.history).toMatchObject({ vat_cut_over: '2026-06-30' });
  expect(await returns()).toEqual([['2026-07-01', 'running', 60, 300]]);
  // VAT returned elsewhere is cleared from 2200; the 60p returned here stay.
  expect([await balanceOf(app.db, '2200'), await balanceOf(app.db, '2205')]).toEqual([-60, -400]);
  const { totals } = (
    await admin.call(salesSummaries.show, { query: { from: '2026-01-01', to: '2026-08-10' } })
  ).reply;
  expect(totals).toMatchObject({ net: 2300, vat: 460, net_revenue: 2300 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F58 the cut-over day of an import can move both ways, and each change is in the audit log', async () => {
  const { id } = (await clerk.call(imports.list, { query: { state: 'done' } })).reply.data[0] ?? { id: 0 };
  expect(await moveTo(id, '2026-05-31')).toMatchObject({
    status: 200,
    reply: { history: { vat_cut_over: '2026-05-31' } },
  });
  expect(await returns()).toEqual([
    ['2026-07-01', 'running', 60, 300],
    ['2026-04-01', 'to_file', 200, 1000],
  ]);
  expect([await balanceOf(app.db, '2200'), await balanceOf(app.db, '2205')]).toEqual([-260, -200]);
  expect((await app.audits())[0]).toMatchObject({
    action: 'cut-over changed',
    before: { vat_cut_over: '2026-06-30' },
    after: { vat_cut_over: '2026-05-31' },
  });
  await moveTo(id, '2026-08-10');
  expect(await returns()).toEqual([['2026-07-01', 'running', 0, 0]]);
  expect(await breachesOf(app.db)).toEqual([]);
  const ahead = await moveTo(id, '2026-08-11');
  expect([ahead.status, ahead.refusal.errors?.day?.[0]]).toEqual([
    422,
    'Choose 10 Aug 2026 or earlier. VAT for future dates is returned here.',
  ]);
  const reader = await app.as('view_sale');
  expect((await reader.call(imports.cutOver, { params: { id }, body: { day: '2026-06-30' } })).status).toBe(
    403,
  );
  await moveTo(id, '2026-05-31');
});

test('V29 D6 moving the cut-over day needs the permissions of a backdated journal, and a reason', async () => {
  const { id } = (await clerk.call(imports.list, { query: { state: 'done' } })).reply.data[0] ?? { id: 0 };
  const dated = await app.as('edit_sale', 'create_product', 'create_customer', 'adjust_ledger');
  const before = await app.digest();
  const params = { id };
  const body = { day: '2026-06-30', date_reason: 'Agreed with the accountant' };
  expect((await clerk.call(imports.cutOver, { params, body })).status).toBe(403);
  expect((await dated.call(imports.cutOver, { params, body })).refusal.message).toContain('backdate');
  expect(Object.keys((await moveTo(id, '2026-06-30', null)).refusal.errors ?? {})).toEqual(['date_reason']);
  expect(await app.digest()).toBe(before);
  expect((await moveTo(id, '2026-06-30')).status).toBe(200);
  expect((await app.audits())[0]?.after).toEqual({
    vat_cut_over: '2026-06-30',
    reason: 'Agreed with the accountant',
  });
  await moveTo(id, '2026-05-31');
});

test('F58 V25 an import keeps its cut-over day once a filed return has its entries', async () => {
  const { id } = (await clerk.call(imports.list, { query: { state: 'done' } })).reply.data[0] ?? { id: 0 };
  expect((await admin.call(vatReturns.file, { body: { to: '2026-06-30' } })).status).toBe(200);
  // £2.00 are to be paid; the £2.00 moved with the history were returned elsewhere.
  expect(await balanceOf(app.db, '2205')).toBe(-400);
  expect((await admin.call(dashboard.show)).reply.money_ahead?.ledger?.vat).toEqual([
    { to: null, due_on: '2026-08-07', amount: 200 },
  ]);
  const before = await app.digest();
  for (const day of ['2026-06-30', '2026-07-15']) {
    const refused = await moveTo(id, day);
    expect([refused.status, refused.refusal.message]).toEqual([
      409,
      'A filed VAT return includes sales from this import. Keep the cut-over date, or correct the VAT with an adjustment.',
    ]);
  }
  // VAT left out of a filed return cannot be added to it afterwards.
  expect((await moveTo(id, '2026-05-01')).status).toBe(409);
  expect(await app.digest()).toBe(before);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F58 a later import proposes the day before the first open return, and accepts another', async () => {
  const trial = await checked([['1009', 'CUP', 'CUP', '1', '2026-07-02 09:00', '1.00', '5']]);
  expect(trial.options.vat_cut_over).toBe('2026-06-30');
  const done = await imported([['1010', 'CUP', 'CUP', '1', '2026-07-02 09:00', '1.00', '5']], {
    vat_cut_over: '2026-07-31',
  });
  expect(done.history?.vat_cut_over).toBe('2026-07-31');
  expect((await returns())[0]).toEqual(['2026-07-01', 'running', 60, 300]);
  // A refund today is in our own return: the sale was returned elsewhere, its refund was not.
  expect(await breachesOf(app.db)).toEqual([]);
});
