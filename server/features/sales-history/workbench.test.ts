import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import type { HistoryReason } from '#domain/sales-history/treatment';
import { productMargins } from '#domain/reports/product-margins.contract';
import { salesSummaries } from '#domain/reports/sales-summary.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { type HistoryLine, historyDesk } from '../../../tests/support/histories';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let clerk: Caller;
let viewer: Caller;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  clerk = await app.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
  viewer = await app.as('view_dashboard', 'view_cost', 'view_ledger', 'view_sale');
});
afterAll(() => app.close());

const { imported, listedOf, summaryOf } = historyDesk(() => clerk);

// Sold: 100.00 and 40.00 net. Returned without a sale here: 30.00, 12.00 and 5.00 net, and a fee that is listed.
const lines: HistoryLine[] = [
  ['2001', 'CUP', 'CUP', '50', '2012-06-01 09:00', '2.00', '7'],
  ['2002', 'BOWL', 'BOWL', '10', '2012-06-02 09:00', '4.00'],
  ['C2003', 'CUP', 'CUP', '-10', '2012-06-03 09:00', '3.00', '7'],
  ['C2003', 'BOWL', 'BOWL', '-3', '2012-06-03 09:00', '4.00', '7'],
  ['C2004', 'JUG', 'JUG', '-1', '2012-06-04 09:00', '5.00'],
  ['2005', 'ADJUST', 'Adjustment by john', '1', '2012-06-05 09:00', '-8.50'],
  ['2006', 'PADS', 'PADS', '1', '2012-06-05 09:00', '0.001', '7'],
];
let id: number;
const settle = (body: object) => clerk.call(imports.settle, { params: { id }, body: body as never });
const undo = (rows: number[], reason = 'Wrong account') =>
  clerk.call(imports.unsettle, { params: { id }, body: { rows, reason } });
const days = { from: '2012-06-01', to: '2012-06-30' };
/** Revenue in the summary, the margins and the ledger, which must agree (A14). */
async function revenues() {
  const { totals } = (await viewer.call(salesSummaries.show, { query: days })).reply;
  const margins = (await viewer.call(productMargins.totals, { query: days })).reply;
  const ledger = (await balanceOf(app.db, '4000')) + (await balanceOf(app.db, '4010'));
  return [totals.net_revenue, margins.totals.revenue, 0 - ledger];
}

