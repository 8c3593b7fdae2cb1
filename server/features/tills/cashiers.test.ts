import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permission } from '#domain/kernel/permissions';
import { sales } from '#domain/sales/sale.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { session } from '#domain/session/session.contract';
import { approvals, cashiers, pins } from '#domain/tills/cashier.contract';
import { tillEvents, tills } from '#domain/tills/till.contract';
import { users } from '#domain/users/user.contract';
import { refused } from '../../../tests/support/refused';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';
import { hashPassword } from '../session';

let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
let now = new Date();
const minutes = (count: number) => {
  now = new Date(now.getTime() + count * 60_000);
};
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  on = await someTills(app);
  // Leaves an administrator while others are deactivated.
  await app.as('admin');
});
afterAll(() => app.close());

const password = 'seven green bottles';
const passwordHash = hashPassword(password);
type UserRef = Caller & { readonly userId: number };

/** A user with a password and a PIN. */
async function person(pin: string | null, ...rights: Permission[] | ['admin']): Promise<UserRef> {
  const who = await app.as(...(rights as Permission[]));
  await sql`update users set password_hash = ${await passwordHash} where id = ${who.userId}`.execute(app.db);
  if (pin !== null) expect((await setPin(who, pin)).status).toBe(200);
  return who;
}
const setPin = (who: Caller, pin: string | null, current_password = password) =>
  who.call(pins.set, { body: { current_password, pin } });
const change = (who: Caller, user_id: number, pin: string, session_id?: number) =>
  who.call(cashiers.change, { body: { user_id, pin, ...(session_id ? { session_id } : {}) } });
const by = (token: string): Caller => ({
  token,
  call: (call, request) =>
    app.anonymous.call(call, { ...request, headers: { authorization: `Bearer ${token}` } } as never),
});

test('a PIN is set with the password, obvious ones are refused, and it is never readable', async () => {
  const who = await person(null, 'view_pos', 'create_sale');
  expect((await who.call(pins.get)).reply).toEqual({ is_set: false, set_at: null, locked_until: null });
  expect(await refused(setPin(who, '4826', 'not mine'))).toBe('422 This is not your current password.');
  for (const pin of ['1234', '4321', '7777', '12345678', '123', '123456789', '12a4', '', ' 4826'])
    expect((await setPin(who, pin)).status, pin).toBe(422);
  expect((await setPin(who, '4826')).reply.message).toBe('PIN saved.');
  expect((await who.call(pins.get)).reply).toMatchObject({ is_set: true, set_at: now });
  const { rows } = await sql<{
    pin_hash: string;
  }>`select pin_hash from user_pins where user_id = ${who.userId}`.execute(app.db);
  expect(rows[0]?.pin_hash).toMatch(/^\$argon2id\$/);
  const log = await sql<{ text: string }>`
    select string_agg((to_jsonb(a)
      - '{at, request_id, hash, previous_hash, subject_salt, subject_hash, actor_salt, actor_hash}'::text[])::text, ' ') as text
    from audit_log a where action like 'pin%'`.execute(app.db);
  expect(log.rows[0]?.text).toContain('pin_set');
  expect(log.rows[0]?.text).not.toContain('4826');
  expect((await setPin(who, null)).reply.message).toBe('PIN removed.');
  expect((await who.call(pins.get)).reply.is_set).toBe(false);
});

test('F38 users with a PIN who can sell at a till or approve are listed with what they can approve', async () => {
  const seller = await person('2580', 'view_pos', 'create_sale', 'override_discount');
  const approver = await person('2580', 'refund_sale');
  const keeper = await person('2580', 'view_stock');
  const withoutTill = await person('2580', 'create_sale', 'override_discount');
  const { data } = (await on.keeper.call(cashiers.list)).reply;
  expect(data.find(({ id }) => id === seller.userId)).toMatchObject({
    may_sell: true,
    may_approve: ['discount'],
  });
  expect(data.find(({ id }) => id === approver.userId)).toMatchObject({
    may_sell: false,
    may_approve: ['refund'],
  });
  expect(data.find(({ id }) => id === withoutTill.userId)).toMatchObject({ may_sell: false });
  expect(data.some(({ id }) => id === keeper.userId)).toBe(false);
  await sql`update users set status = 'inactive' where id = ${approver.userId}`.execute(app.db);
  expect((await on.keeper.call(cashiers.list)).reply.data.some(({ id }) => id === approver.userId)).toBe(
    false,
  );
});

