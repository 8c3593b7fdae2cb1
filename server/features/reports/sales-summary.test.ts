import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportDocuments, salesSummaries } from '#domain/reports/sales-summary.contract';
import { sales } from '#domain/sales/sale.contract';
import { breachesOf } from '../../../tests/support/books';
import { textOfPdf } from '../../../tests/support/pdf-text';
import { openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { sellingRights, sellOnTwoDays } from '../../../tests/support/two-days';

let app: TestApp;
let now = new Date();
let viewer: Caller;
let tea: number;
const goTo = (day: string) => (now = new Date(`${day}T12:00:00Z`));
const [first, second] = ['2031-03-01', '2031-03-02'] as const;

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  ({ tea } = await sellOnTwoDays(app, goTo, [first, second]));
  viewer = await app.as('view_dashboard', 'export_data', 'approve_variance');
});
afterAll(() => app.close());

type Query = Parameters<typeof ask>[0];
const ask = async (query: Record<string, string>) =>
  (await viewer.call(salesSummaries.show, { query })).reply;
const total = async (query: Record<string, string>) =>
  (await viewer.call(reportDocuments.totals, { query })).reply;
const revenueOfLedger = async (from: string, to: string) =>
  (
    await sql<{
      net: number;
    }>`select coalesce(sum(credit_pence - debit_pence), 0)::bigint as net from journal_lines
      where account_code in ('4000', '4010') and business_date between ${from} and ${to}`.execute(app.db)
  ).rows[0]?.net;

test('R2 sales, refunds, takings and average of a day, same-day voids separate; compared with the day before', async () => {
  const day = await ask({ from: first, to: first });
  expect(day.totals).toEqual({
    transactions: 3,
    gross: 1400,
    vat: 233,
    net: 1167,
    discounts: 40,
    refunds_gross: 0,
    refunds_vat: 0,
    refunds_net: 0,
    net_takings: 1400,
    net_revenue: 1167,
    average: 467,
    units: 6000,
  });
  expect(day.voids).toEqual({ count: 2, gross: 1440 });
  const next = await ask({ period: 'today', compare: 'previous' });
  expect(next).toMatchObject({ from: second, to: second, compared: { from: first, to: first } });
  expect(next.totals).toMatchObject({
    transactions: 1,
    gross: 240,
    refunds_gross: 440,
    refunds_vat: 73,
    refunds_net: 367,
    net_takings: -200,
    net_revenue: -167,
    average: 240,
    units: -1000,
  });
  expect(next.before).toEqual(day.totals);
  expect((await ask({ from: '2031-02-01', to: '2031-02-02' })).totals).toMatchObject({
    transactions: 0,
    average: null,
    units: 0,
  });
});

test('R2 M9 the tenders, including voids, add up to the net takings', async () => {
  const { tenders, totals } = await ask({ from: first, to: first });
  expect(tenders.filter(({ net }) => net !== 0)).toEqual([
    { method: 'cash', taken: 2400, paid_back: 1200, net: 1200 },
    { method: 'credit_card', taken: 200, paid_back: 0, net: 200 },
  ]);
  expect(tenders.reduce((sum, { net }) => sum + net, 0)).toBe(totals.net_takings);
  const next = await ask({ from: second, to: second });
  expect(next.tenders.map(({ method, net }) => [method, net])).toEqual([
    ['cash', -240],
    ['credit_card', -200],
    ['account', 240],
  ]);
});

test('A14 R2 net revenue agrees with the ledger, and every grouping has the same total', async () => {
  const days = { from: first, to: second };
  const { totals } = await ask(days);
  expect(totals.net_revenue).toBe(await revenueOfLedger(first, second));
  for (const group of ['day', 'week', 'month', 'cashier', 'register', 'category']) {
    const { rows } = await ask({ ...days, group });
    for (const figure of ['gross', 'vat', 'net', 'discounts', 'net_takings', 'net_revenue', 'units'] as const)
      expect(
        rows.reduce((sum, row) => sum + row[figure], 0),
        `${figure} by ${group}`,
      ).toBe(totals[figure]);
  }
  expect((await ask({ ...days, group: 'month' })).rows[0]?.label).toBe('Mar 2031');
  // A week is named by its days in the period.
  const weeks = (await ask({ ...days, group: 'week' })).rows;
  expect(weeks.map(({ key, label }) => [key, label])).toEqual([['2031-02-24', '1–2 Mar 2031']]);
  expect((await ask({ ...days, group: 'category' })).rows[0]?.label).toBe('No category');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R2 the documents behind a figure add up to it', async () => {
  const days = { from: first, to: second };
  const { totals, tenders, voids } = await ask(days);
  expect(await total({ ...days })).toMatchObject({ gross: totals.net_takings, net: totals.net_revenue });
  expect(await total({ ...days, side: 'sales' })).toMatchObject({
    count: totals.transactions,
    gross: totals.gross,
    vat: totals.vat,
    discounts: totals.discounts,
  });
  expect((await total({ ...days, side: 'refunds' })).gross).toBe(0 - totals.refunds_gross);
  expect(await total({ ...days, side: 'voids' })).toMatchObject(voids);
  expect((await total(days)).quantity).toBe(totals.units);
  expect((await total({ ...days, product_id: String(tea) })).quantity).toBe(totals.units);
  for (const { method, net } of tenders) expect((await total({ ...days, method })).paid, method).toBe(net);
  const { rows } = await ask({ ...days, group: 'cashier' });
  for (const row of rows)
    expect((await total({ ...days, cashier_id: row.key })).gross, row.label).toBe(row.net_takings);
  const listed = (await viewer.call(reportDocuments.list, { query: { ...days, side: 'refunds' } })).reply;
  expect(listed.data.map(({ gross, quantity }) => [gross, quantity])).toEqual([
    [-200, -1000],
    [-240, -1000],
  ]);
});

