import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BodySent } from '#domain/kernel/call';
import { heldBaskets } from '#domain/tills/held-basket.contract';
import { tillEvents, tills } from '#domain/tills/till.contract';
import { someApprovals } from '../../../tests/support/approvals';
import { callerOf } from '../../../tests/support/caller';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';

type User = Caller & { readonly userId: number };
let app: TestApp;
let on: Awaited<ReturnType<typeof someTills>>;
let vic: User;
let mona: User;
beforeAll(async () => {
  app = await startTestApp();
  on = await someTills(app);
  vic = await app.as('view_pos', 'create_sale');
  mona = await app.as('view_pos', 'create_sale');
});
afterAll(() => app.close());

const remove = (who: Caller, id: number, body: BodySent<typeof tills.lineRemoved>) =>
  who.call(tills.lineRemoved, { params: { id }, body });
const voided = (who: Caller, id: number, body: Partial<BodySent<typeof tills.basketVoided>>) =>
  who.call(tills.basketVoided, {
    params: { id },
    body: { client_id: randomUUID(), amount: '0.00', reason: 'Cannot pay', ...body },
  });
const eventsOf = async (id: number) =>
  (await on.keeper.call(tillEvents.list, { params: { id } })).reply.data.map(
    ({ kind, amount, recorded_by }) => [kind, amount, recorded_by],
  );
const nameOf = async ({ userId }: User) =>
  (await app.db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirstOrThrow()).name;
const xReport = async (id: number) => (await on.manager.call(tills.xReport, { params: { id } })).reply;

test('D8 R12 a void and a removed line sent again by another user are recorded once, as of who did it', async () => {
  const id = await on.opened();
  const [basket, line] = [randomUUID(), randomUUID()];
  const lines = [{ product_id: on.tea, quantity: '2' }];
  expect((await voided(on.seller, id, { client_id: basket, lines })).status).toBe(200);
  // Without a question for the PIN: it has been done.
  expect((await voided(mona, id, { client_id: basket, lines })).status).toBe(200);
  const taken = { amount: '30.00', client_id: line, removed_by: vic.userId };
  expect((await remove(vic, id, taken)).status).toBe(200);
  expect((await remove(mona, id, taken)).status).toBe(200);
  expect(await eventsOf(id)).toEqual([
    ['basket_voided', 480, await nameOf(on.seller)],
    ['line_removed', 3000, await nameOf(vic)],
  ]);
  expect(await xReport(id)).toMatchObject({
    voided_baskets: { count: 1, amount: 480 },
    removed_lines: { count: 1, amount: 3000 },
  });
});

test('D8 a line removed offline is of the cashier who removed it, also when another user sends it', async () => {
  const id = await on.opened();
  expect(
    (await remove(mona, id, { amount: '2.40', client_id: randomUUID(), removed_by: vic.userId })).status,
  ).toBe(200);
  expect((await app.audits())[0]).toMatchObject({
    action: 'line_removed',
    record_id: id,
    after: { amount_pence: 240, user_id: vic.userId },
  });
  // Of a user whom the server does not know, it is the sender’s.
  expect(
    (await remove(mona, id, { amount: '4.80', client_id: randomUUID(), removed_by: 999_999 })).status,
  ).toBe(200);
  expect(await eventsOf(id)).toEqual([
    ['line_removed', 240, `${await nameOf(vic)} (sent by ${await nameOf(mona)})`],
    ['line_removed', 480, await nameOf(mona)],
  ]);
});

test('D8 a removed line that arrives after its session was closed is in its history, and sent again it is there once', async () => {
  const id = await on.opened('10.00');
  const before = { amount: '1.00', client_id: randomUUID(), removed_by: vic.userId };
  expect((await remove(vic, id, before)).status).toBe(200);
  expect((await on.closed(id, '10.00')).status).toBe(200);
  expect((await remove(mona, id, before)).status).toBe(200);
  expect((await app.audits())[0]?.action).toBe('sent_again');
  expect(
    (await remove(vic, id, { amount: '2.40', client_id: randomUUID(), removed_by: vic.userId })).status,
  ).toBe(200);
  expect(await eventsOf(id), 'the report is frozen').toEqual([['line_removed', 100, await nameOf(vic)]]);
  expect(await app.audits()).toMatchObject([
    { action: 'line_removed', record_id: id, after: { amount_pence: 240 } },
  ]);
});

