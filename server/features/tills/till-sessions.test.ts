import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { sales } from '#domain/sales/sale.contract';
import { sellingSettings } from '#domain/tills/selling-settings.contract';
import { registers, tillCash, tillEvents, tills } from '#domain/tills/till.contract';
import { asKeeper, balanceOf, breachesOf } from '../../../tests/support/books';
import { refused } from '../../../tests/support/counts';
import { shopFloor, stockedProduct } from '../../../tests/support/shop';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';
import { credit, debit, postJournal } from '../../kernel/ledger';
import { lateSessionFor, recordTillCash } from '../../kernel/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
let seller: Awaited<ReturnType<TestApp['as']>>;
let till = 0;
let tea = 0;
let book = 0;
const shop = shopFloor(() => ({ app, seller, till }));

beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
  seller = await app.as('view_pos', 'view_sale', 'refund_sale', 'override_discount', 'void_sale');
  tea = await stockedProduct(app.db);
  book = await stockedProduct(app.db, { vat_code: 'Z', price: 500 as never });
});
afterAll(() => app.close());

const today = londonDate(new Date());
const settings = {
  discount_limit: '10',
  below_cost: 'approve',
  blind_count: true,
  variance_limit: '5.00',
  held_days: 7,
  receipt_footer: null,
};
const set = async (changes: Partial<Record<keyof typeof settings, unknown>>) => {
  const { status } = await on.manager.call(sellingSettings.update, { body: { ...settings, ...changes } });
  expect(status).toBe(200);
};