test('a cashier changed by PIN sells in their own name and can do nothing else', async () => {
  const id = (on.till = await on.opened());
  const boss = await person('9137', 'admin');
  const device = await person(null, 'view_pos', 'create_sale');
  const { status, reply } = await change(device, boss.userId, '9137', id);
  expect(status).toBe(200);
  expect(reply.user.roles).toEqual([]);
  expect(reply.permissions).toEqual(
    expect.arrayContaining([
      'view_pos',
      'create_sale',
      'override_price',
      'close_till',
      'view_sale',
      'refund_sale',
      'create_customer',
    ]),
  );
  expect(
    reply.permissions.filter(right => /user|setting|ledger|product|supplier|export|delete|cost/.test(right)),
  ).toEqual([]);
  const cashier = by(reply.token);
  expect((await cashier.call(session.user)).reply.user.id).toBe(boss.userId);
  const sale = on.shop.sent([{ product_id: on.tea, quantity: '1' }], 240);
  const sold = await cashier.call(sales.complete, { body: sale });
  expect([sold.status, sold.reply.sold_by]).toEqual([200, reply.user.name]);
  const events = await on.keeper.call(tillEvents.list, { params: { id } });
  expect(events.reply.data).toMatchObject([
    { kind: 'cashier_changed', note: null, recorded_by: reply.user.name },
  ]);
  // An administrator signed in by PIN has neither administrator permissions nor access to the account.
  const email = 'boss@elsewhere.example';
  const others = [
    cashier.call(users.list),
    cashier.call(tills.export),
    cashier.call(ownAccount.updateProfile, { body: { name: 'Mallory', email, current_password: password } }),
    cashier.call(ownAccount.changePassword, {
      body: { current_password: password, password: 'ten green bottles' },
    }),
    cashier.call(ownAccount.signOutEverywhere),
    setPin(cashier, '8642'),
  ];
  expect((await Promise.all(others)).map(outcome => outcome.status)).toEqual([403, 403, 403, 403, 403, 403]);
  const devices = (await boss.call(ownAccount.devices)).reply.data;
  expect(devices.some(({ description }) => description.startsWith('By PIN, '))).toBe(true);
  expect((await cashier.call(session.logout)).status).toBe(200);
  expect((await cashier.call(session.user)).status).toBe(401);
  expect((await device.call(session.user)).status, 'the device stays').toBe(200);
});

test("a cashier's session ends with the next cashier, with the device, when idle, and with a new PIN", async () => {
  const [one, two] = [
    await person('3691', 'view_pos', 'create_sale'),
    await person('3692', 'view_pos', 'create_sale'),
  ];
  const device = await person(null, 'view_pos', 'create_sale');
  const isIn = async (token: string) => (await by(token).call(session.user)).status === 200;
  const came = async (who: UserRef, pin: string, at: Caller = device) =>
    (await change(at, who.userId, pin)).reply.token;
  const first = await came(one, '3691');
  const second = await came(two, '3692', by(first));
  expect([await isIn(first), await isIn(second)], 'the next one').toEqual([false, true]);
  await setPin(two, '3690');
  expect(await isIn(second), 'a new PIN').toBe(false);
  const third = await came(one, '3691');
  minutes(50);
  expect(await isIn(third)).toBe(true);
  minutes(50);
  expect(await isIn(third), 'used meanwhile').toBe(true);
  minutes(61);
  expect(await isIn(third), 'idle for an hour').toBe(false);
  const fourth = await came(one, '3691');
  expect((await device.call(session.logout)).status).toBe(200);
  expect(await isIn(fourth), 'the device is signed out').toBe(false);
  expect((await one.call(session.user)).status, 'his own sessions stay').toBe(200);
  const other = await person(null, 'view_pos', 'create_sale');
  const both = await Promise.all([change(other, one.userId, '3691'), change(other, two.userId, '3690')]);
  const alive = await Promise.all(both.map(({ reply }) => isIn(reply.token)));
  expect(alive.filter(Boolean).length, 'two at once leave one').toBe(1);
  await sql`update users set status = 'inactive' where id = ${other.userId}`.execute(app.db);
  minutes(1);
  expect(await Promise.all(both.map(({ reply }) => isIn(reply.token))), 'its person is gone').toEqual([
    false,
    false,
  ]);
});