test('R2 documents of several channels, countries and methods', async () => {
  const days = { from: first, to: second };
  const { totals } = await ask(days);
  expect((await ask({ ...days, channel: 'till,desk' })).totals).toEqual(totals);
  expect((await ask({ ...days, channel: 'desk,import' })).totals.transactions).toBe(0);
  // Six sales, and the credit notes of two cancellations, an edit and a return.
  for (const [query, count] of [
    [{ channel: 'till,desk' }, 10],
    [{ channel: 'desk,import' }, 0],
    [{ country: 'FR,GB' }, 10],
    [{ country: 'gb' }, 10],
    [{ country: 'FR,none' }, 0],
  ] as const)
    expect((await total({ ...days, ...query })).count, JSON.stringify(query)).toBe(count);
  // Cash for four sales and from two credit notes, and one sale on account.
  expect(await total({ ...days, method: 'cash,account' })).toMatchObject({
    count: 7,
    gross: 1440,
    paid: 1200,
  });
  expect(await total({ ...days, method: 'cash' })).toMatchObject({ count: 6, gross: 1200, paid: 960 });
  expect(await total({ ...days, method: 'credit_card,account' })).toMatchObject({ count: 3, paid: 240 });
  const { refusal } = await viewer.call(reportDocuments.list, { query: { country: 'GB,XX' } });
  expect(refusal?.errors).toEqual({
    country: ['Enter the codes of at most 100 countries, separated by commas.'],
  });
  const file = await viewer.call(reportDocuments.export, { query: { ...days, method: 'cash,account' } });
  expect(file.raw.toString()).toContain('Paid by these methods');
});

test('the periods are London days: half an hour before midnight in summer belongs to tomorrow', async () => {
  now = new Date('2031-03-31T23:30:00Z');
  viewer = await app.as('view_dashboard', 'export_data', 'approve_variance');
  expect(await ask({ period: 'today' })).toMatchObject({ from: '2031-04-01', to: '2031-04-01' });
  expect(await ask({ period: 'this_year' })).toMatchObject({ from: '2031-04-01', to: '2032-03-31' });
  await sql`insert into settings (key, value) values ('financial_year_start', '"01-06"')`.execute(app.db);
  expect(await ask({ period: 'this_year' })).toMatchObject({ from: '2031-01-06', to: '2032-01-05' });
  // D4: quarters and years of any first day are compared with the ones before, not with as many days.
  const comparedTo = async (from: string, to: string) =>
    (await ask({ from, to, compare: 'previous' })).compared;
  expect(await comparedTo('2030-07-06', '2030-10-05')).toEqual({ from: '2030-04-06', to: '2030-07-05' });
  expect(await comparedTo('2028-01-06', '2029-01-05')).toEqual({ from: '2027-01-06', to: '2028-01-05' });
  await sql`delete from settings where key = 'financial_year_start'`.execute(app.db);
  const request = (query: Query) => viewer.call(salesSummaries.show, { query });
  expect((await request({ from: '2031-02-02', to: '2031-02-01' })).refusal.errors).toHaveProperty('from');
  // F71: thirty years are accepted, more than a hundred are not.
  expect((await request({ from: '2001-01-01', to: '2031-02-01' })).status).toBe(200);
  expect((await request({ from: '1951-01-01', to: '2051-02-01' })).refusal.errors).toEqual({
    from: ['Choose a period of at most 100 years.'],
  });
  expect((await request({ from: '0001-01-01', to: '0001-02-01' })).status).toBe(422);
});

