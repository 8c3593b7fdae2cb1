import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { poundsFromPence } from '#domain/kernel/money';
import { pos } from '#domain/pos/pos.contract';
import { sales } from '#domain/sales/sale.contract';
import { tills } from '#domain/tills/till.contract';
import { breachesOf } from '../../../tests/support/books';
import { charged } from '../../../tests/support/paid-sales';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
});
afterAll(() => app.close());

/** A device at the register of a session: its check-ins, and the paid sales it sends under its own receipt numbers. */
async function deviceAt(session: number, device_id: string = randomUUID()) {
  const register_id = (await on.get(session)).reply.register.id;
  const checkIn = async (unsent: { sales: number; amount: string; session_id?: number | null }[] = []) => {
    const { status, reply, refusal } = await on.seller.call(pos.checkIn, {
      body: {
        device_id,
        register_id,
        unsent: unsent.map(row => ({ session_id: session, oldest_at: new Date().toISOString(), ...row })),
      },
    });
    if (status !== 200) throw new Error(refusal.message);
    return reply;
  };
  const { prefix } = await checkIn();
  return {
    id: device_id,
    prefix,
    checkIn,
    /** £2.40 of tea, paid in cash while the device was offline. */
    sends: async (
      nth: number,
      session_id = session,
      receipt_number = `${prefix}-${String(nth).padStart(6, '0')}`,
      client_id: string = randomUUID(),
    ) => {
      const { status, reply, refusal } = await on.seller.call(sales.recordPaid, {
        body: {
          ...on.shop.sent([{ product_id: on.tea, quantity: '1' }], 240, {
            client_id,
            session_id,
            was_offline: true,
            sold_at: new Date().toISOString(),
            device_id,
            receipt_number,
          }),
          sent_at: new Date().toISOString(),
          charged: [charged()],
        },
      });
      if (status !== 200 || !reply.sale) throw new Error(JSON.stringify(refusal ?? reply));
      return reply.sale;
    },
  };
}

/** Counts the expected cash of a drawer with a £100.00 float and this many sales of £2.40. */
const count = async (session: number, sold = 0) =>
  on.count(session, { total: poundsFromPence(10_000 + sold * 240) });

test('F23 a device gets the series of its register, its own letter and the highest number received', async () => {
  const session = await on.opened();
  const { code } = (await on.get(session)).reply.register;
  const first = await deviceAt(session);
  const second = await deviceAt(session);
  expect([first.prefix, second.prefix]).toEqual([`${code}-A`, `${code}-B`]);
  expect(await first.checkIn()).toMatchObject({ prefix: first.prefix, last_number: 0 });
  await first.sends(1);
  await first.sends(2);
  expect(await first.checkIn(), 'a device that lost its numbers goes on behind them').toMatchObject({
    prefix: first.prefix,
    last_number: 2,
  });
  expect((await second.checkIn()).last_number).toBe(0);
  expect((await on.closed(session, '104.80')).status).toBe(200);
});

test('F25 F97 the numbers of many devices that check in at once never collide', async () => {
  const session = await on.opened();
  const one = await deviceAt(session);
  const others = await Promise.all(Array.from({ length: 5 }, () => deviceAt(session)));
  expect(new Set([one, ...others].map(({ prefix }) => prefix)).size).toBe(6);
  const again = await Promise.all(Array.from({ length: 4 }, () => one.checkIn()));
  expect(new Set(again.map(({ prefix }) => prefix))).toEqual(new Set([one.prefix]));
  expect((await on.closed(session, '100.00')).status).toBe(200);
});

