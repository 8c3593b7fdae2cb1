import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { sales } from '#domain/sales/sale.contract';
import { tills } from '#domain/tills/till.contract';
import { asBookkeeper, breachesOf } from '../../../tests/support/books';
import { duringFirst } from '../../../tests/support/held-transaction';
import { refused } from '../../../tests/support/refused';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';
import { credit, debit, postJournal } from '../../kernel/ledger';
import { lateSessionFor, recordTillCash } from '../../kernel/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
});
afterAll(() => app.close());

const today = londonDate(new Date());

test('D7 nothing posts to a closed session, through the API or in the database', async () => {
  const id = (on.till = await on.opened('100.00'));
  const sale = await on.shop.sold([{ product_id: on.tea, quantity: '2' }], 480);
  await on.closed(id, '104.80');
  const before = await app.digest();
  expect((await on.shop.complete(on.shop.sent([{ product_id: on.tea, quantity: '1' }], 240))).status).toBe(
    409,
  );
  expect((await on.shop.refund(sale, [{ line_number: 1, quantity: '1' }], 240)).status).toBe(409);
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
  expect((await on.keeper.call(tills.cancelCount, { params: { id }, body: {} })).status).toBe(409);
  expect((await on.close(id)).status).toBe(409);
  expect(await app.digest(), 'nothing changed').toBe(before);
  const closed = { constraint: 'till_session_is_closed' };
  const cash = asBookkeeper(app.db, async ctx => {
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
    sql`insert into till_events (session_id, kind, recorded_by, recorded_at) values (${id}, 'drawer_opened', ${on.seller.userId}, now())`,
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

test('D7 closing waits for running sales: each is in the Z report or refused', async () => {
  const id = (on.till = await on.opened('0.00'));
  const selling = Array.from({ length: 8 }, () =>
    on.shop.complete(on.shop.sent([{ product_id: on.tea, quantity: '1' }], 240)),
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

test('D7 late sales go to their own session with its own Z report, and the frozen one stays', async () => {
  const id = (on.till = await on.opened('50.00'));
  await on.closed(id, '57.20', { reason: 'The last tea is not in yet' });
  const frozen = String((await on.keeper.call(tills.zReport, { params: { id } })).raw);
  const late = (on.till = await asBookkeeper(app.db, ctx => lateSessionFor(ctx, id)));
  await on.shop.sold([{ product_id: on.tea, quantity: '3' }], 720);
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

/** A tea for £2.40 that was sold in this session, and is sent after it was closed. */
const soldLate = (id: number) =>
  on.seller.call(sales.recordPaid, {
    body: on.shop.sent([{ product_id: on.tea, quantity: '1' }], 240, {
      session_id: id,
      was_offline: true,
      sold_at: new Date().toISOString(),
    }),
  });
/** A closed session, and the late session that its first late sale opened. */
async function withLateSession(): Promise<{ id: number; late: number }> {
  const id = await on.opened('0.00');
  await on.closed(id, '0.00');
  expect((await soldLate(id)).reply.sale).not.toBeNull();
  const [late] = (await on.get(id)).reply.late_sessions;
  return { id, late: late?.session_id ?? 0 };
}

test('D7 T2 T4 a late session that takes a sale after it was counted must be counted again', async () => {
  const { id, late } = await withLateSession();
  const counted = (await on.count(late, { total: '2.40' })).reply;
  expect((await soldLate(id)).reply.sale).not.toBeNull();
  expect((await on.close(late, { version: counted.version })).status).toBe(409);
  const { reply } = await on.closed(late, '4.80');
  expect([reply.status, reply.expected, reply.difference]).toEqual(['closed', 480, 0]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('D7 a late sale that waits for its late session to be closed is in a new one, and not kept for review', async () => {
  const { id, late } = await withLateSession();
  await on.count(late, { total: '2.40' });
  const [closed, sold] = await duringFirst(
    app.db,
    () => on.close(late),
    () => soldLate(id),
  );
  expect([closed.status, closed.reply.takings]).toEqual([200, 240]);
  expect(sold.reply).toMatchObject({ sale: { gross: 240 }, kept: null });
  const { late_sessions } = (await on.get(id)).reply;
  expect(late_sessions.map(session => session.status).toSorted()).toEqual(['closed', 'open']);
  expect(await breachesOf(app.db)).toEqual([]);
});