test('F60 cancellations without a sale are credited in bulk, revenue is right in every report, and all checks of the books pass', async () => {
  const done = await imported(lines);
  ({ id } = done);
  expect(await listedOf(id)).toEqual([
    [4, 'no_original'],
    [5, 'no_original'],
    [6, 'no_original'],
    [7, 'code_listed'],
    [8, 'part_penny'],
  ]);
  const found = async (query: { search?: string; reason?: HistoryReason }) =>
    (await clerk.call(imports.listed, { params: { id }, query })).reply.data.map(line => line.row_number);
  // By code, name or document, and by reason.
  expect(await found({ search: 'adjustment by' })).toEqual([7]);
  expect(await found({ search: 'c2003' })).toEqual([4, 5]);
  expect(await found({ search: 'bowl', reason: 'no_original' })).toEqual([5]);
  expect(await found({ search: 'bowl', reason: 'code_listed' })).toEqual([]);
  expect(await revenues()).toEqual([14_000, 14_000, 14_000]);
  const reasons: HistoryReason[] = ['no_original'];
  const posted = await settle({ action: 'credit', vat: 'as_sold', filter: { reasons } });
  expect(posted).toMatchObject({ status: 200, reply: { settled: 3, remaining: 0, amount: '-47.00' } });
  expect(await revenues()).toEqual([9_300, 9_300, 9_300]);
  // One credit note for each document, each line once; the units are back in stock.
  const { rows } = await sql`
    select n.number, n.customer_name as customer, n.business_date as "on", n.net_pence as net, n.vat_pence as vat
    from credit_notes n order by n.id`.execute(app.db);
  expect(rows).toEqual([
    { number: 'CN-00001', customer: 'Customer 7', on: '2012-06-03', net: 4200, vat: 840 },
    { number: 'CN-00002', customer: expect.any(String), on: '2012-06-04', net: 500, vat: 100 },
  ]);
  expect(await listedOf(id)).toEqual([
    [7, 'code_listed'],
    [8, 'part_penny'],
  ]);
  const { proof } = await summaryOf(id);
  expect(proof.map(({ holds, rounding }) => [holds, rounding])).toEqual([
    [true, '0.00'],
    [true, '0.00'],
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
  expect((await settle({ action: 'credit', vat: 'as_sold', filter: { reasons } })).status).toBe(422);
});

test('F60 a listed line goes to an account, another is skipped with its reason, and an unsuitable choice is refused as a whole', async () => {
  const before = await app.digest();
  const wrong = await settle({ action: 'account', account: '1100', filter: { rows: [7] } });
  expect(wrong.refusal.errors?.account?.[0]).toContain('is a control account');
  const parts = await settle({ action: 'credit', vat: 'none', filter: { rows: [7, 8] } });
  expect(parts.refusal.errors?.filter?.[0]).toContain('Row 8 (PADS)');
  expect((await settle({ action: 'skip', note: ' ', filter: { rows: [8] } })).status).toBe(422);
  expect(await app.digest()).toBe(before);
  await settle({ action: 'account', account: '6910', filter: { search: 'adjust' } });
  await settle({ action: 'skip', note: 'A tenth of a penny', filter: { rows: [8] } });
  expect(await balanceOf(app.db, '6910')).toBe(850);
  expect(await listedOf(id)).toEqual([[8, 'skipped']]);
  const { reply } = await clerk.call(imports.settled, { params: { id }, query: {} });
  expect(
    reply.data
      .map(line => [line.row_number, line.action, line.posted_to, line.listed_reason])
      .toSorted((one, other) => Number(one[0]) - Number(other[0])),
  ).toEqual([
    [4, 'credit', 'CN-00001', 'no_original'],
    [5, 'credit', 'CN-00001', 'no_original'],
    [6, 'credit', 'CN-00002', 'no_original'],
    [7, 'account', '6910', 'code_listed'],
    [8, 'skip', null, 'part_penny'],
  ]);
  expect((await app.audits())[0]).toMatchObject({
    action: 'lines settled',
    after: { action: 'skip', lines: 1 },
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F60 settled lines are reversed with all of their document, and can be settled again', async () => {
  expect((await undo([4])).reply).toEqual({ lines: 2 });
  expect((await undo([7])).reply).toEqual({ lines: 1 });
  expect((await undo([7])).status).toBe(409);
  expect(await revenues()).toEqual([13_500, 13_500, 13_500]);
  expect(await balanceOf(app.db, '6910')).toBe(0);
  expect((await listedOf(id)).map(([row, reason]) => [row, reason])).toEqual([
    [4, 'no_original'],
    [5, 'no_original'],
    [7, 'code_listed'],
    [8, 'skipped'],
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
  expect((await settle({ action: 'credit', vat: 'none', filter: { rows: [4, 5] } })).reply.settled).toBe(2);
  expect(await revenues()).toEqual([9_300, 9_300, 9_300]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F60 two users who settle the same lines at once post them once', async () => {
  const both = await Promise.all([
    settle({ action: 'account', account: '6910', filter: { rows: [7] } }),
    settle({ action: 'account', account: '6900', filter: { rows: [7] } }),
  ]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  await expect(
    sql`update sales_history_lines set number_key = '2001', ordinal = 1 where import_id = ${id} and row_number = 7`.execute(
      app.db,
    ),
  ).rejects.toMatchObject({ constraint: 'sales_history_lines_are_posted_once' });
});

test('F60 V13 after the cut-over day VAT is not credited without the original sale', async () => {
  const done = await imported(
    [
      ['C2101', 'CUP', 'CUP', '-1', '2012-07-03 09:00', '9.00', '7'],
      ['2100', 'CUP', 'CUP', '1', '2012-07-01 09:00', '2.00', '7'],
    ],
    { vat_cut_over: '2012-06-30' },
  );
  ({ id } = done);
  const response = await settle({ action: 'credit', vat: 'as_sold', filter: {} });
  expect([response.status, response.refusal.errors?.vat?.[0]]).toEqual([
    422,
    'Row 2 (CUP) is dated after the cut-over day. VAT cannot be reclaimed without the original sale. Choose “Credit note, no VAT”.',
  ]);
  expect((await settle({ action: 'credit', vat: 'none', filter: {} })).reply.settled).toBe(1);
  expect(await breachesOf(app.db)).toEqual([]);
  const reader = await app.as('view_sale');
  expect((await reader.call(imports.settled, { params: { id }, query: {} })).status).toBe(403);
});

test('W4 W5 settled lines of a history on account leave no credit to spend once they are reversed', async () => {
  const done = await imported(
    [
      ['C2301', 'CUP', 'CUP', '-2', '2012-12-03 09:00', '3.00', '23'],
      ['2302', 'ADJUST', 'Adjustment by john', '1', '2012-12-04 09:00', '-8.50', '23'],
      ['2303', 'ADJUST', 'Adjustment by ann', '1', '2012-12-05 09:00', '-2.50', '23'],
      ['2300', 'CUP', 'CUP', '1', '2012-12-01 09:00', '2.00', '23'],
    ],
    { paid_by: 'account' },
  );
  ({ id } = done);
  const open = async () => {
    const { rows } = await sql<{ kind: string; open: number }>`
      select i.kind, case side when 'debit' then 1 else -1 end * (amount_pence - allocated_pence) as open from party_items i
      join customers c on c.id = i.customer_id
      where c.name = 'Customer 23' and allocated_pence < amount_pence order by i.id`.execute(app.db);
    return rows.map(row => [row.kind, row.open]);
  };
  const before = await open();
  expect((await settle({ action: 'credit', vat: 'none', filter: { rows: [2] } })).reply.settled).toBe(1);
  await settle({ action: 'account', account: '6910', filter: { rows: [3] } });
  expect(await open()).toEqual([...before, ['credit_note', -600], ['adjustment', -850]]);
  expect((await undo([2])).reply).toEqual({ lines: 1 });
  expect((await undo([3])).reply).toEqual({ lines: 1 });
  expect(await open()).toEqual(before);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F60 thousands of lines are settled in calls of two hundred, each in seconds', async () => {
  const many = Array.from(
    { length: 450 },
    (_, n): HistoryLine => [
      `C3${String(n).padStart(4, '0')}`,
      'CUP',
      'CUP',
      '-1',
      '2012-08-03 09:00',
      '0.10',
    ],
  );
  const done = await imported([['3000', 'CUP', 'CUP', '1', '2012-08-01 09:00', '2.00', '7'], ...many]);
  ({ id } = done);
  const counts: number[] = [];
  for (let remaining = 1; remaining > 0; ) {
    const { reply } = await settle({
      action: 'credit',
      vat: 'as_sold',
      filter: { reasons: ['no_original'] },
    });
    ({ remaining } = reply);
    counts.push(remaining);
  }
  expect(counts).toEqual([250, 50, 0]);
  const { totals } = (
    await viewer.call(salesSummaries.show, { query: { from: '2012-08-01', to: '2012-08-31' } })
  ).reply;
  expect(totals.net_revenue).toBe(200 - 4_500);
  expect(await breachesOf(app.db)).toEqual([]);
});
