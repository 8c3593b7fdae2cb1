import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journals } from '#domain/journals/journal.contract';
import type { BodySent } from '#domain/kernel/call';
import type { CalendarDate } from '#domain/kernel/dates';
import { toPence } from '#domain/kernel/money';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatEntries, vatReturns } from '#domain/vat-returns/vat-return.contract';
import { asBookkeeper, balanceOf, breachesOf, movedOn } from '../../../tests/support/books';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { credit, debit, postJournal } from '../../kernel/ledger';

let app: TestApp;
let admin: Caller;
let keeper: Caller;
let reader: Caller;
// The second quarter is over, the third is current.
const now = new Date('2026-08-10T11:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  admin = await app.as('admin');
  keeper = await app.as('view_ledger', 'adjust_ledger');
  reader = await app.as('view_ledger');
  await sell('2026-05-20', 100_000, 20_000);
  await sell('2026-07-10', 100_099, 20_020);
});
afterAll(() => app.close());

type Sent = BodySent<typeof vatAdjustments.create>;
const post = (body: Partial<Sent>, who = keeper, headers: Record<string, string> = {}) =>
  who.call(vatAdjustments.create, {
    body: { reason: 'error_correction', description: 'Figure of June', ...body },
    headers,
  });
const show = async (to: string) => (await reader.call(vatReturns.get, { query: { to } })).reply;
const boxesOf = async (to: string) => {
  const { box_1, box_2, box_3, box_4, box_5, box_6, box_7, box_8, box_9, is_reclaim } = await show(to);
  return [box_1, box_2, box_3, box_4, box_5, box_6, box_7, box_8, box_9, is_reclaim];
};

/** A sale's posting: net and VAT at the standard rate, in pence. */
const sell = (day: CalendarDate, net: number, vat: number) =>
  asBookkeeper(
    app.db,
    ctx =>
      postJournal(ctx, {
        businessDate: day,
        kind: 'sale',
        narrative: 'Sale of goods',
        document: { type: 'test_sale', id: 1, number: null },
        lines: [
          debit('1020', toPence(net + vat)),
          credit('4000', toPence(net)),
          credit('2200', toPence(vat)),
        ],
        vat: [
          { direction: 'output', taxPoint: day, code: 'S', rate: 2000, net: toPence(net), vat: toPence(vat) },
        ],
      }),
    { now },
  );