test('a summary is exported as a file, with permission to export', async () => {
  const file = (format: 'csv' | 'xlsx') =>
    viewer.call(salesSummaries.export, { query: { from: first, to: second, format, compare: 'previous' } });
  expect(String((await file('csv')).raw)).toContain('1 Mar 2031,3,6,14.00,2.33,11.67,0.40,0.00');
  expect((await file('xlsx')).raw.subarray(0, 2).toString()).toBe('PK');
  const onlyViewer = await app.as('view_dashboard');
  expect((await onlyViewer.call(salesSummaries.export, { query: {} })).status).toBe(403);
});

test('a summary is exported as a PDF, with its tenders', async () => {
  const query = { from: first, to: second, format: 'pdf', compare: 'previous' } as const;
  const text = await textOfPdf((await viewer.call(salesSummaries.export, { query })).raw);
  expect(text).toContain('Sales Summary');
  expect(text).toContain('£12.00');
});

test('R2 the tenders of one cashier or one register add up to its net takings, also when another voided its sale', async () => {
  goTo('2031-06-10');
  const [ada, bo] = [await app.as(...sellingRights), await app.as(...sellingRights)];
  const product = await stockedProduct(app.db);
  const [tillOne, tillTwo] = [await openTill(app.db, 100_000), await openTill(app.db, 100_000)];
  const [atFirst, atSecond] = [
    shopFloor(() => ({ app, seller: ada, till: tillOne })),
    shopFloor(() => ({ app, seller: bo, till: tillTwo })),
  ];
  const pieces = (quantity: string) => [{ product_id: product, quantity }];
  await atFirst.sold(pieces('1'), 240);
  await atSecond.sold(pieces('2'), 480);
  const voided = await atFirst.sold(pieces('5'), 1200);
  const { status } = await bo.call(sales.cancel, {
    params: { id: voided.id },
    body: { client_id: randomUUID(), session_id: tillTwo, reason: 'Entered twice' },
  });
  expect(status).toBe(200);
  viewer = await app.as('view_dashboard', 'export_data', 'approve_variance');
  const today = { from: '2031-06-10', to: '2031-06-10' };
  for (const [group, filter] of [
    ['cashier', 'cashier_id'],
    ['register', 'register_id'],
  ] as const) {
    const { rows } = await ask({ ...today, group });
    expect(rows.map(({ net_takings }) => net_takings)).toEqual([480, 240]);
    for (const { key, net_takings } of rows) {
      const { tenders, totals } = await ask({ ...today, [filter]: key });
      const query = { ...today, [filter]: key, format: 'pdf' } as const;
      const text = await textOfPdf((await viewer.call(salesSummaries.export, { query })).raw);
      expect(text.replaceAll(/\s+/g, ' ')).toContain('Voided the same day Excluded');
      expect(totals.net_takings).toBe(net_takings);
      expect(tenders, filter).toEqual([
        { method: 'cash', taken: net_takings, paid_back: 0, net: net_takings },
      ]);
      const documents = { ...today, [filter]: key, method: 'cash' };
      expect((await total({ ...documents, side: 'sales' })).paid).toBe(net_takings);
      expect((await total({ ...documents, side: 'both' })).paid).toBe(net_takings);
    }
  }
  // Without such a filter the drawers' own movements stay visible, as before.
  expect((await ask(today)).tenders).toEqual([{ method: 'cash', taken: 1920, paid_back: 1200, net: 720 }]);
});

/** A small seeded generator: the same sales every time. */
function numbersFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('R2 for any sales and refunds the summary is the sum over the documents', async () => {
  goTo('2031-05-05');
  const seller = await app.as('view_pos', 'create_sale', 'view_sale', 'refund_sale');
  const till = await openTill(app.db, 100_000);
  const product = await stockedProduct(app.db, { price: 199 as never, pieces: '500', cost: 33 });
  const { sold, refund } = shopFloor(() => ({ app, seller, till }));
  const pick = numbersFrom(4711);
  const expected = { transactions: 0, gross: 0, refunds_gross: 0, units: 0 };
  for (let nth = 0; nth < 12; nth++) {
    const pieces = 1 + pick(4);
    const sale = await sold([{ product_id: product, quantity: String(pieces) }], 199 * pieces);
    expected.transactions += 1;
    expected.gross += sale.gross;
    const back = pick(pieces + 1);
    expected.units += 1000 * (pieces - back);
    if (back === 0) continue;
    await refund(sale, [{ line_number: 1, quantity: String(back) }], 199 * back);
    expected.refunds_gross += 199 * back;
  }
  viewer = await app.as('view_dashboard', 'export_data', 'approve_variance');
  const { totals, tenders } = await ask({ period: 'today' });
  expect(totals).toMatchObject(expected);
  expect(tenders.map(({ method, net }) => [method, net])).toEqual([['cash', totals.net_takings]]);
  expect(totals.net_revenue).toBe(await revenueOfLedger('2031-05-05', '2031-05-05'));
});