test('a user who cannot sell, has no PIN or does not exist cannot become cashier, with the same message', async () => {
  const device = await person(null, 'view_pos', 'create_sale');
  const keeper = await person('4680', 'view_stock');
  const noOne = await person(null, 'view_pos', 'create_sale');
  expect(await refused(change(device, keeper.userId, '4680'))).toMatch(
    /^403 Person \d+ does not have permission to sell/,
  );
  const words = await Promise.all([
    refused(change(device, keeper.userId, '4681')),
    refused(change(device, noOne.userId, '4680')),
    refused(change(device, 999_999, '4680')),
  ]);
  expect(new Set(words)).toEqual(new Set(['422 This PIN is incorrect.']));
  expect((await change(await person(null, 'view_stock'), keeper.userId, '4680')).status, 'at no till').toBe(
    403,
  );
  expect((await change(app.anonymous, keeper.userId, '4680')).status).toBe(401);
});

test('F54 five incorrect PINs block it on that device for fifteen minutes, even the correct one, and nowhere else', async () => {
  const device = await person(null, 'view_pos', 'create_sale');
  const who = await person('7391', 'view_pos', 'create_sale');
  for (let tries = 0; tries < 4; tries++) expect((await change(device, who.userId, '0000')).status).toBe(422);
  expect((await change(device, who.userId, '7391')).status, 'the right one clears the count').toBe(200);
  const all = await Promise.all(Array.from({ length: 8 }, () => change(device, who.userId, '0001')));
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    422, 422, 422, 422, 429, 429, 429, 429,
  ]);
  const locked = await change(device, who.userId, '7391');
  expect([locked.status, Number(locked.headers['retry-after'])]).toEqual([429, 900]);
  expect(locked.refusal.message).toMatch(
    /^Too many incorrect attempts. This PIN is blocked on this device until /,
  );
  const elsewhere = await person(null, 'view_pos', 'create_sale');
  expect((await change(elsewhere, who.userId, '7391')).status, 'at another device').toBe(200);
  const own = (await who.call(pins.get)).reply;
  expect(own.locked_until).toEqual(new Date(now.getTime() + 15 * 60_000));
  const entries = await app.audits(20);
  expect(entries.filter(({ action }) => action === 'pin_locked').length).toBe(1);
  minutes(14);
  expect((await change(device, who.userId, '7391')).status).toBe(429);
  minutes(2);
  expect((await change(device, who.userId, '7391')).status).toBe(200);
});

test('a user with permission approves exactly these changes by PIN, and the sale uses the approval', async () => {
  on.till = await on.opened();
  const seller = await person(null, 'view_pos', 'create_sale');
  const chief = await person('6283', 'override_discount', 'view_pos', 'create_sale');
  const body = on.shop.sent([{ product_id: on.tea, quantity: '10' }], 1800, {
    discount_amount: '6.00',
    discount_reason: 'Regular',
  });
  const response = await seller.call(sales.complete, { body });
  expect(response.status).toBe(403);
  const { needs } = response.refusal.current as { needs: unknown[] };
  expect(needs).toEqual([
    {
      kind: 'discount',
      product_id: null,
      line_number: null,
      quantity: null,
      price_mode: 'inclusive',
      amount: '24.00',
      discount: '6.00',
    },
  ]);
  const give = (who: UserRef, pin: string, more: object = {}) =>
    seller.call(approvals.give, {
      body: { client_id: body.client_id, needs, user_id: who.userId, pin, ...more },
    });
  expect((await give(chief, '0000')).status).toBe(422);
  const other = await person('6284', 'override_price');
  expect(await refused(give(other, '6284'))).toMatch(
    /^403 Person \d+ does not have permission to approve a discount above the limit/,
  );
  const approved = await give(chief, '6283');
  expect(approved.reply.approvals).toHaveLength(1);
  const [entry] = await app.audits();
  expect(entry).toMatchObject({
    action: 'approved',
    record_type: 'basket',
    record_name: body.client_id,
    after: { approved_by: chief.userId, needs },
  });
  const higherPriced = {
    ...body,
    discount_amount: '7.00',
    expected_total: '17.00',
    tenders: [{ method: 'cash', tendered: '17.00' }],
  };
  expect(
    (await seller.call(sales.complete, { body: { ...higherPriced, approvals: approved.reply.approvals } }))
      .status,
    'a pound more',
  ).toBe(403);
  const sold = { ...body, approvals: approved.reply.approvals };
  expect(
    (await seller.call(sales.complete, { body: { ...sold, client_id: randomUUID() } })).status,
    'another basket',
  ).toBe(403);
  expect((await seller.call(sales.complete, { body: sold })).status).toBe(200);
  const { rows } =
    await sql`select used_at is not null as used, asked_by, approved_by from approvals`.execute(app.db);
  expect(rows).toEqual([{ used: true, asked_by: seller.userId, approved_by: chief.userId }]);
});