test('goods restored to a basket that lost none change nothing, without an idempotency key too, and are in the audit log', async () => {
  const id = await on.opened();
  const body = { amount: '2.40', basket_id: randomUUID(), client_id: randomUUID(), is_restored: true };
  const withoutKey = callerOf(app.app, vic.token, false);
  const restored = await withoutKey.call(tills.lineRemoved, { params: { id }, body });
  expect([restored.status, restored.reply]).toEqual([200, { message: 'Line restored.' }]);
  expect((await app.audits())[0]).toMatchObject({ action: 'restore_ignored', record_id: id });
  expect(await eventsOf(id)).toEqual([]);
  expect((await xReport(id)).removed_lines).toEqual({ count: 0, amount: 0 });
});

test('F38 T3 goods that were taken out of a basket are approved with its void, and counted as removed until they are restored', async () => {
  const approving = someApprovals(app);
  const chief = await approving.approver('view_pos', 'create_sale', 'void_sale');
  const id = await on.opened();
  const basket_id = randomUUID();
  const taken = (amount: string, more: object = {}) =>
    remove(vic, id, { amount, basket_id, client_id: randomUUID(), removed_by: vic.userId, ...more });
  // 20 teas lowered to a thousandth of one, which is worth nothing.
  expect((await taken('96.00')).status).toBe(200);
  const lines = [{ product_id: on.tea, quantity: '0.001' }];
  const refused = await voided(vic, id, { client_id: basket_id, lines });
  expect([refused.status, refused.refusal.current]).toEqual([
    403,
    { needs: [{ kind: 'void', amount: '96.00' }] },
  ]);
  // Restored, no more than was taken.
  expect((await taken('100.00', { is_restored: true })).status).toBe(200);
  expect((await taken('1.00', { is_restored: true })).status).toBe(200);
  expect((await xReport(id)).removed_lines.amount).toBe(0);
  expect((await taken('93.60')).status).toBe(200);
  const one = [{ product_id: on.tea, quantity: '1' }];
  const whole = await voided(vic, id, { client_id: basket_id, lines: one });
  const needs = approving.needsOf(whole);
  expect(needs).toEqual([{ kind: 'void', amount: '96.00' }]);
  const { approvals } = (await approving.give(vic, chief, basket_id, needs)).reply;
  expect((await voided(vic, id, { client_id: basket_id, lines: one, approvals })).status).toBe(200);
  expect(await xReport(id), 'each counted once').toMatchObject({
    voided_baskets: { count: 1, amount: 240 },
    removed_lines: { count: 1, amount: 9360 },
  });
});

test('F38 holding a basket first does not avoid the approval either', async () => {
  const id = await on.opened();
  const client_id = randomUUID();
  expect(
    (await remove(vic, id, { amount: '48.00', basket_id: client_id, client_id: randomUUID() })).status,
  ).toBe(200);
  const held = await vic.call(heldBaskets.hold, {
    body: { client_id, name: 'Blue coat', basket: { lines: [] }, total: '0.00', line_count: 0 },
  });
  const body = { reason: 'Nobody came', session_id: id };
  const { status, refusal } = await vic.call(heldBaskets.void, { params: { id: held.reply.id }, body });
  expect([status, refusal.current]).toEqual([403, { needs: [{ kind: 'void', amount: '48.00' }] }]);
});

test('F38 a void of nothing does not stand for a later void of the same basket', async () => {
  const id = await on.opened();
  const client_id = randomUUID();
  expect((await voided(vic, id, { client_id, lines: [] })).status).toBe(200);
  // Two teas of £2.40 were put into it since.
  const lines = [{ product_id: on.tea, quantity: '2' }];
  const refused = await voided(vic, id, { client_id, lines });
  expect([refused.status, refused.refusal.current]).toEqual([
    403,
    { needs: [{ kind: 'void', amount: '4.80' }] },
  ]);
});
