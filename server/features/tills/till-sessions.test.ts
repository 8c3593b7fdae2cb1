import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import type { Permission } from '#domain/kernel/permissions';
import { tillCashReversals } from '#domain/tills/cash-reversal.contract';
import { tillCash, tills } from '#domain/tills/till.contract';
import { balanceOf, breachesOf, fillSafe } from '../../../tests/support/books';
import { refused } from '../../../tests/support/refused';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  await fillSafe(app.db);
  on = await someTills(app);
});
afterAll(() => app.close());

const today = londonDate(new Date());

test('T1 the float moves from the safe to the drawer, by notes and coins or as a total', async () => {
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
  const drawerBook = await on.keeper.call(tillCash.list, { params: { id: reply.id } });
  expect(drawerBook.reply.data.map(row => [row.kind, row.amount, row.journal_id !== null])).toEqual([
    ['float', 9950, true],
  ]);
  const withoutFloat = await on.keeper.call(tills.open, {
    body: { register_id: await on.register(), total: '0.00' },
  });
  expect([withoutFloat.status, withoutFloat.reply.float]).toEqual([200, 0]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('T1 of several users who open one register at once, one succeeds and the others see who did', async () => {
  const register_id = await on.register();
  const all = await Promise.all(
    Array.from({ length: 5 }, () => on.keeper.call(tills.open, { body: { register_id, total: '10.00' } })),
  );
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
  const lost = all.find(({ status }) => status === 409);
  expect(lost?.refusal.message).toMatch(/is already open. Person \d+ opened it on/);
  expect(lost?.refusal.current).toMatchObject({ session_id: all.find(({ reply }) => reply)?.reply.id });
  const body = { register_id: 999_999, total: '1.00' };
  expect(await refused(on.keeper.call(tills.open, { body }))).toMatch(/^422 This register no longer exists/);
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
  const id = (on.till = await on.opened('100.00'));
  const [drawer, safe] = [await balanceOf(app.db, '1000'), await balanceOf(app.db, '1010')];
  const sale = await on.shop.sold([{ product_id: on.tea, quantity: '5' }], 1200, {
    tenders: [{ method: 'cash', tendered: '20.00' }],
  });
  await on.shop.sold([{ product_id: on.tea, quantity: '1' }], 240, {
    tenders: [{ method: 'credit_card', tendered: '2.40' }],
  });
  await on.shop.refund(sale, [{ line_number: 1, quantity: '2' }], 480);
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
  await on.set({ blind_count: false });
  const { reply } = await on.get(id);
  expect([reply.expected, reply.takings]).toEqual([inDrawer, 1200 + 240 - 480]);
  expect((await balanceOf(app.db, '1000')) - drawer).toBe(inDrawer - 10_000);
  expect((await balanceOf(app.db, '1010')) - safe).toBe(-1500 + 5000);
  expect(await balanceOf(app.db, '6310')).toBe(425);
  expect(await balanceOf(app.db, '4900')).toBe(-150);
  await on.set({});
  expect(await breachesOf(app.db), 'A11').toEqual([]);
});

test('no more cash leaves a drawer than it holds, and none goes to accounts backed by documents', async () => {
  const id = await on.opened('20.00');
  const drop = (amount: string) =>
    on.manager.call(tills.move, { params: { id }, body: { kind: 'drop', amount, reason: 'Full' } });
  expect(await refused(drop('20.01'))).toBe('422 There is not enough cash in the drawer.');
  for (const account_code of ['4000', '5000', '1000', '1100', '2200', '6900', '6100', '9999'])
    for (const kind of ['paid_in', 'paid_out'])
      expect((await on.move(id, kind, '1.00', { account_code })).status, `${kind} ${account_code}`).toBe(422);
  expect(await refused(on.move(id, 'paid_out', '1.00'))).toBe('422 Choose what the cash is for.');
  expect((await on.move(id, 'drop', '1.00', { account_code: '4900' })).status).toBe(422);
  expect((await on.move(id, 'drop', '0.00')).status).toBe(422);
  expect((await on.move(id, 'drop', '1.00', { reason: ' ' })).status).toBe(422);
  expect((await on.move(999_999, 'drop', '1.00')).status).toBe(404);
  const both = await Promise.all([1, 2, 3].map(() => drop('15.00')));
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

test('T2 in a blind count no reply reveals expected cash until the count is saved', async () => {
  const id = (on.till = await on.opened('100.00'));
  await on.shop.sold([{ product_id: on.tea, quantity: '3' }], 720);
  await on.shop.sold([{ product_id: on.book, quantity: '1' }], 500, {
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
  const reported = ['107.20', '7.20', '12.20'];
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
    for (const amount of reported)
      expect(x + String(got.raw), `${state} ${amount}`).not.toContain(`"${amount}"`);
    expect(x, 'the ledger shows the keeper the card anyway').toContain('"5.00"');
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
  // An approver is blind too while counting.
  const other = (on.till = await on.opened('10.00'));
  const counting = await on.manager.call(tills.startCount, { params: { id: other }, body: {} });
  expect([counting.reply.is_blind, counting.reply.expected]).toEqual([true, null]);
  expect((await on.get(other, on.manager)).reply.expected).toBeNull();
});

test('T2 F28 211 who counts blind has no payment methods on the X report, except with the ledger, which shows them', async () => {
  const id = (on.till = await on.opened('100.00'));
  await on.shop.sold([{ product_id: on.tea, quantity: '3' }], 720);
  await on.shop.sold([{ product_id: on.book, quantity: '1' }], 500, {
    tenders: [{ method: 'credit_card', tendered: '5.00' }],
  });
  const methodsFor = async (...more: Permission[]) => {
    const cashier = await app.as('view_pos', 'create_sale', 'close_till', ...more);
    const { reply } = await cashier.call(tills.xReport, { params: { id } });
    return [reply.cash, reply.tenders.map(({ method }) => method)];
  };
  // 12.20 of takings less 5.00 by card is the cash.
  for (const right of ['view_sale', 'view_dashboard'] as const)
    expect(await methodsFor(right), right).toEqual([null, []]);
  expect(await methodsFor(), 'the card machine is counted too').toEqual([null, []]);
  for (const rights of [['view_ledger'], ['view_sale', 'view_ledger']] as const)
    expect(await methodsFor(...rights), '071').toEqual([null, ['credit_card']]);
});

test('T2 F28 without an approval, cash paid out or reversed is answered alike, whatever the drawer holds', async () => {
  const id = await on.opened('200.00');
  const cashier = await app.as('view_pos', 'create_sale');
  const out = (amount: string) =>
    cashier.call(tills.move, {
      params: { id },
      body: { kind: 'paid_out', amount, account_code: '6310', reason: 'Milk' },
    });
  const [held, more] = [await refused(out('199.99')), await refused(out('200.01'))];
  expect(more).toBe(held);
  expect(held).toMatch(/^403 .*must approve this: cash paid out above the limit/);
  const paidIn = await cashier.call(tills.move, {
    params: { id },
    body: { kind: 'paid_in', amount: '100.00', account_code: '4900', reason: 'Scrap sold' },
  });
  expect(paidIn.status).toBe(200);
  const book = await on.keeper.call(tillCash.list, { params: { id } });
  const cash_id = book.reply.data.find(({ kind }) => kind === 'paid_in')?.id ?? 0;
  const undo = () =>
    refused(
      cashier.call(tillCashReversals.reverse, {
        params: { id, cash_id },
        body: { reason: 'Keyed twice', client_id: randomUUID(), approvals: [] },
      }),
    );
  const whileItHolds = await undo();
  expect(whileItHolds).toMatch(/^403 .*must approve this: cash paid out above the limit/);
  expect((await on.move(id, 'drop', '250.00')).status).toBe(200);
  expect(await undo()).toBe(whileItHolds);
});

test('T2 F28 who counts blind drops and pays out cash alike, whatever the drawer should hold; the count shows the rest', async () => {
  const id = (on.till = await on.opened('100.00'));
  await on.set({ paid_out_limit: null });
  // Trying amounts would find out the expected cash.
  expect((await on.move(id, 'drop', '100.01')).status).toBe(200);
  expect((await on.move(id, 'paid_out', '5.00', { account_code: '6310', reason: 'Stamps' })).status).toBe(
    200,
  );
  expect((await on.get(id, on.manager)).reply.expected).toBe(-501);
  // A user who sees the expected cash is warned of an amount typed wrongly.
  const body = { kind: 'drop' as const, amount: '1.00', reason: 'Full' };
  expect(await refused(on.manager.call(tills.move, { params: { id }, body }))).toMatch(/not enough cash/);
  await on.keeper.call(tills.startCount, { params: { id }, body: {} });
  const counted = await on.keeper.call(tills.count, { params: { id }, body: { total: '0.00' } });
  expect(counted.reply.difference).toBe(501);
  await on.set({});
});

test('while a till is counted nothing is sold and no cash moves; cancelling drops the count', async () => {
  const id = (on.till = await on.opened('10.00'));
  await on.keeper.call(tills.startCount, { params: { id }, body: {} });
  const sale = on.shop.sent([{ product_id: on.tea, quantity: '1' }], 240);
  expect(await refused(on.shop.complete(sale))).toMatch(/^409 .* is being counted/);
  expect((await on.move(id, 'paid_in', '1.00')).status).toBe(409);
  expect(await refused(on.close(id))).toMatch(/^409 Count the drawer first/);
  await on.keeper.call(tills.count, { params: { id }, body: { pieces: { '500': 1, '100': 4 } } });
  const back = await on.keeper.call(tills.cancelCount, { params: { id }, body: {} });
  expect([back.reply.status, back.reply.counted, back.reply.times_counted]).toEqual(['open', null, 1]);
  expect((await on.shop.complete(sale)).status).toBe(200);
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