test('F62 V27 V28 each reason changes its boxes, and the return for the date includes them', async () => {
  // £200.20 of VAT on £1,000.99 of sales: boxes 1, 3 and 5 and, without pence, box 6.
  expect(await boxesOf('2026-09-30')).toEqual([20_020, 0, 20_020, 0, 20_020, 100_000, 0, 0, 0, false]);
  const reasons: Partial<Sent>[] = [
    { reason: 'reverse_charge_domestic', box_1: '40.00', box_4: '40.00', box_7: '200.00' },
    { reason: 'reverse_charge_abroad', box_1: '10.00', box_4: '10.00', box_6: '50.00', box_7: '50.00' },
    { reason: 'postponed_import_vat', box_1: '30.50', box_4: '30.50', box_7: '152.50' },
    { reason: 'fuel_scale_charge', box_1: '25.00', box_6: '125.00', account: '6910' },
    { reason: 'partial_exemption', box_4: '-12.34', account: '6910' },
    { reason: 'pre_registration', box_4: '100.00', box_7: '500.00', account: '6910' },
    { reason: 'bad_debt_relief', box_4: '20.00', net: '100.00', account: '6800' },
    { reason: 'unpaid_bills', box_4: '-8.00', account: '6910' },
    { reason: 'error_correction', box_1: '5.00', box_4: '-3.00', box_7: '-15.00', account: '6910' },
  ];
  const moved = await movedOn(app.db, ['2200', '2201', '6800', '6910'], async () => {
    for (const body of reasons) {
      const { status, refusal } = await post(body);
      expect([status, refusal]).toEqual([200, undefined]);
    }
  });
  // 2200 takes 40 + 10 + 30.50 + 25 + 5 = 110.50; 2201 takes 40 + 10 + 30.50 − 12.34 + 100 + 20 − 8 − 3 = 177.16.
  // 6800 has relief of 20; 6910 has 25 + 12.34 − 100 + 8 + (5 + 3) = −46.66.
  expect(moved).toEqual([-11_050, 17_716, -2_000, -4_666]);
  // Box 1: 200.20 + 110.50 = 310.70. Box 4: 177.16. Box 5: 133.54. Box 6: 1,000.99 + 50 + 125 = 1,175.99.
  // Box 7: 200 + 50 + 152.50 + 500 − 15 = 887.50.
  expect(await boxesOf('2026-09-30')).toEqual([
    31_070,
    0,
    31_070,
    17_716,
    13_354,
    117_500,
    88_700,
    0,
    0,
    false,
  ]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F62 V27 an adjustment is listed, found, filtered, exported, and behind its boxes like any entry', async () => {
  const list = async (query: Record<string, string>) =>
    (await reader.call(vatAdjustments.list, { query })).reply;
  const all = await list({ sort_by: 'number', sort_order: 'asc' });
  expect([all.total, all.data[0]?.number, all.data[0]?.posted_by.length]).toMatchObject([
    9,
    'VADJ-00001',
    expect.any(Number),
  ]);
  expect((await list({ reason: 'fuel_scale_charge' })).data).toMatchObject([
    { number: 'VADJ-00004', box_1: 2_500, box_6: 12_500, net: 12_500, account: { code: '6910' } },
  ]);
  expect((await list({ search: 'vadj-00007' })).data).toMatchObject([
    { reason: 'bad_debt_relief', net: 10_000 },
  ]);
  expect((await list({ from: '2026-08-11' })).total).toBe(0);
  expect((await list({ reversed: 'yes' })).total).toBe(0);
  const exporter = await app.as('view_ledger', 'export_data');
  const { raw } = await exporter.call(vatAdjustments.export, { query: { reason: 'unpaid_bills' } });
  expect(String(raw).trim().split(/\r?\n/)[1]).toContain('-8.00');
  expect((await reader.call(vatAdjustments.export)).status).toBe(403);
  const entries = (
    await reader.call(vatEntries.list, { query: { to: '2026-09-30', box: '4', search: 'VADJ-00005' } })
  ).reply;
  expect(entries.data).toMatchObject([
    {
      vat: -1_234,
      net: 0,
      document: { number: 'VADJ-00005', link: expect.stringMatching(/^\/vat-adjustments\/\d+$/) },
    },
  ]);
  const id = all.data[4]?.id ?? 0;
  const { reply } = await reader.call(vatAdjustments.get, { params: { id } });
  expect(reply).toMatchObject({
    vat_return: { to: '2026-09-30', is_filed: false },
    reversal: null,
    can_reverse: { allowed: true },
  });
  const journal = await reader.call(journals.get, { params: { id: reply.journal_id } });
  expect(journal.reply).toMatchObject({ kind: 'vat_adjustment', can_reverse: { allowed: false } });
  expect(journal.reply.lines.map(line => [line.account.code, line.debit, line.credit])).toEqual([
    ['2201', 0, 1_234],
    ['6910', 1_234, 0],
  ]);
  expect((await reader.call(vatAdjustments.get, { params: { id: 999 } })).status).toBe(404);
});

test.each<[string, string, Partial<Sent>]>([
  ['box_1', 'cannot be zero', { account: '6910' }],
  [
    'box_7',
    'does not change box 7',
    { reason: 'bad_debt_relief', box_4: '1.00', box_7: '5.00', account: '6800' },
  ],
  ['box_4', 'same VAT', { reason: 'reverse_charge_domestic', box_1: '4.00', box_4: '3.00', box_7: '20.00' }],
  [
    'box_6',
    'does not change box 6',
    { reason: 'reverse_charge_domestic', box_1: '4.00', box_4: '4.00', box_6: '1.00', box_7: '20.00' },
  ],
  ['box_6', 'same net', { reason: 'reverse_charge_abroad', box_1: '4.00', box_4: '4.00', box_7: '20.00' }],
  ['box_7', 'net value', { reason: 'postponed_import_vat', box_1: '4.00', box_4: '4.00' }],
  ['box_1', 'above zero', { reason: 'fuel_scale_charge', box_1: '-4.00', account: '6910' }],
  ['box_4', 'above zero', { reason: 'pre_registration', box_4: '-4.00', account: '6910' }],
  ['account', 'Choose the balancing account', { box_1: '4.00' }],
  ['account', 'leave the balancing account blank', { box_1: '4.00', box_4: '4.00', account: '6910' }],
  ['account', 'is a control account', { box_1: '4.00', account: '2201' }],
  ['account', 'There is no account', { box_1: '4.00', account: '9999' }],
  ['business_date', 'post to a future date', { box_1: '4.00', account: '6910', business_date: '2026-08-11' }],
  ['description', 'required', { box_1: '4.00', account: '6910', description: ' ' }],
  ['box_1', 'at most', { box_1: '99999999999.00', account: '6910' }],
])('F62 a wrong %s is refused by name (%s), and nothing is posted', async (field, words, body) => {
  const before = await app.digest();
  const { status, refusal } = await post(body);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  expect(refusal.errors?.[field]?.[0]).toContain(words);
  expect(await app.digest()).toBe(before);
});

test('F62 posting needs permission to adjust the ledger; backdating needs permission and a reason', async () => {
  const body = { box_1: '1.00', account: '6910' };
  expect((await post(body, reader)).status).toBe(403);
  expect((await post({ ...body, business_date: '2026-08-01', date_reason: 'Late' })).status).toBe(403);
  const earlier = await post({ ...body, business_date: '2026-08-01' }, admin);
  expect(earlier.refusal.errors).toHaveProperty('date_reason');
});

test('F62 the same adjustment sent twice, or twice at once, is one document', async () => {
  const balance = await balanceOf(app.db, '2200');
  const sent = () =>
    post({ box_1: '7.00', account: '6910' }, keeper, { 'idempotency-key': 'one-adjustment' });
  const both = await Promise.all([sent(), sent()]);
  const again = await sent();
  expect(again.status).toBe(200);
  expect(both.map(({ status }) => status)).toContain(200);
  expect(await balanceOf(app.db, '2200')).toBe(balance - 700);
});

test('F62 V25 errors are corrected up to £10,000 net per return, and the error says what to do', async () => {
  // £8.00 and £7.00 net are corrected above, which leaves £9,985.00.
  const preview = async (box_1: string) =>
    (
      await reader.call(vatAdjustments.preview, {
        query: { business_date: '2026-08-10', reason: 'error_correction', box_1 },
      })
    ).reply;
  expect(await preview('9985.01')).toMatchObject({
    period: { from: '2026-07-01', to: '2026-09-30' },
    corrections: { net: 1_000_001, limit: 1_000_000, is_within_limit: false },
  });
  const over = await post({ box_1: '9985.01', account: '6910' });
  expect([over.status, over.refusal.errors?.box_1?.[0]]).toEqual([
    422,
    'Corrections in this return would total £10,000.01 net. The limit is £10,000.00. Tell HMRC about this error separately, on form VAT652.',
  ]);
  const two = await Promise.all([
    post({ box_1: '9985.00', account: '6910' }),
    post({ box_1: '9985.00', account: '6910' }),
  ]);
  expect(two.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  expect((await show('2026-09-30')).late).toMatchObject({ corrections: 1_000_000, is_within_limit: true });
  // A correction in the other direction frees the limit again, because it applies to the net.
  expect((await post({ box_4: '500.00', account: '6910' })).status).toBe(200);
});

test('V25 a correction does not raise its own limit, and one that others offset is reversed after them', async () => {
  // £9,500.00 net are corrected above, of which £500.00 in the other direction.
  const widened = await reader.call(vatAdjustments.preview, {
    query: { business_date: '2026-08-10', reason: 'error_correction', box_1: '1000.00', box_6: '5000000.00' },
  });
  expect(widened.reply.corrections).toEqual({ net: 1_050_000, limit: 1_000_000, is_within_limit: false });
  expect((await post({ box_1: '1000.00', box_6: '5000000.00', account: '6910' })).status).toBe(422);
  // Nor that of the next one.
  const wide = await post({ box_1: '1.00', box_6: '5000000.00', account: '6910' });
  expect((await show('2026-09-30')).late).toMatchObject({ corrections: 950_100, limit: 1_000_000 });
  const reverse = (id: number) =>
    keeper.call(vatAdjustments.reverse, { params: { id }, body: { reason: 'Found twice' } });
  expect((await reverse(wide.reply.id)).status).toBe(200);
  const offset = await post({ box_4: '400.00', account: '6910' });
  const filled = await post({ box_1: '900.00', account: '6910' });
  const tooMuch = await reverse(offset.reply.id);
  expect([tooMuch.status, tooMuch.refusal.message]).toEqual([
    409,
    `Without ${offset.reply.number}, corrections in this return would total £10,400.00 net. The limit is £10,000.00. Reverse the other corrections first.`,
  ]);
  expect((await reverse(filled.reply.id)).status).toBe(200);
  expect((await reverse(offset.reply.id)).status).toBe(200);
  expect((await show('2026-09-30')).late).toMatchObject({ corrections: 950_000 });
});

test('F62 V27 the preview shows all nine boxes before and after, and posts nothing', async () => {
  const before = await app.digest();
  const { reply } = await reader.call(vatAdjustments.preview, {
    query: {
      business_date: '2026-05-31',
      reason: 'reverse_charge_abroad',
      box_1: '10.00',
      box_4: '10.00',
      box_6: '50.99',
      box_7: '50.99',
    },
  });
  expect(reply.period).toEqual({ from: '2026-04-01', to: '2026-06-30' });
  expect(Object.values(reply.before ?? {})).toEqual([20_000, 0, 20_000, 0, 20_000, 100_000, 0, 0, 0]);
  expect(Object.values(reply.after ?? {})).toEqual([21_000, 0, 21_000, 1_000, 20_000, 105_000, 5_000, 0, 0]);
  expect(reply.corrections).toBeNull();
  expect(await app.digest()).toBe(before);
});

test('F62 D7 an adjustment stays in its filed return; its reversal goes into the open one, once', async () => {
  const dated = { business_date: '2026-06-15', date_reason: 'From the accountant' };
  const { reply } = await post(
    { ...dated, reason: 'partial_exemption', box_4: '-50.00', account: '6910' },
    admin,
  );
  expect(await boxesOf('2026-06-30')).toEqual([20_000, 0, 20_000, -5_000, 25_000, 100_000, 0, 0, 0, false]);
  await admin.call(vatReturns.file, { body: { to: '2026-06-30' } });
  expect(
    (await post({ ...dated, box_1: '1.00', account: '6910' }, admin)).refusal.errors?.business_date,
  ).toEqual(['The VAT return to 30 Jun 2026 is filed. Choose a later date.']);
  const [, , , box4] = await boxesOf('2026-09-30');
  const reverse = (reason = 'Wrong quarter', who = keeper) =>
    who.call(vatAdjustments.reverse, { params: { id: reply.id }, body: { reason } });
  expect((await reverse('Wrong quarter', reader)).status).toBe(403);
  expect((await reverse('')).refusal.errors).toHaveProperty('reason');
  const both = await Promise.all([reverse(), reverse()]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await reverse()).refusal.message).toContain('VADJ-');
  const undone = await reader.call(vatAdjustments.get, { params: { id: reply.id } });
  expect(undone.reply).toMatchObject({
    is_reversed: true,
    reversal: { business_date: '2026-08-10', reason: 'Wrong quarter' },
    vat_return: { to: '2026-06-30', is_filed: true },
    can_reverse: { allowed: false },
  });
  expect((await boxesOf('2026-06-30'))[3]).toBe(-5_000);
  expect((await boxesOf('2026-09-30'))[3]).toBe(Number(box4) + 5_000);
  expect((await app.audits(1))[0]).toMatchObject({ action: 'reversed', record_type: 'vat_adjustment' });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F62 A9 V27 the database refuses a changed adjustment, and the check finds one that does not agree', async () => {
  await expect(sql`update vat_adjustments set box_1_pence = 1`.execute(app.db)).rejects.toThrow(
    'append-only',
  );
  await expect(sql`delete from vat_adjustments`.execute(app.db)).rejects.toThrow('append-only');
  await expect(
    sql`insert into vat_adjustments (number, business_date, reason, description, box_1_pence, box_4_pence, box_6_pence, box_7_pence,
      net_pence, posted_by, posted_at)
      select 'VADJ-99999', '2026-08-10', 'postponed_import_vat', 'x', 100, 50, 0, 500, 500, id, now() from users limit 1`.execute(
      app.db,
    ),
  ).rejects.toThrow();
  const change = async (set: string) => {
    await sql.raw('alter table vat_adjustments disable trigger user').execute(app.db);
    await sql.raw(`update vat_adjustments set ${set} where number = 'VADJ-00001'`).execute(app.db);
    await sql.raw('alter table vat_adjustments enable trigger user').execute(app.db);
  };
  await change('box_7_pence = box_7_pence + 1');
  expect((await breachesOf(app.db)).join()).toContain('V27: VADJ-00001: boxes 1, 4, 6 and 7');
  await change('box_7_pence = box_7_pence - 1');
  expect(await breachesOf(app.db)).toEqual([]);
});

test('V17 V27 goods for own use are charged at their cost: VAT in box 1, the cost in box 6', async () => {
  const before = await boxesOf('2026-09-30');
  const body = { reason: 'own_use', box_1: '20.00', box_6: '100.00', account: '6910' } as const;
  const moved = await movedOn(app.db, ['2200', '2201', '6910'], async () => {
    expect((await post({ ...body, business_date: '2026-08-10' })).status).toBe(200);
  });
  expect(moved).toEqual([-2000, 0, 2000]);
  const after = await boxesOf('2026-09-30');
  expect(after.slice(0, 9).map((box, index) => Number(box) - Number(before[index]))).toEqual([
    2000, 0, 2000, 0, 2000, 10_000, 0, 0, 0,
  ]);
  const missing = await post({ ...body, box_6: '0.00' });
  expect(missing.refusal.errors?.box_6?.[0]).toBe('Enter the cost of the goods in box 6, above zero.');
  const raw = sql`
    insert into vat_adjustments (number, business_date, reason, description, box_1_pence, box_4_pence, box_6_pence, box_7_pence,
      net_pence, account_code, posted_by, posted_at)
    select 'VADJ-RAW', business_date, reason, description, box_1_pence, 0, 0, 0, 0, account_code, posted_by, posted_at
    from vat_adjustments where reason = 'own_use'`;
  await expect(raw.execute(app.db)).rejects.toThrow('vat_adjustments_leave_other_boxes');
  expect(await breachesOf(app.db)).toEqual([]);
});
