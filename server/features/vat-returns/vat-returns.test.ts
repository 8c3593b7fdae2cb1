import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import type { CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import type { VatCode } from '#domain/kernel/vat';
import { vatEntries, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { asBookkeeper, balanceOf, breachesOf, someSupplier } from '../../../tests/support/books';
import { lineOf, orderDesk } from '../../../tests/support/orders';
import { someProduct } from '../../../tests/support/products';
import { insertItems, insertMovements } from '../../../tests/support/raw-postings';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { credit, debit, postJournal } from '../../kernel/ledger';

let app: TestApp;
let admin: Caller;
let filer: Caller;
let reader: Caller;
// The second quarter is over, the third is current.
const now = new Date('2026-08-10T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
  filer = await app.as('view_ledger', 'lock_period', 'export_data');
  reader = await app.as('view_ledger');
});
afterAll(() => app.close());
const { products, sent, receive, bill } = orderDesk(() => ({ app, admin }));

/** Goods bought: a bill of ten pounds and two pounds VAT with the supplier's date. */
async function buy(billDate: CalendarDate, more: { net?: string; vat?: string } = {}) {
  const [product] = await products(1);
  const order = await sent([{ product_id: product }]);
  await receive(order.id);
  const { status, refusal } = await bill(order.id, [{ line_id: lineOf(order), quantity: '10', ...more }], {
    bill_date: billDate,
    date_reason: 'The bill came before the goods',
    accept_difference: true,
  });
  expect(refusal).toBeUndefined();
  expect(status).toBe(200);
  return order;
}

/** A sale's posting: net and VAT of one code, in pence. */
const sell = (taxPoint: CalendarDate, net: number, vat: number, code: VatCode = 'S', day = taxPoint) =>
  asBookkeeper(
    app.db,
    ctx =>
      postJournal(ctx, {
        businessDate: day,
        kind: 'reversal',
        narrative: 'Sale of goods',
        document: { type: 'test_sale', id: 1, number: 'INV-00001' },
        lines: [
          debit('1020', toPence(net + vat)),
          credit('4000', toPence(net)),
          credit('2200', toPence(vat)),
        ],
        vat: [
          {
            direction: 'output',
            taxPoint,
            code,
            rate: code === 'S' ? 2000 : 0,
            net: toPence(net),
            vat: toPence(vat),
          },
        ],
      }),
    { now },
  );

const show = async (to: string) => (await reader.call(vatReturns.get, { query: { to } })).reply;
const file = (to: string, more: object = {}, who = filer) =>
  who.call(vatReturns.file, { body: { to, ...more } });
const entries = async (query: Record<string, string>) =>
  (await reader.call(vatEntries.list, { query })).reply;

test('V24 R8 the open return counts bills and sales by their tax point, with net and VAT for each code', async () => {
  await buy('2026-05-04');
  await buy('2026-06-30', { net: '1000.99', vat: '200.19' });
  await buy('2026-07-01');
  await sell('2026-04-01', 500_050, 100_010);
  await sell('2026-06-30', 20_099, 0, 'Z');
  await sell('2026-06-30', 7_000, 0, 'O');
  await sell('2026-06-29', -50_000, -10_000);
  const quarter = await show('2026-06-30');
  expect(quarter).toMatchObject({
    from: '2026-04-01',
    state: 'to_file',
    due_on: '2026-08-07',
    box_1: 90_010,
    box_2: 0,
    box_3: 90_010,
    box_4: 20_219,
    box_5: 69_791,
    box_6: 470_100,
    box_7: 101_000,
    box_8: 0,
    box_9: 0,
    is_reclaim: false,
    entry_count: 6,
    filed: null,
    late: { entry_count: 0, is_within_limit: true, limit: 1_000_000 },
    can_file: { allowed: true },
  });
  expect(quarter.codes).toEqual([
    { direction: 'output', code: 'S', net: 450_050, vat: 90_010, entry_count: 2 },
    { direction: 'output', code: 'Z', net: 20_099, vat: 0, entry_count: 1 },
    { direction: 'output', code: 'O', net: 7_000, vat: 0, entry_count: 1 },
    { direction: 'input', code: 'S', net: 101_099, vat: 20_219, entry_count: 2 },
  ]);
  const { data } = (await reader.call(vatReturns.list)).reply;
  expect(data.map(row => [row.to, row.state, row.box_1, row.box_4, row.is_reclaim])).toEqual([
    ['2026-09-30', 'running', 0, 200, true],
    ['2026-06-30', 'to_file', 90_010, 20_219, false],
  ]);
});

test('R8 each box leads to its entries, and they to their journals and documents', async () => {
  const listed = async (query: Record<string, string>) =>
    (await entries({ to: '2026-06-30', sort_order: 'asc', ...query })).data;
  const total = async (box: string, part: 'net' | 'vat') =>
    (await listed({ box })).reduce((all, entry) => all + entry[part], 0);
  expect([await total('1', 'vat'), await total('4', 'vat')]).toEqual([90_010, 20_219]);
  expect([await total('6', 'net'), await total('7', 'net')]).toEqual([470_149, 101_099]);
  const [first, second] = await listed({ box: '4' });
  expect([first?.tax_point, second?.tax_point]).toEqual(['2026-05-04', '2026-06-30']);
  expect(first).toMatchObject({
    net: 1000,
    vat: 200,
    rate: '20.00',
    document: { number: 'BILL-00001' },
    is_late: false,
  });
  expect(first?.document.link).toMatch(/^\/purchases\/bills\/\d+$/);
  const journal = await reader.call(journals.get, { params: { id: first?.journal_id ?? 0 } });
  expect(journal.reply.kind).toBe('supplier_bill');
  expect((await listed({ vat_code: 'O' })).length).toBe(1);
  for (const [several, found] of [
    [{ box: '1,4' }, 4],
    [{ box: '6,7' }, 5],
    [{ box: '1,6', vat_code: 'S,Z' }, 3],
    [{ vat_code: 'Z,O' }, 2],
    [{ direction: 'output', vat_code: 'O' }, 1],
    [{ direction: 'input', vat_code: 'O' }, 0],
    [{ direction: 'output,input' }, 6],
  ] as const)
    expect((await listed(several)).length, JSON.stringify(several)).toBe(found);
  expect((await listed({ search: 'bill-00002' })).map(entry => entry.net)).toEqual([100_099]);
  expect(await entries({ to: '2026-06-30', per_page: '4', page: '2' })).toMatchObject({
    total: 6,
    last_page: 2,
    data: [{}, {}],
  });
  // Without a period it is the earliest open one.
  expect((await entries({})).total).toBe(6);
  const csv = await filer.call(vatEntries.export, { query: { to: '2026-06-30', box: '4' } });
  expect(String(csv.raw).trim().split(/\r?\n/)).toHaveLength(3);
  const pdf = await reader.call(vatReturns.pdf, { query: { to: '2026-06-30' } });
  expect([pdf.status, pdf.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
});

test('V25 filing is refused before the period is over, out of order, without permission, and if VAT came in the meantime', async () => {
  const before = await app.digest();
  expect((await file('2026-09-30')).refusal.message).toContain('This period ends on 30 Sep 2026');
  expect((await file('2026-06-29')).status).toBe(404);
  expect((await file('2026-06-30', {}, reader)).status).toBe(403);
  expect((await file('2026-06-30', { entry_count: 5 })).refusal.message).toContain('in the meantime');
  expect((await reader.call(vatReturns.get, { query: { to: '2026-06-29' } })).status).toBe(404);
  expect((await reader.call(vatEntries.list, { query: { to: '2026-06-29' } })).status).toBe(404);
  expect(await app.digest()).toBe(before);
});

test('V25 L1 filing freezes the boxes, clears the VAT accounts to the HMRC balance, and happens once', async () => {
  const input = await balanceOf(app.db, '2201');
  const both = await Promise.all([
    file('2026-06-30', { reference: ' HMRC 4711 ', entry_count: 6 }),
    file('2026-06-30', { entry_count: 6 }),
  ]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await file('2026-06-30')).refusal.message).toMatch(/was filed by Person \d+ on 10 Aug 2026/);
  const filed = await show('2026-06-30');
  expect(filed).toMatchObject({ state: 'filed', box_5: 69_791, can_file: { allowed: false } });
  const journal = await reader.call(journals.get, { params: { id: filed.filed?.journal_id ?? 0 } });
  expect(journal.reply).toMatchObject({
    kind: 'vat_return',
    business_date: '2026-06-30',
    document: { link: '/reports/vat-return/2026-06-30' },
    can_reverse: { allowed: false },
  });
  expect(journal.reply.lines.map(line => [line.account.code, line.debit, line.credit])).toEqual([
    ['2200', 90_010, 0],
    ['2201', 0, 20_219],
    ['2205', 0, 69_791],
  ]);
  expect([await balanceOf(app.db, '2200'), await balanceOf(app.db, '2201')]).toEqual([0, input - 20_219]);
  const [audit] = await app.audits();
  expect(audit).toMatchObject({
    action: 'filed',
    record_type: 'vat_return',
    record_name: 'VAT return 1 Apr 2026 to 30 Jun 2026',
    after: { box_5_pence: 69_791, entries: 6 },
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('D7 nothing is posted to a filed period: the page says why, and the database refuses it too', async () => {
  const post = (business_date: string) =>
    admin.call(journals.create, {
      body: {
        narrative: 'Capital',
        business_date,
        date_reason: 'Late',
        lines: [
          { account: '1020', debit: '5.00' },
          { account: '3000', credit: '5.00' },
        ],
      },
    });
  expect((await post('2026-06-30')).refusal.errors?.business_date).toEqual([
    'The VAT return to 30 Jun 2026 is filed. Choose a later date.',
  ]);
  expect((await post('2026-04-01')).status).toBe(422);
  // The day before the first return and the day after it are open.
  expect([(await post('2026-03-31')).status, (await post('2026-07-01')).status]).toEqual([200, 200]);
  const filed = { constraint: 'vat_period_is_filed' };
  await expect(sell('2026-06-30', 100, 20)).rejects.toMatchObject(filed);
  const [product, supplier] = [await someProduct(app.db), await someSupplier(app.db)];
  const days = ['2026-03-31', '2026-04-01', '2026-07-01'];
  await expect(insertMovements(app.db, product, days)).rejects.toMatchObject(filed);
  await expect(insertItems(app.db, supplier, days)).rejects.toMatchObject(filed);
});

test('V25 D7 the database refuses to change, delete, repeat, omit or misdate a return', async () => {
  const tried = (statement: string) => sql.raw(statement).execute(app.db);
  await expect(tried(`update vat_returns set reference = 'x'`)).rejects.toThrow('append-only');
  await expect(tried('delete from vat_returns')).rejects.toThrow('append-only');
  await expect(tried('truncate vat_returns')).rejects.toThrow();
  await expect(tried('truncate vat_entries cascade')).rejects.toThrow();
  const insert = (from: string, to: string, last = '(select max(id) from vat_entries)', at = 'now()') =>
    `insert into vat_returns (period_from, period_to, last_entry_id, entry_count, box_1_pence, box_2_pence, box_3_pence,
      box_4_pence, box_5_pence, box_6_pence, box_7_pence, box_8_pence, box_9_pence, filed_by, filed_at)
    select '${from}', '${to}', ${last}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, id, ${at} from users limit 1`;
  await expect(tried(insert('2026-07-02', '2026-07-31'))).rejects.toMatchObject({
    constraint: 'vat_returns_follow_one_another',
  });
  await expect(tried(insert('2026-04-01', '2026-06-30'))).rejects.toMatchObject({
    constraint: 'vat_returns_follow_one_another',
  });
  await expect(tried(insert('2026-07-01', '2026-07-31', '1'))).rejects.toMatchObject({
    constraint: 'vat_returns_leave_nothing_out',
  });
  await expect(
    tried(insert('2026-07-01', '2026-07-31', undefined, `'2026-07-31T12:00:00Z'`)),
  ).rejects.toMatchObject({
    constraint: 'vat_returns_are_filed_afterwards',
  });
});

test('V25 late entries go into the next return as adjustments, and count towards the limit', async () => {
  await buy('2026-06-12', { net: '500.00', vat: '100.00' });
  // A missed sale of the filed quarter: posted today, with its original tax point.
  await sell('2026-05-01', 5_000_000, 1_000_000, 'S', '2026-08-10');
  const filed = await show('2026-06-30');
  expect(filed).toMatchObject({ box_1: 90_010, box_4: 20_219, entry_count: 6 });
  expect((await entries({ to: '2026-06-30' })).total).toBe(6);
  const next = await show('2026-09-30');
  expect(next).toMatchObject({
    box_1: 1_000_000,
    box_4: 10_200,
    late: { entry_count: 2, output_vat: 1_000_000, input_vat: 10_000, is_within_limit: true },
  });
  expect((await entries({ to: '2026-09-30', late: 'yes' })).data.map(entry => entry.is_late)).toEqual([
    true,
    true,
  ]);
  expect((await entries({ to: '2026-09-30', late: 'no' })).total).toBe(1);
  await sell('2026-05-01', 50_100, 10_001, 'S', '2026-08-10');
  expect((await show('2026-09-30')).late).toMatchObject({ is_within_limit: false, limit: 1_000_000 });
  expect(await breachesOf(app.db)).toEqual([]);
});
