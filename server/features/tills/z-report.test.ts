import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sales } from '#domain/sales/sale.contract';
import { tills } from '#domain/tills/till.contract';
import { balanceOf, breachesOf } from '../../../tests/support/books';
import { refused } from '../../../tests/support/refused';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
});
afterAll(() => app.close());

test('T2 T3 T4 the Z report shows everything, posts the variance, empties the drawer and never changes', async () => {
  const id = (on.till = await on.opened('100.00'));
  const before = {
    drawer: await balanceOf(app.db, '1000'),
    safe: await balanceOf(app.db, '1010'),
    differences: await balanceOf(app.db, '6900'),
    revenue: await balanceOf(app.db, '4000'),
    vat: await balanceOf(app.db, '2200'),
  };
  const first = await on.shop.sold(
    [
      { product_id: on.tea, quantity: '10' },
      { product_id: on.book, quantity: '2' },
    ],
    3400,
  );
  await on.shop.sold(
    [{ product_id: on.tea, quantity: '2', discount_amount: '0.80', discount_reason: 'Dented' }],
    400,
    {
      tenders: [
        { method: 'credit_card', tendered: '3.00' },
        { method: 'cash', tendered: '1.00' },
      ],
    },
  );
  const cancelled = await on.shop.sold([{ product_id: on.tea, quantity: '1' }], 240);
  await on.seller.call(sales.cancel, {
    params: { id: cancelled.id },
    body: { client_id: randomUUID(), session_id: id, reason: 'Wrong customer' },
  });
  const last = await on.shop.sold([{ product_id: on.book, quantity: '1' }], 450, {
    discount_amount: '0.50',
    discount_reason: 'Friend',
  });
  await on.shop.refund(first, [{ line_number: 2, quantity: '1' }], 500);
  await on.move(id, 'drop', '10.00');
  await on.keeper.call(tills.openDrawer, { params: { id }, body: { reason: 'Change for a note' } });
  await on.keeper.call(tills.lineRemoved, { params: { id }, body: { amount: '2.40', note: 'Tea' } });
  const voided = { client_id: randomUUID(), amount: '9.60', reason: 'Left the shop' };
  expect((await on.seller.call(tills.basketVoided, { params: { id }, body: voided })).status).toBe(200);
  const expected = 10_000 + 3400 + 100 + 450 - 500 - 1000;

  const { reply: x } = await on.manager.call(tills.xReport, { params: { id } });
  expect([x.kind, x.number, x.cash?.expected]).toEqual(['x', null, expected]);
  expect(await refused(on.closed(id, '118.00'))).toBe(
    '422 The drawer is £6.50 short, above the limit of £5.00. Enter a reason for the variance.',
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
  await on.set({ blind_count: false, variance_limit: '1.00' });
  expect(String((await on.keeper.call(tills.zReport, { params: { id } })).raw), 'frozen').toBe(String(raw));
  await on.set({});
  expect((await on.keeper.call(tills.xReport, { params: { id } })).status, 'no X of a closed till').toBe(409);
  const register_id = reply.register.id;
  const now = (await on.keeper.call(tills.now)).reply.data.find(row => row.id === register_id);
  expect([now?.session, now?.suggested_float]).toEqual([null, 5000]);
  expect(await breachesOf(app.db), 'A11 A12').toEqual([]);
});

test('a variance above the limit is approved once, by someone other than the user who closed the till', async () => {
  const id = await on.opened('100.00');
  const both = await app.as('view_pos', 'create_sale', 'close_till', 'approve_variance');
  await on.closed(id, '90.00', { reason: 'No idea' }, both);
  const approve = (who: typeof both, note = 'Talked to them') =>
    who.call(tills.approve, { params: { id }, body: { note } });
  expect(await refused(approve(both))).toBe(
    '409 You counted or closed this till, so someone else must approve its variance.',
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
    /^409 This variance does not need/,
  );
  expect((await on.manager.call(tills.approve, { params: { id: await on.opened() }, body: {} })).status).toBe(
    409,
  );
});

test('A12 Z numbers of a register have no gaps, even with concurrent closings or rollbacks', async () => {
  const register_id = await on.register();
  const numbers: (string | null)[] = [];
  for (const total of ['10.00', '0.00', '5.00']) {
    const { reply } = await on.keeper.call(tills.open, { body: { register_id, total } });
    await on.count(reply.id, { total });
    // Rolled back because too much would be left, so the Z number is free again.
    expect((await on.close(reply.id, { left: '999.00' })).status).toBe(422);
    const all = await Promise.all([1, 2, 3].map(() => on.close(reply.id)));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    numbers.push(all.find(one => one.reply)?.reply.z_number ?? null);
  }
  expect(numbers.map(number => number?.slice(-5))).toEqual(['00001', '00002', '00003']);
  expect(await breachesOf(app.db)).toEqual([]);
  await sql`update registers set last_z_number = 7 where id = ${register_id}`.execute(app.db);
  expect((await breachesOf(app.db)).join()).toMatch(
    /A12: Counter \d+: 3 Z reports, highest 3, last issued 7/,
  );
  await sql`update registers set last_z_number = 3 where id = ${register_id}`.execute(app.db);
});

test('a session without sales closes with an empty Z report', async () => {
  const id = await on.opened('0.00');
  const { reply } = await on.closed(id, '0.00');
  expect([reply.status, reply.difference, reply.takings]).toEqual(['closed', 0, 0]);
  const { reply: z } = await on.keeper.call(tills.zReport, { params: { id } });
  expect([z.sales?.count, z.sales?.first_number, z.tenders, z.cashiers]).toEqual([0, null, [], []]);
  expect((await on.keeper.call(tills.print, { params: { id } })).status).toBe(200);
});