test('F23 a till with unsent sales closes only when the user accepts it, and lists them by device', async () => {
  const session = await on.opened();
  const device = await deviceAt(session);
  await device.sends(1);
  await device.checkIn([{ sales: 2, amount: '4.80' }]);
  const { register } = (await on.get(session)).reply;
  const offeredTo = async (who: typeof on.keeper) =>
    (await who.call(tills.now)).reply.data.find(row => row.id === register.id)?.unsent;
  expect(await offeredTo(on.manager), 'the dialog that opens a till shows it').toMatchObject([
    { device: device.prefix, sales: 2, amount: 480 },
  ]);
  expect(await offeredTo(on.keeper), 'T2 without the amount to those who count blind').toMatchObject([
    { device: device.prefix, sales: 2, amount: null },
  ]);
  const counted = (await count(session, 1)).reply;
  const { status, refusal } = await on.close(session, { version: counted.version });
  expect(status).toBe(409);
  expect(refusal.message).toBe(
    `2 sales (£4.80) of device ${device.prefix} have not been received. Wait until that device is back online, or close ${register.name} without them. They will then go into a late sales session.`,
  );
  expect(refusal.current).toMatchObject({
    unsent: [{ device: device.prefix, sales: 2, amount: '4.80' }],
  });
  expect((await on.get(session)).reply.status, 'nothing was closed').toBe('counting');
  // Back online: its sales arrive while the drawer is being counted, so it is counted again.
  await device.sends(2);
  await device.sends(3);
  await device.checkIn();
  expect(
    (await on.close(session, { version: counted.version })).status,
    'the count is from before these sales',
  ).toBe(409);
  await on.keeper.call(tills.count, { params: { id: session }, body: { total: '107.20' } });
  const closed = await on.close(session);
  expect([closed.status, closed.reply?.difference]).toEqual([200, 0]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F23 after closing without unsent sales they go into a late session, which closes without a false gap', async () => {
  const session = await on.opened();
  const device = await deviceAt(session);
  await device.sends(1);
  await device.sends(3);
  await device.checkIn([{ sales: 2, amount: '4.80' }]);
  await count(session, 2);
  expect((await on.close(session)).status).toBe(409);
  const closed = await on.close(session, { accepts_unsent: true });
  expect([closed.status, closed.reply?.status]).toEqual([200, 'closed']);
  await device.sends(2);
  await device.sends(4);
  await device.checkIn();
  const lateSession = (await on.keeper.call(tills.now)).reply.data.find(
    row => row.id === closed.reply.register.id,
  )?.late_session_id;
  expect(lateSession).toEqual(expect.any(Number));
  await on.count(lateSession ?? 0, { total: '4.80' });
  const closedLate = await on.close(lateSession ?? 0);
  expect([closedLate.status, closedLate.refusal?.message]).toEqual([200, undefined]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F23 a device that could not report is found by the gap in its receipt numbers', async () => {
  const session = await on.opened();
  const device = await deviceAt(session);
  for (const nth of [1, 2, 5]) await device.sends(nth);
  await count(session, 3);
  const { status, refusal } = await on.close(session);
  expect([status, refusal.message]).toEqual([
    409,
    expect.stringContaining(`2 sales of device ${device.prefix} have not been received.`),
  ]);
  expect(refusal.current).toMatchObject({ unsent: [{ device: device.prefix, sales: 2, amount: null }] });
  await on.keeper.call(tills.cancelCount, { params: { id: session }, body: {} });
  await device.sends(3);
  await device.sends(4);
  expect((await on.closed(session, '112.00')).status).toBe(200);
});

test('F23 a gap before the first receipt of a session is an unsent sale too', async () => {
  const before = await on.opened();
  const register_id = (await on.get(before)).reply.register.id;
  const device = await deviceAt(before);
  await device.sends(1);
  expect((await on.closed(before, '102.40')).status).toBe(200);
  const { reply: next } = await on.keeper.call(tills.open, { body: { register_id, total: '100.00' } });
  await device.sends(3, next.id);
  await count(next.id, 1);
  const { status, refusal } = await on.close(next.id);
  expect([status, refusal.message]).toEqual([
    409,
    expect.stringContaining(`1 sale of device ${device.prefix} has not been received.`),
  ]);
  expect((await on.close(next.id, { accepts_unsent: true })).status).toBe(200);
});

test('F23 F98 what has arrived is no longer unsent, although the device has not checked in since', async () => {
  const session = await on.opened();
  const device = await deviceAt(session);
  await device.checkIn([{ sales: 3, amount: '7.20' }]);
  const unsent = async () => (await on.get(session, on.manager)).reply.unsent;
  const [first, receipt] = [randomUUID(), `${device.prefix}-000001`];
  await device.sends(1, session, receipt, first);
  expect(await unsent()).toMatchObject([{ device: device.prefix, sales: 2, amount: 480 }]);
  // Its answer was lost: the device sends it again, and counts it until then.
  await device.sends(1, session, receipt, first);
  expect(await unsent(), 'sent again').toMatchObject([{ sales: 2, amount: 480 }]);
  await device.checkIn([{ sales: 3, amount: '7.20' }]);
  await device.sends(1, session, receipt, first);
  expect(await unsent(), 'reported again and sent again').toMatchObject([{ sales: 2, amount: 480 }]);
  await device.sends(2);
  await device.sends(3);
  expect(await unsent()).toEqual([]);
  expect((await on.closed(session, '107.20')).status).toBe(200);
});

test('F97 the unsent sales of one cashier are reported and sent by another', async () => {
  const session = await on.opened();
  const device = await deviceAt(session);
  await device.checkIn([{ sales: 62, amount: '148.80' }]);
  const other = await app.as('view_pos', 'create_sale');
  const register_id = (await on.get(session)).reply.register.id;
  const { reply } = await other.call(pos.checkIn, {
    body: { device_id: device.id, register_id, unsent: [] },
  });
  expect(reply.prefix, 'the series is the device’s, not the cashier’s').toBe(device.prefix);
  expect((await on.closed(session, '100.00')).status).toBe(200);
});

const exceptionsOf = async ({ id }: { readonly id: number }) =>
  (await on.manager.call(sales.get, { params: { id } })).reply.exceptions.map(({ kind, words }) => [
    kind,
    words,
  ]);

test('068 T2 a sale with a receipt number made up is posted with an exception, and its till is still counted and closed', async () => {
  const session = await on.opened();
  const [device, other] = [await deviceAt(session), await deviceAt(session)];
  await device.sends(1);
  const forged = `${device.prefix}-999999999999`;
  expect(await exceptionsOf(await device.sends(0, session, forged))).toEqual([
    [
      'receipt_number',
      expect.stringContaining(`Receipt number ${forged} is far beyond the last one received.`),
    ],
  ]);
  // Of another device, not as a till prints it, and of no device at all.
  for (const [number, sender] of [
    [`${other.prefix}-000007`, device],
    [`${device.prefix}-0000000003`, device],
    ['ZZ9-A-000001', device],
  ] as const)
    expect(await exceptionsOf(await sender.sends(0, session, number))).toEqual([
      ['receipt_number', expect.stringContaining(`Receipt number ${number} does not belong to the device`)],
    ]);
  // The same as a live sale, by a cashier with nothing but the right to sell.
  const cashier = await app.as('create_sale');
  const live = {
    ...on.shop.sent([{ product_id: on.tea, quantity: '1' }], 240, { session_id: session }),
    device_id: other.id,
    receipt_number: `${other.prefix}-999999999998`,
  };
  expect((await cashier.call(sales.complete, { body: live })).status).toBe(200);
  // And one that does not add up, which is kept.
  const short = {
    ...live,
    client_id: randomUUID(),
    receipt_number: `${other.prefix}-999999999997`,
    was_offline: true,
    tenders: [],
  };
  expect((await cashier.call(sales.recordPaid, { body: short })).reply.kept).toEqual(expect.any(String));

  expect([(await on.get(session)).status, (await device.checkIn()).last_number]).toEqual([200, 1]);
  expect((await other.checkIn()).last_number).toBe(0);
  expect((await on.seller.call(tills.xReport, { params: { id: session } })).status).toBe(200);
  expect(await exceptionsOf(await device.sends(2)), 'the device goes on').toEqual([]);
  // £100.00 and seven teas at £2.40.
  const closed = await on.closed(session, '116.80');
  expect([closed.status, closed.refusal?.message]).toEqual([200, undefined]);
  expect(await breachesOf(app.db)).toEqual([]);
});

test('068 a series that goes on after a jump raises one exception, and a step of 10,000 is a gap like any other', async () => {
  const session = await on.opened();
  const device = await deviceAt(session);
  await device.sends(1);
  expect(await exceptionsOf(await device.sends(20_005))).toHaveLength(1);
  expect(await exceptionsOf(await device.sends(20_006)), 'a device ahead of a restored backup').toEqual([]);
  expect((await device.checkIn()).last_number).toBe(1);
  expect(await exceptionsOf(await device.sends(10_001))).toEqual([]);
  expect((await device.checkIn()).last_number).toBe(10_001);
  await count(session, 4);
  const { refusal } = await on.close(session);
  expect(refusal.message).toContain(`9999 sales of device ${device.prefix} have not been received.`);
  expect((await on.close(session, { accepts_unsent: true })).status).toBe(200);
});

test('068 a series goes on from 999,999 to 1,000,000', async () => {
  const session = await on.opened();
  const device = await deviceAt(session);
  const { id } = await device.sends(1);
  await sql`alter table sales disable trigger user`.execute(app.db);
  await sql`update sales set receipt_number = ${`${device.prefix}-999998`} where id = ${id}`.execute(app.db);
  await sql`alter table sales enable trigger user`.execute(app.db);
  for (const nth of [1_000_001, 1_000_000, 999_999])
    expect(await exceptionsOf(await device.sends(nth))).toEqual([]);
  expect((await device.checkIn()).last_number).toBe(1_000_001);
});

test('068 upgrade: numbers made up before are taken out of their series', async () => {
  const session = await on.opened();
  const device = await deviceAt(session);
  await device.sends(1);
  await device.sends(0, session, `${device.prefix}-999999999999`);
  await device.sends(2);
  const text = await readFile(
    new URL('../../migrations/0215_receipts_out_of_series.sql', import.meta.url),
    'utf8',
  );
  await app.db.transaction().execute(async tx => {
    await sql`alter table sales disable trigger user`.execute(tx);
    await sql`update sales set receipt_is_out_of_series = false`.execute(tx);
    await sql`alter table sales enable trigger user`.execute(tx);
    for (const statement of text.slice(text.indexOf('create temporary table')).split(';'))
      if (statement.trim() !== '') await sql.raw(statement).execute(tx);
  });
  expect((await device.checkIn()).last_number).toBe(2);
  const { rows } = await sql<{ number: string }>`
    select receipt_number as number from sales where receipt_is_out_of_series and receipt_number like ${`${device.prefix}-%`}`.execute(
    app.db,
  );
  expect(rows).toEqual([{ number: `${device.prefix}-999999999999` }]);
});