test('T1 the float comes out of the safe into the drawer, by pieces or as a total', async () => {
  const [drawer, safe] = [await balanceOf(app.db, '1000'), await balanceOf(app.db, '1010')];
  const register_id = await on.register();
  const pieces = { '2000': 3, '1000': 2, '100': 15, '50': 9, '1': 0 };
  const { status, reply } = await on.keeper.call(tills.open, { body: { register_id, pieces } });
  expect([status, reply.status, reply.float, reply.business_date]).toEqual([200, 'open', 9950, today]);
  expect((await balanceOf(app.db, '1000')) - drawer).toBe(9950);
  expect((await balanceOf(app.db, '1010')) - safe).toBe(-9950);
  expect((await app.audits())[0]).toMatchObject({
    action: 'opened',
    record_type: 'till_session',
    record_id: reply.id,
  });
  const now = (await on.keeper.call(tills.now)).reply.data.find(row => row.id === register_id);
  expect(now?.session).toMatchObject({ id: reply.id, status: 'open' });
  const book_ = await on.keeper.call(tillCash.list, { params: { id: reply.id } });
  expect(book_.reply.data.map(row => [row.kind, row.amount, row.journal_id !== null])).toEqual([
    ['float', 9950, true],
  ]);
  const withoutFloat = await on.keeper.call(tills.open, {
    body: { register_id: await on.register(), total: '0.00' },
  });
  expect([withoutFloat.status, withoutFloat.reply.float]).toEqual([200, 0]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('T1 of several who open one register at once, one does; the others are told who', async () => {
  const register_id = await on.register();
  const all = await Promise.all(
    Array.from({ length: 5 }, () => on.keeper.call(tills.open, { body: { register_id, total: '10.00' } })),
  );
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  const lost = all.find(({ status }) => status === 409);
  expect(lost?.refusal.message).toMatch(/is open already: Person \d+ opened it on/);
  expect(lost?.refusal.current).toMatchObject({ session_id: all.find(({ reply }) => reply)?.reply.id });
  const body = { register_id: 999_999, total: '1.00' };
  expect(await refused(on.keeper.call(tills.open, { body }))).toMatch(/^422 This register is not there/);
  for (const count of [
    {},
    { total: '1.00', pieces: {} },
    { total: '-1.00' },
    { pieces: { '3': 1 } },
    { pieces: { '50': 0.5 } },
  ])
    expect((await on.keeper.call(tills.open, { body: { register_id, ...count } })).status).toBe(422);
});

test('T1 expected cash is float, cash sales less change, paid in, less refunds, paid out and drops', async () => {
  const id = (till = await on.opened('100.00'));
  const [drawer, safe] = [await balanceOf(app.db, '1000'), await balanceOf(app.db, '1010')];
  const sale = await shop.sold([{ product_id: tea, quantity: '5' }], 1200, {
    tenders: [{ method: 'cash', tendered: '20.00' }],
  });
  await shop.sold([{ product_id: tea, quantity: '1' }], 240, {
    tenders: [{ method: 'credit_card', tendered: '2.40' }],
  });
  await shop.refund(sale, [{ line_number: 1, quantity: '2' }], 480);
  const account = (await on.keeper.call(tills.cashAccounts)).reply.data;
  expect(account.find(({ code }) => code === '1010')?.for).toBe('paid_in');
  await sql`insert into accounts (code, name, kind, normal_side, is_system, is_control)
    values ('6310', 'Postage', 'expense', 'debit', false, false) on conflict do nothing`.execute(app.db);
  expect((await on.move(id, 'paid_in', '15.00')).status).toBe(200);
  expect((await on.move(id, 'paid_in', '1.50', { account_code: '4900' })).status).toBe(200);
  expect((await on.move(id, 'paid_out', '4.25', { account_code: '6310', reason: 'Stamps' })).status).toBe(
    200,
  );
  expect((await on.move(id, 'drop', '50.00')).status).toBe(200);
  const inDrawer = 10_000 + 1200 - 480 + 1500 + 150 - 425 - 5000;
  await set({ blind_count: false });
  const { reply } = await on.get(id);
  expect([reply.expected, reply.takings]).toEqual([inDrawer, 1200 + 240 - 480]);
  expect((await balanceOf(app.db, '1000')) - drawer).toBe(inDrawer - 10_000);
  expect((await balanceOf(app.db, '1010')) - safe).toBe(-1500 + 5000);
  expect(await balanceOf(app.db, '6310')).toBe(425);
  expect(await balanceOf(app.db, '4900')).toBe(-150);
  await set({});
  expect(await breachesOf(app.db), 'A11').toEqual([]);
});

test('cash cannot leave a drawer that is not in it, nor go to accounts that documents agree with', async () => {
  const id = await on.opened('20.00');
  expect(await refused(on.move(id, 'drop', '20.01'))).toBe('422 There is not as much in the drawer.');
  for (const account_code of ['4000', '5000', '1000', '1100', '2200', '6900', '6100', '9999'])
    for (const kind of ['paid_in', 'paid_out'])
      expect((await on.move(id, kind, '1.00', { account_code })).status, `${kind} ${account_code}`).toBe(422);
  expect(await refused(on.move(id, 'paid_out', '1.00'))).toBe('422 Choose what it is paid out for.');
  expect((await on.move(id, 'drop', '1.00', { account_code: '4900' })).status).toBe(422);
  expect((await on.move(id, 'drop', '0.00')).status).toBe(422);
  expect((await on.move(id, 'drop', '1.00', { reason: ' ' })).status).toBe(422);
  expect((await on.move(999_999, 'drop', '1.00')).status).toBe(404);
  const both = await Promise.all([1, 2, 3].map(() => on.move(id, 'drop', '15.00')));
  expect(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    'three at once',
  ).toEqual([200, 422, 422]);
  const key = { 'idempotency-key': randomUUID() };
  const again = { params: { id }, body: { kind: 'drop', amount: '3.00', reason: 'Full' }, headers: key };
  const twice = [await on.keeper.call(tills.move, again), await on.keeper.call(tills.move, again)];
  expect(
    twice.map(({ status }) => status),
    'sent twice',
  ).toEqual([200, 200]);
  const { reply } = await on.get(id, on.manager);
  expect(reply.expected).toBe(200);
});

test('T2 in a blind count no reply tells what should be in the drawer until the count is in', async () => {
  const id = (till = await on.opened('100.00'));
  await shop.sold([{ product_id: tea, quantity: '3' }], 720);
  await shop.sold([{ product_id: book, quantity: '1' }], 500, {
    tenders: [{ method: 'credit_card', tendered: '5.00' }],
  });
  const replies = async () => {
    const got = await on.get(id);
    const listed = (await on.keeper.call(tills.list)).reply.data.find(row => row.id === id);
    const { raw } = await on.keeper.call(tills.xReport, { params: { id } });
    const drawer = await on.keeper.call(tillCash.list, { params: { id } });
    return {
      got,
      listed,
      x: String(raw),
      kinds: drawer.reply.data.map(row => row.kind),
      total: drawer.reply.total,
    };
  };
  const told = ['107.20', '7.20', '12.20'];
  for (const state of ['open', 'counting']) {
    if (state === 'counting') await on.keeper.call(tills.startCount, { params: { id }, body: {} });
    const { got, listed, x, kinds, total } = await replies();
    expect([got.reply.status, got.reply.is_blind, got.reply.expected, got.reply.takings]).toEqual([
      state,
      true,
      null,
      null,
    ]);
    expect([listed?.expected, listed?.takings, listed?.difference]).toEqual([null, null, null]);
    for (const amount of told) expect(x + String(got.raw), `${state} ${amount}`).not.toContain(`"${amount}"`);
    expect(x, 'what the card machine is held against').toContain('"5.00"');
    expect([kinds, total]).toEqual([['float'], 1]);
    expect((await on.get(id, on.manager)).reply.expected, 'who approves differences is told').toBe(10_720);
  }
  const { reply } = await on.keeper.call(tills.count, { params: { id }, body: { total: '107.00' } });
  expect([reply.is_blind, reply.expected, reply.counted, reply.difference]).toEqual([
    false,
    10_720,
    10_700,
    -20,
  ]);
  // Whoever approves is blind too while he counts himself.
  const other = (till = await on.opened('10.00'));
  const counting = await on.manager.call(tills.startCount, { params: { id: other }, body: {} });
  expect([counting.reply.is_blind, counting.reply.expected]).toEqual([true, null]);
  expect((await on.get(other, on.manager)).reply.expected).toBeNull();
});

test('while a till is counted nothing is sold and no cash moves; going back drops the count', async () => {
  const id = (till = await on.opened('10.00'));
  await on.keeper.call(tills.startCount, { params: { id }, body: {} });
  const sale = shop.sent([{ product_id: tea, quantity: '1' }], 240);
  expect(await refused(shop.complete(sale))).toMatch(/^409 .* is being counted/);
  expect((await on.move(id, 'paid_in', '1.00')).status).toBe(409);
  expect(await refused(on.close(id))).toMatch(/^409 Enter what is in the drawer first/);
  await on.keeper.call(tills.count, { params: { id }, body: { pieces: { '500': 1, '100': 4 } } });
  const back = await on.keeper.call(tills.backToSelling, { params: { id }, body: {} });
  expect([back.reply.status, back.reply.counted, back.reply.times_counted]).toEqual(['open', null, 1]);
  expect((await shop.complete(sale)).status).toBe(200);
  expect((await on.close(id)).status).toBe(409);
  const stale = await on.keeper.call(tills.startCount, { params: { id }, body: { version: 1 } });
  expect(stale.status, 'an older version').toBe(409);
  const again = await on.count(id, { pieces: { '500': 2, '200': 1, '20': 2 } });
  expect([again.reply.times_counted, again.reply.counted, again.reply.difference]).toEqual([2, 1240, 0]);
  const closed = await on.close(id);
  expect([closed.status, closed.reply.status, closed.reply.z_number]).toEqual([
    200,
    'closed',
    expect.stringMatching(/^Z-C\d+-00001$/),
  ]);
  const z = (await on.keeper.call(tills.zReport, { params: { id } })).reply;
  expect(z.counted).toMatchObject({ pieces: { '500': 2, '200': 1, '20': 2 }, times: 2, total: 1240 });
});

test('T2 T3 T4 the Z report shows everything, posts the difference, empties the drawer and stays as it is', async () => {
  const id = (till = await on.opened('100.00'));
  const before = {
    drawer: await balanceOf(app.db, '1000'),
    safe: await balanceOf(app.db, '1010'),
    differences: await balanceOf(app.db, '6900'),
    revenue: await balanceOf(app.db, '4000'),
    vat: await balanceOf(app.db, '2200'),
  };
  const first = await shop.sold(
    [
      { product_id: tea, quantity: '10' },
      { product_id: book, quantity: '2' },
    ],
    3400,
  );
  await shop.sold(
    [{ product_id: tea, quantity: '2', discount_amount: '0.80', discount_reason: 'Dented' }],
    400,
    {
      tenders: [
        { method: 'credit_card', tendered: '3.00' },
        { method: 'cash', tendered: '1.00' },
      ],
    },
  );
  const cancelled = await shop.sold([{ product_id: tea, quantity: '1' }], 240);
  await seller.call(sales.cancel, {
    params: { id: cancelled.id },
    body: { client_id: randomUUID(), session_id: id, reason: 'Wrong customer' },
  });
  const last = await shop.sold([{ product_id: book, quantity: '1' }], 450, {
    discount_amount: '0.50',
    discount_reason: 'Friend',
  });
  await shop.refund(first, [{ line_number: 2, quantity: '1' }], 500);
  await on.move(id, 'drop', '10.00');
  await on.keeper.call(tills.openDrawer, { params: { id }, body: { reason: 'Change for a note' } });
  await on.keeper.call(tills.lineRemoved, { params: { id }, body: { amount: '2.40', note: 'Tea' } });
  const voided = { client_id: randomUUID(), amount: '9.60', reason: 'Left the shop' };
  expect((await seller.call(tills.basketVoided, { params: { id }, body: voided })).status).toBe(200);
  const expected = 10_000 + 3400 + 100 + 450 - 500 - 1000;

  const { reply: x } = await on.manager.call(tills.xReport, { params: { id } });
  expect([x.kind, x.number, x.cash?.expected]).toEqual(['x', null, expected]);
  expect(await refused(on.closed(id, '118.00'))).toBe(
    '422 The drawer is £6.50 short, more than £5.00. Say what you know of it.',
  );
  const { status, reply } = await on.close(id, { reason: 'A note is missing', left: '50.00' });
  expect([status, reply.status, reply.difference, reply.approval]).toEqual([200, 'closed', -650, 'waiting']);
  const { reply: z, raw } = await on.keeper.call(tills.zReport, { params: { id } });
  expect(z.number).toBe(reply.z_number);
  expect(z.sales).toMatchObject({
    count: 4,
    gross: 3400 + 400 + 240 + 450,
    first_number: first.number,
    last_number: last.number,
    by_rate: [
      {
        vat_code: 'S',
        vat_percent: 2000,
        net: 2000 + 333 + 200,
        vat: 400 + 67 + 40,
        gross: 2400 + 400 + 240,
      },
      { vat_code: 'Z', vat_percent: 0, net: 1450, vat: 0, gross: 1450 },
    ],
  });
  expect(z.refunds).toMatchObject({
    count: 2,
    gross: 740,
    by_rate: [
      { vat_code: 'S', vat: 40 },
      { vat_code: 'Z', gross: 500 },
    ],
  });
  expect(z.tenders.map(({ method, taken, paid_back }) => [method, taken, paid_back])).toEqual([
    ['cash', 3400 + 100 + 240 + 450, 740],
    ['credit_card', 300, 0],
  ]);
  expect(z).toMatchObject({
    kind: 'z',
    discounts: { lines: 80, cart: 50 },
    cancelled: { count: 1, amount: 240 },
    voided_baskets: { count: 1, amount: 960 },
    removed_lines: { count: 1, amount: 240 },
    drawer_openings: 1,
    cash: { float: 10_000, sales: 4190, refunds: -740, drops: -1000, paid_in: 0, expected },
    counted: { total: 11_800, difference: -650, reason: 'A note is missing', times: 1, left: 5000 },
  });
  expect(z.cashiers).toMatchObject([{ sales: 4, refunds: 2, refunded: 740 }]);
  expect((await balanceOf(app.db, '6900')) - before.differences).toBe(650);
  expect((await balanceOf(app.db, '1000')) - before.drawer, 'nothing is left in the drawer').toBe(-10_000);
  expect((await balanceOf(app.db, '1010')) - before.safe).toBe(1000 + 11_800);
  const soldNet = 2000 + 333 + 200 + 1450;
  expect(
    [await balanceOf(app.db, '4000'), await balanceOf(app.db, '2200')],
    'T4 sales and VAT are as sold',
  ).toEqual([before.revenue - soldNet, before.vat - 507 + 40]);
  const journal = await sql<{ kind: string }>`
    select kind from journals where document_type = 'till_session' and document_id = ${id} order by id`.execute(
    app.db,
  );
  expect(journal.rows.map(row => row.kind)).toEqual([
    'till_cash',
    'till_cash',
    'till_difference',
    'till_cash',
  ]);
  const pdf = await on.keeper.call(tills.print, { params: { id } });
  expect([pdf.status, pdf.headers['content-type'], pdf.raw.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
  await set({ blind_count: false, variance_limit: '1.00' });
  expect(String((await on.keeper.call(tills.zReport, { params: { id } })).raw), 'frozen').toBe(String(raw));
  await set({});
  expect((await on.keeper.call(tills.xReport, { params: { id } })).status, 'no X of a closed till').toBe(409);
  const register_id = reply.register.id;
  const now = (await on.keeper.call(tills.now)).reply.data.find(row => row.id === register_id);
  expect([now?.session, now?.suggested_float]).toEqual([null, 5000]);
  expect(await breachesOf(app.db), 'A11 A12').toEqual([]);
});

test('a difference above the limit is approved by somebody else than who closed the till, once', async () => {
  const id = await on.opened('100.00');
  const both = await on.somebody('view_pos', 'close_till', 'approve_variance');
  await on.closed(id, '90.00', { reason: 'No idea' }, both);
  const approve = (who: typeof both, note = 'Talked to them') =>
    who.call(tills.approve, { params: { id }, body: { note } });
  expect(await refused(approve(both))).toBe(
    '409 Somebody else than who closed the till approves its difference.',
  );
  expect((await approve(on.keeper)).status).toBe(403);
  const waiting = await on.manager.call(tills.list, { query: { approval: 'waiting' } });
  expect(waiting.reply.data.map(row => row.id)).toContain(id);
  const all = await Promise.all([approve(on.manager), approve(on.manager), approve(on.manager)]);
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const { reply } = await on.get(id);
  expect([reply.approval, reply.approval_note, reply.can.approve.allowed]).toEqual([
    'approved',
    'Talked to them',
    false,
  ]);
  await expect(
    sql`update till_sessions set approval_note = 'x' where id = ${id}`.execute(app.db),
  ).rejects.toMatchObject({ constraint: 'till_session_is_closed' });
  const small = await on.opened('100.00');
  await on.closed(small, '104.99');
  expect((await on.get(small)).reply).toMatchObject({ difference: 499, approval: 'none' });
  expect(await refused(on.manager.call(tills.approve, { params: { id: small }, body: {} }))).toMatch(
    /^409 This difference needs no/,
  );
  expect((await on.manager.call(tills.approve, { params: { id: await on.opened() }, body: {} })).status).toBe(
    409,
  );
});

test('A12 Z numbers of a register count up without a gap, also when several close at once or a closing is undone', async () => {
  const register_id = await on.register();
  const numbers: (string | null)[] = [];
  for (const total of ['10.00', '0.00', '5.00']) {
    const { reply } = await on.keeper.call(tills.open, { body: { register_id, total } });
    await on.count(reply.id, { total });
    // Undone half-way: too much is left, so the number that was taken is given back.
    expect((await on.close(reply.id, { left: '999.00' })).status).toBe(422);
    const all = await Promise.all([1, 2, 3].map(() => on.close(reply.id)));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    numbers.push(all.find(one => one.reply)?.reply.z_number ?? null);
  }
  expect(numbers.map(number => number?.slice(-5))).toEqual(['00001', '00002', '00003']);
  expect(await breachesOf(app.db)).toEqual([]);
  await sql`update registers set last_z_number = 7 where id = ${register_id}`.execute(app.db);
  expect((await breachesOf(app.db)).join()).toMatch(
    /A12: Counter \d+: 3 Z reports, the highest 3, the last given out 7/,
  );
  await sql`update registers set last_z_number = 3 where id = ${register_id}`.execute(app.db);
});

test('a session in which nothing was sold closes with a Z of nothing', async () => {
  const id = await on.opened('0.00');
  const { reply } = await on.closed(id, '0.00');
  expect([reply.status, reply.difference, reply.takings]).toEqual(['closed', 0, 0]);
  const { reply: z } = await on.keeper.call(tills.zReport, { params: { id } });
  expect([z.sales?.count, z.sales?.first_number, z.tenders, z.cashiers]).toEqual([0, null, [], []]);
  expect((await on.keeper.call(tills.print, { params: { id } })).status).toBe(200);
});

test('D7 nothing posts into a closed session: not through the API, not at the database', async () => {
  const id = (till = await on.opened('100.00'));
  const sale = await shop.sold([{ product_id: tea, quantity: '2' }], 480);
  await on.closed(id, '104.80');
  const before = await app.digest();
  expect((await shop.complete(shop.sent([{ product_id: tea, quantity: '1' }], 240))).status).toBe(409);
  expect((await shop.refund(sale, [{ line_number: 1, quantity: '1' }], 240)).status).toBe(409);
  expect(await refused(on.move(id, 'paid_in', '1.00'))).toMatch(/^409 This session of .* is closed/);
  expect((await on.keeper.call(tills.openDrawer, { params: { id }, body: { reason: 'x' } })).status).toBe(
    409,
  );
  expect((await on.keeper.call(tills.lineRemoved, { params: { id }, body: { amount: '1.00' } })).status).toBe(
    409,
  );
  const voiding = { client_id: randomUUID(), amount: '0.00', reason: 'x' };
  expect((await on.keeper.call(tills.basketVoided, { params: { id }, body: voiding })).status).toBe(409);
  expect((await on.keeper.call(tills.startCount, { params: { id }, body: {} })).status).toBe(409);
  expect((await on.keeper.call(tills.count, { params: { id }, body: { total: '1.00' } })).status).toBe(409);
  expect((await on.keeper.call(tills.backToSelling, { params: { id }, body: {} })).status).toBe(409);
  expect((await on.close(id)).status).toBe(409);
  expect(await app.digest(), 'nothing changed').toBe(before);
  const closed = { constraint: 'till_session_is_closed' };
  const cash = asKeeper(app.db, async ctx => {
    const document = { type: 'till_session', id, number: null };
    const amount = 100 as never;
    const journal = await postJournal(ctx, {
      businessDate: today,
      kind: 'till_cash',
      narrative: 'Past the code',
      document,
      lines: [debit('1000', amount), credit('1010', amount)],
    });
    await recordTillCash(ctx, {
      sessionId: id,
      kind: 'paid_in',
      amount,
      journalId: journal?.id ?? 0,
      document,
    });
  });
  await expect(cash).rejects.toMatchObject(closed);
  for (const change of [
    sql`insert into till_events (session_id, kind, recorded_by, recorded_at) values (${id}, 'drawer_opened', ${seller.userId}, now())`,
    sql`update till_sessions set counted_pence = 0 where id = ${id}`,
    sql`update till_sessions set z_report = '{}' where id = ${id}`,
    sql`update till_sessions set status = 'open' where id = ${id}`,
    sql`delete from till_sessions where id = ${id}`,
    sql`insert into sales select (jsonb_populate_record(s, jsonb_build_object('number', 'INV-X', 'client_id', gen_random_uuid()))).*
      from sales s where id = ${sale.id}`,
  ])
    await expect(change.execute(app.db)).rejects.toMatchObject({
      code: expect.stringMatching(/^(23|428)/) as string,
    });
  expect(await app.digest()).toBe(before);
});

test('D7 closing waits for sales on their way: each is in the Z, or refused', async () => {
  const id = (till = await on.opened('0.00'));
  const selling = Array.from({ length: 8 }, () =>
    shop.complete(shop.sent([{ product_id: tea, quantity: '1' }], 240)),
  );
  const [, ...outcomes] = await Promise.all([
    on.keeper.call(tills.startCount, { params: { id }, body: {} }),
    ...selling,
  ]);
  const sold = outcomes.filter(({ status }) => status === 200).length;
  expect(outcomes.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true);
  const total = ((sold * 240) / 100).toFixed(2);
  await on.keeper.call(tills.count, { params: { id }, body: { total } });
  const { reply } = await on.close(id);
  expect([reply.difference, reply.takings]).toEqual([0, sold * 240]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('D7 late sales go to a session of their own, which has its own Z; the frozen one stays', async () => {
  const id = (till = await on.opened('50.00'));
  await on.closed(id, '57.20', { reason: 'The last tea is not in yet' });
  const frozen = String((await on.keeper.call(tills.zReport, { params: { id } })).raw);
  const late = (till = await asKeeper(app.db, ctx => lateSessionFor(ctx, id)));
  await shop.sold([{ product_id: tea, quantity: '3' }], 720);
  const { reply: session } = await on.get(late, on.manager);
  expect([session.is_late, session.late_of?.session_id, session.expected]).toEqual([true, id, 720]);
  expect((await on.get(id)).reply.late_sessions).toEqual([{ session_id: late, status: 'open' }]);
  const now = (await on.keeper.call(tills.now)).reply.data.find(row => row.id === session.register.id);
  expect([now?.session, now?.late_session_id], 'the register can be opened beside it').toEqual([null, late]);
  const open = await on.keeper.call(tills.open, {
    body: { register_id: session.register.id, total: '10.00' },
  });
  expect(open.status).toBe(200);
  const { reply: closed } = await on.closed(late, '0.00', { reason: 'Counted with the other one' });
  expect([closed.z_number?.slice(-5), closed.difference]).toEqual(['00002', -720]);
  const { reply: z } = await on.keeper.call(tills.zReport, { params: { id: late } });
  expect(z.late_of).toMatchObject({ session_id: id, number: expect.stringMatching(/-00001$/) as string });
  expect(String((await on.keeper.call(tills.zReport, { params: { id } })).raw)).toBe(frozen);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('registers: names and codes are taken once, a code in a Z number stays, an open one stays active', async () => {
  const body = { name: 'Back door', code: 'bd', paper: 'a4' };
  const { reply: added } = await on.manager.call(registers.create, { body });
  expect(added).toMatchObject({
    code: 'BD',
    paper: 'a4',
    status: 'active',
    last_z_number: 0,
    is_open: false,
  });
  expect((await app.audits())[0]).toMatchObject({
    action: 'created',
    record_type: 'register',
    after: { code: 'BD' },
  });
  expect(
    await refused(on.manager.call(registers.create, { body: { ...body, name: 'BACK DOOR', code: 'X9' } })),
  ).toMatch(/^422 There is already/);
  expect(await refused(on.manager.call(registers.create, { body: { ...body, name: 'Other' } }))).toMatch(
    /^422 Another register/,
  );
  expect((await on.manager.call(registers.create, { body: { ...body, code: 'TOO-LONG' } })).status).toBe(422);
  const edit = (changes: object) =>
    on.manager.call(registers.update, { params: { id: added.id }, body: { ...body, ...changes } });
  expect((await edit({ code: 'BK', version: added.version })).reply).toMatchObject({
    code: 'BK',
    version: 2,
  });
  expect((await edit({ version: added.version })).status).toBe(409);
  const { reply: session } = await on.keeper.call(tills.open, {
    body: { register_id: added.id, total: '0.00' },
  });
  expect(await refused(edit({ code: 'BK', status: 'inactive' }))).toMatch(/^409 Back door is open/);
  await on.closed(session.id, '0.00');
  expect(await refused(edit({ code: 'NEW' }))).toMatch(/^422 BK stands in the numbers/);
  expect((await edit({ code: 'BK', status: 'inactive' })).reply.status).toBe('inactive');
  const again = on.keeper.call(tills.open, { body: { register_id: added.id, total: '0.00' } });
  expect(await refused(again)).toMatch(/^422 Back door is inactive/);
  const listed = await on.manager.call(registers.list, { query: { search: 'back', status: 'inactive' } });
  expect(listed.reply.data.map(row => row.name)).toEqual(['Back door']);
  expect((await on.keeper.call(registers.create, { body })).status).toBe(403);
});

test('lists: sessions are found by register, day and Z number; a drawer and its events are searched and exported', async () => {
  const id = (till = await on.opened('10.00'));
  await on.move(id, 'paid_in', '3.00', { reason: 'Coins from the safe' });
  await on.keeper.call(tills.openDrawer, { params: { id }, body: { reason: 'Stuck' } });
  const { reply } = await on.closed(id, '13.00');
  const find = async (query: Record<string, string>) =>
    (await on.keeper.call(tills.list, { query })).reply.data.map(row => row.id);
  expect(await find({ search: (reply.z_number ?? '').toLowerCase() })).toEqual([id]);
  expect(await find({ search: '50% _' })).toEqual([]);
  expect(
    await find({ register_id: String(reply.register.id), status: 'closed', from: today, to: today }),
  ).toEqual([id]);
  const cash = await on.keeper.call(tillCash.list, { params: { id }, query: { search: 'coins' } });
  expect(cash.reply.data.map(row => [row.kind, row.amount, row.reason])).toEqual([
    ['paid_in', 300, 'Coins from the safe'],
  ]);
  const events = await on.keeper.call(tillEvents.list, { params: { id }, query: { kind: 'drawer_opened' } });
  expect(events.reply.data).toMatchObject([{ kind: 'drawer_opened', note: 'Stuck', amount: 0 }]);
  expect((await on.keeper.call(tillEvents.list, { params: { id: 999_999 } })).status).toBe(404);
  const clerk = await app.as('view_pos', 'export_data');
  const csv = await clerk.call(tills.export, { query: { search: reply.z_number ?? '' } });
  expect(String(csv.raw)).toContain(`${reply.z_number},Closed,No,${today}`);
  expect(String((await clerk.call(tillCash.export, { params: { id } })).raw)).toContain(
    'Taken out at closing',
  );
  expect(String((await clerk.call(tillEvents.export, { params: { id } })).raw)).toContain('Stuck');
});