test('several needs are approved together or not at all', async () => {
  const seller = await person(null, 'view_pos', 'create_sale');
  const chief = await person('5173', 'override_discount', 'void_sale');
  const client_id = randomUUID();
  const give = (needs: unknown[]) =>
    seller.call(approvals.give, { body: { client_id, needs, user_id: chief.userId, pin: '5173' } });
  const discount = {
    kind: 'discount',
    product_id: on.tea,
    line_number: 1,
    quantity: '1',
    price_mode: 'inclusive',
    amount: '2.40',
    discount: '1.00',
  };
  const refund = { kind: 'refund', sale_id: 1, amount: '1.00', lines: [] };
  expect((await give([discount, refund])).status).toBe(403);
  const count = () =>
    sql<{ n: number }>`select count(*) as n from approvals where client_id = ${client_id}`.execute(app.db);
  expect((await count()).rows[0]?.n).toBe(0);
  expect((await give([discount, { kind: 'void', amount: '3.00' }])).reply.approvals).toHaveLength(2);
  for (const needs of [[], [{ kind: 'nothing' }], [{ ...discount, discount: 5 }], [{ ...discount, more: 1 }]])
    expect((await give(needs)).status).toBe(422);
});

test('a till variance is approved by PIN, once, by a user with permission who did not close it', async () => {
  const id = await on.opened('100.00');
  const closer = await person('2580', 'view_pos', 'create_sale', 'close_till', 'approve_variance');
  await on.closed(id, '90.00', { reason: 'No idea' }, closer);
  const chief = await person('5173', 'approve_variance');
  const clerk = await person('4826', 'view_pos', 'create_sale');
  const approve = (who: UserRef, pin: string, at: Caller = closer) =>
    at.call(approvals.difference, { params: { id }, body: { user_id: who.userId, pin, note: 'Seen' } });
  const { data } = (await closer.call(cashiers.list)).reply;
  expect(data.find(({ id: approverId }) => approverId === chief.userId)).toMatchObject({
    may_sell: false,
    may_approve_differences: true,
  });
  expect((await approve(chief, '5174')).refusal.errors?.pin?.[0]).toBe('This PIN is incorrect.');
  const unable = await approve(clerk, '4826');
  expect([unable.status, unable.refusal.message]).toEqual([
    403,
    expect.stringContaining('does not have permission to approve till variances.'),
  ]);
  const own = await approve(closer, '2580');
  expect([own.status, own.refusal.message]).toEqual([
    409,
    'You counted or closed this till, so someone else must approve its variance.',
  ]);
  expect((await approve(chief, '5173', on.seller)).status).toBe(403);
  const all = await Promise.all([approve(chief, '5173'), approve(chief, '5173'), approve(chief, '5173')]);
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const { reply } = await on.get(id);
  expect([reply.approval, reply.approved_by, reply.approval_note]).toEqual([
    'approved',
    all.find(({ status }) => status === 200)?.reply.approved_by,
    'Seen',
  ]);
  expect((await app.audits(8)).filter(({ action }) => action === 'approved')).toMatchObject([
    { record_type: 'till_session', record_id: id, after: { difference_pence: -1000, note: 'Seen' } },
  ]);
});
