import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#domain/imports/import.contract';
import { sales } from '#domain/sales/sale.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { commitTable, settled } from '../../../tests/support/imports';
import { historyDesk, type HistoryLine } from '../../../tests/support/histories';
import { someProduct } from '../../../tests/support/products';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let clerk: Caller;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  clerk = await app.as('edit_sale', 'view_sale', 'create_product', 'create_customer');
});
afterAll(() => app.close());

const { checked, imported, summaryOf, listedOf } = historyDesk(() => clerk);

const saleOf = async (reference: string) => {
  const list = await clerk.call(sales.list, { query: { search: reference } });
  const [row] = list.reply.data;
  return (await clerk.call(sales.get, { params: { id: row?.id ?? 0 } })).reply;
};
const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.db)).rows[0];
const count = async (table: string) =>
  (await one(sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`))?.n ?? 0;

test('D1 D6 V1 a history is posted on its own days, at the rates of those days, with our own numbers', async () => {
  const done = await imported([
    ['536365', '85123A', 'WHITE HEART', '6', '2010-12-01 08:26:00', '2.55', '17850.0'],
    ['536365', '71053', 'LANTERN', '6', '2010-12-01 08:27:00', '3.39', '17850.0'],
    ['550000', '85123a', 'WHITE HEART', '2', '2011-04-14 23:40:00', '2.55'],
  ]);
  expect(done.counts).toMatchObject({ new: 3, rejected: 0 });
  const december = await saleOf('536365');
  expect(december).toMatchObject({
    business_date: '2010-12-01',
    channel: 'import',
    price_mode: 'exclusive',
    customer_reference: '536365',
    customer: { name: 'Customer 17850' },
    net: 3564,
    // 17.5% of 15.30 and of 20.34, each line separately (rule V5).
    vat: 268 + 356,
    payment_state: 'paid',
  });
  expect(december.number).toBe('INV-00001');
  const april = await saleOf('550000');
  expect(april).toMatchObject({
    business_date: '2011-04-14',
    net: 510,
    vat: 102,
    customer: { is_walk_in: true },
  });
  // Twenty to midnight in summer is 22:40 UTC (rule D2).
  expect(april.sold_at.toISOString()).toBe('2011-04-14T22:40:00.000Z');
  // Codes that differ only in letter case are one product.
  expect(await one(sql`select count(*) as n from products where lower(sku) = '85123a'`)).toEqual({ n: 1 });
  expect(await balanceOf(app.db, '1030')).toBe(december.gross + april.gross);
  expect(await balanceOf(app.db, '1100')).toBe(0);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V13 V14 W9 a cancellation returns from the newest earlier sales of the same customer, product and price', async () => {
  const sold = (
    number: string,
    day: string,
    quantity: string,
    price = '1.25',
    customer = '901',
  ): HistoryLine => [number, 'RET-1', 'CUP', quantity, `${day} 10:00`, price, customer];
  const done = await imported([
    sold('600001', '2011-02-01', '10'),
    sold('600002', '2011-02-02', '4'),
    sold('600003', '2011-02-03', '50', '1.30'),
    sold('600004', '2011-02-04', '50', '1.25', '902'),
    sold('C600005', '2011-02-05', '-6'),
    sold('C600006', '2011-02-06', '-9'),
    sold('C600007', '2011-02-07', '-8'),
    sold('600008', '2011-02-08', '100'),
    ['C600009', 'RET-1', 'CUP', '-1', '2011-02-09 10:00', '1.25'],
  ]);
  // Nine exceed the remaining eight; a later sale is not the original; without a customer there is no match.
  expect(await listedOf(done.id)).toEqual([
    [7, 'no_original'],
    [10, 'no_original'],
  ]);
  const { rows: notes } = await sql<{ reference: string; on: string; quantity: string; reason: string }>`
    select s.customer_reference as reference, n.business_date as on, l.quantity::integer as quantity, n.reason
    from credit_notes n join sales s on s.id = n.sale_id join credit_note_lines l on l.credit_note_id = n.id
    order by n.id`.execute(app.db);
  expect(notes).toEqual([
    { reference: '600002', on: '2011-02-05', quantity: 4, reason: 'Sales history C600005' },
    { reference: '600001', on: '2011-02-05', quantity: 2, reason: 'Sales history C600005' },
    { reference: '600001', on: '2011-02-07', quantity: 8, reason: 'Sales history C600007' },
  ]);
  expect((await saleOf('600001')).status).toBe('refunded');
  const summary = await summaryOf(done.id);
  expect(summary.proof[1]).toMatchObject({
    file: { lines: 4, amount: '-30.00' },
    posted: { lines: 2, amount: '-17.50' },
    listed: { lines: 2, amount: '-12.50' },
    books: { documents: 3, amount: '-17.50' },
    holds: true,
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('I3 I7 I9 goods given, found and written off move stock, and the books agree', async () => {
  const done = await imported(
    [
      ['610001', 'Z-1', 'BOWL', '10', '2011-03-01 09:00', '4.00', '903'],
      ['610001', 'Z-2', 'SAMPLE BOWL', '2', '2011-03-01 09:00', '0.00', '903'],
      ['610002', 'Z-1', '', '30', '2011-03-02 09:00', '0'],
      ['610003', 'Z-1', 'damaged, wet', '-5', '2011-03-03 09:00', '0'],
      ['610003', 'Z-2', '?', '-1', '2011-03-03 09:00', '0'],
    ],
    { cost_percent: 50 },
  );
  expect(done.counts).toMatchObject({ new: 5, rejected: 0 });
  expect((await saleOf('610001')).lines.map(line => line.unit_price)).toEqual([400, 0]);
  const { rows } = await sql<{ sku: string; reason: string; quantity: number; value: number }>`
    select p.sku, a.reason, m.quantity::integer as quantity, m.value_pence as value from stock_movements m
    join products p on p.id = m.product_id join stock_adjustments a on a.id = m.document_id
    where m.document_type = 'stock_adjustment' order by m.id`.execute(app.db);
  // The assumed cost is half the price; the 30 found make up for the 10 sold ahead of them.
  expect(rows).toEqual([
    { sku: 'Z-1', reason: 'found', quantity: 30, value: 6000 },
    { sku: 'Z-1', reason: 'damaged', quantity: -5, value: -1000 },
    { sku: 'Z-2', reason: 'correction', quantity: -1, value: 0 },
  ]);
  expect(
    await one(sql`select quantity::integer as q, value_pence as v from stock_pools join products on id = product_id
    where sku = 'Z-1'`),
  ).toEqual({ q: 15, v: 3000 });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('M3 V15 L9 every line is posted or listed with its reason, and the totals equal the file', async () => {
  const lines: HistoryLine[] = [
    ['620001', 'POST', 'POSTAGE', '1', '2011-03-01 09:00', '18.00', '904'],
    ['620001', 'PADS', 'PADS', '1', '2011-03-01 09:00', '0.001', '904'],
    ['620001', 'gift_0001_20', 'Gift voucher', '1', '2011-03-01 09:00', '16.67', '904'],
    ['620002', 'Y-1', 'CUP', '-2', '2011-03-01 09:00', '3.00', '904'],
    ['C620003', 'AMAZONFEE', 'AMAZON FEE', '-1', '2011-03-01 09:00', '1688.02'],
    ['C620004', 'Y-1', 'CUP', '2', '2011-03-01 09:00', '3.00', '904'],
    ['620005', 'Y-1', 'CUP', 'two', '2011-03-01 09:00', '3.00', '904'],
    ['620006', 'Y-1', 'CUP', '2', 'yesterday', '3.00', '904'],
    ['620007', 'Y-1', 'CUP', '2', '2999-03-01 09:00', '3.00', '904'],
    ['620008', 'POST', '', '-2', '2011-03-01 09:00', '0', ''],
    ['620009', 'Y-2', 'ROPE BY THE METRE', '0.333', '2011-03-01 09:00', '0.50', '904'],
    ['', 'Y-1', 'CUP', '2', '2011-03-01 09:00', '3.00', '904'],
  ];
  const done = await imported(lines);
  expect(await listedOf(done.id)).toEqual([
    [3, 'part_penny'],
    [4, 'voucher'],
    [5, 'wrong_sign'],
    [7, 'wrong_sign'],
    [8, 'unreadable'],
    [9, 'unreadable'],
    [10, 'ahead'],
    [11, 'not_stocked'],
    [13, 'unreadable'],
  ]);
  const { proof } = await summaryOf(done.id);
  expect(proof[0]).toEqual({
    is_cancellation: false,
    file: { lines: 10, amount: '34.8375' },
    posted: { lines: 2, amount: '18.1665' },
    already: { lines: 0, amount: '0.00' },
    listed: { lines: 8, amount: '16.671' },
    books: { documents: 2, amount: '18.17' },
    rounding: '0.0035',
    holds: true,
  });
  // Listed lines can be downloaded with their reasons, as in any import.
  const rejects = await clerk.call(imports.rejects, { params: { id: done.id } });
  expect(rejects.raw.toString()).toContain('Price has fractions of a penny.');
  expect(await one(sql`select is_stocked from products where sku = 'POST'`)).toEqual({ is_stocked: false });
});

test('D5 D7 nothing is posted into a locked period: such documents are listed, the others are posted', async () => {
  await sql`update books_lock set locked_through = '2007-06-30'`.execute(app.db);
  await sql`insert into vat_returns (period_from, period_to, last_entry_id, entry_count, box_1_pence, box_2_pence, box_3_pence,
      box_4_pence, box_5_pence, box_6_pence, box_7_pence, box_8_pence, box_9_pence, filed_by, filed_at)
    select '2008-01-01', '2008-03-31', (select coalesce(max(id), 0) from vat_entries), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, min(id), now() from users`.execute(
    app.db,
  );
  const done = await imported([
    ['630001', 'X-1', 'CUP', '1', '2007-06-30 12:00', '1.00'],
    ['630002', 'X-1', 'CUP', '1', '2008-04-01 12:00', '1.00'],
    ['630003', 'X-1', 'CUP', '1', '2008-02-29 12:00', '1.00'],
  ]);
  expect(await listedOf(done.id)).toEqual([
    [2, 'locked'],
    [4, 'locked'],
  ]);
  expect((await saleOf('630002')).business_date).toBe('2008-04-01');
});

test('D5 a day locked after the check is listed at posting, with the returns from it', async () => {
  const trial = await checked([
    ['631001', 'X-1', 'CUP', '3', '2009-08-01 12:00', '1.00', '905'],
    ['C631002', 'X-1', 'CUP', '-1', '2009-09-02 12:00', '1.00', '905'],
    ['631003', 'X-1', 'CUP', '1', '2009-09-03 12:00', '1.00', '905'],
  ]);
  await sql`update books_lock set locked_through = '2009-08-31'`.execute(app.db);
  const done = await commitTable(clerk, trial.id);
  expect(done).toMatchObject({ state: 'done', counts: { new: 1, rejected: 2 } });
  expect(await listedOf(done.id)).toEqual([
    [2, 'locked'],
    [3, 'original_missing'],
  ]);
  expect((await summaryOf(done.id)).proof.every(({ holds }) => holds)).toBe(true);
});

test('I9 a product that may not go below zero keeps its policy: its sale is listed, the others continue', async () => {
  await someProduct(app.db, { sku: 'BLOCKED', name: 'Blocked' });
  const done = await imported([
    ['640001', 'W-1', 'CUP', '1', '2011-03-01 09:00', '1.00'],
    ['640002', 'BLOCKED', 'BLOCKED', '1', '2011-03-01 09:01', '1.00'],
    ['640003', 'W-1', 'CUP', '1', '2011-03-01 09:02', '1.00'],
  ]);
  expect(done.counts).toMatchObject({ new: 2, rejected: 1 });
  const { reply } = await clerk.call(imports.listed, {
    params: { id: done.id },
    query: { reason: 'refused' },
  });
  expect(reply.data).toMatchObject([
    { number: '640002', message: expect.stringContaining('None of Blocked') },
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('R12 the same file twice changes nothing, and a number with other lines is listed', async () => {
  const lines: HistoryLine[] = [
    ['650001', 'V-1', 'CUP', '5', '2011-03-01 09:00', '1.00', '906'],
    ['650002', 'V-1', '', '7', '2011-03-01 10:00', '0'],
    ['C650003', 'V-1', 'CUP', '-2', '2011-03-02 09:00', '1.00', '906'],
  ];
  await imported(lines);
  const tables = ['sales', 'credit_notes', 'stock_adjustments', 'journals', 'customers', 'products'];
  const before = await Promise.all(tables.map(count));
  const again = await checked(lines);
  expect(again).toMatchObject({ state: 'checked', counts: { new: 0, unchanged: 3, rejected: 0 } });
  const response = await clerk.call(imports.commit, { params: { id: again.id }, body: {} });
  expect(response.status).toBe(409);
  // The same file with more rows: only new ones are posted, and returns find the earlier sales.
  const more = await imported([
    ...lines,
    ['C650004', 'V-1', 'CUP', '-3', '2011-03-03 09:00', '1.00', '906'],
    ['C650005', 'V-1', 'CUP', '-1', '2011-03-04 09:00', '1.00', '906'],
  ]);
  expect(more.counts).toMatchObject({ new: 1, unchanged: 3, rejected: 1 });
  const other = await checked([['650001', 'V-1', 'CUP', '6', '2011-03-01 09:00', '1.00', '906']]);
  expect(await listedOf(other.id)).toEqual([[2, 'other_contents']]);
  expect(await Promise.all(tables.map(count))).toEqual(
    before.map((n, at) => n + (at === 1 || at === 3 ? 1 : 0)),
  );
});

test('L5 W2 on account: named customers owe the sale, walk-ins paid by card, and a return clears the debt first', async () => {
  const card = await balanceOf(app.db, '1030');
  const { id } = await imported(
    [
      ['660001', 'U-1', 'CUP', '10', '2011-03-01 09:00', '1.20', '907'],
      ['660002', 'U-1', 'CUP', '1', '2011-03-01 09:00', '1.20'],
      ['C660003', 'U-1', 'CUP', '-4', '2011-03-05 09:00', '1.20', '907'],
    ],
    { paid_by: 'account', prices: 'inclusive' },
  );
  expect(await saleOf('660001')).toMatchObject({
    gross: 1200,
    vat: 200,
    outstanding: 720,
    due_on: '2011-03-31',
  });
  expect((await balanceOf(app.db, '1030')) - card).toBe(120);
  // The proof compares prices including VAT with gross: 10 and 1 sold at £1.20, 4 cancelled.
  const { proof } = await summaryOf(id);
  expect(
    proof.map(({ is_cancellation, file, books, holds }) => [is_cancellation, file.amount, books, holds]),
  ).toEqual([
    [false, '13.20', { documents: 2, amount: '13.20' }, true],
    [true, '-4.80', { documents: 1, amount: '-4.80' }, true],
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V2 prices without VAT are outside the scope', async () => {
  await imported([['670001', 'T-1', 'CUP', '2', '2011-03-01 09:00', '1.20']], { prices: 'no_vat' });
  const sale = await saleOf('670001');
  expect(sale).toMatchObject({ net: 240, vat: 0, gross: 240 });
  expect(sale.lines[0]).toMatchObject({ vat_code: 'O' });
});

test('importing a history needs the permissions for what it adds, and a finished one cannot be paused', async () => {
  const seller = await app.as('edit_sale', 'view_sale');
  const done = await imported([['680001', 'S-9', 'CUP', '2', '2011-03-01 09:00', '1.20']]);
  expect((await seller.call(imports.get, { params: { id: done.id } })).status).toBe(403);
  expect((await seller.call(imports.summary, { params: { id: done.id } })).status).toBe(403);
  expect((await clerk.call(imports.pause, { params: { id: done.id } })).status).toBe(409);
  expect((await settled(clerk, done.id)).state).toBe('done');
});
