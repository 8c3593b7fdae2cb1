import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { londonDate } from '#domain/kernel/dates';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { notifications } from '#domain/notifications/notification.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { breachesOf, someSupplier } from '../../../../tests/support/books';
import { lineOf, type Order, orderDesk } from '../../../../tests/support/orders';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let buyer: Caller & { userId: number };
let manager: Caller & { userId: number };
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  buyer = await app.as(
    'view_purchaseorder',
    'create_purchaseorder',
    'edit_purchaseorder',
    'send_purchaseorder',
    'receive_purchaseorder',
    'cancel_purchaseorder',
    'view_dashboard',
  );
  manager = await app.as(
    'approve_purchaseorder',
    'view_purchaseorder',
    'edit_purchaseorder',
    'view_dashboard',
  );
});
afterAll(() => app.close());
beforeEach(() => limit('500.00'));

const desk = orderDesk(() => ({ app, admin: buyer }));
const { get, receive } = desk;
const limit = (approval_limit: string | null) =>
  admin.call(purchasingSettings.update, { body: { approval_limit, over_receipt_percent: '0' } });
const send = (id: number, by: Caller = buyer) => by.call(purchases.markSent, { params: { id } });
const approve = (id: number, by: Caller = manager, body: object = {}) =>
  by.call(purchases.approve, { params: { id }, body });
const reject = (id: number, by: Caller = manager) =>
  by.call(purchases.rejectApproval, { params: { id }, body: { reason: 'Too dear' } });

/** Ten Z-rated chairs at this price each: the total is ten times the price. */
const chairs = (price: string) => ({
  description: 'Chairs',
  quantity: '10',
  unit_price: price,
  vat_code: 'Z' as const,
});
const draftOf = (price: string) => desk.draft([chairs(price)]);
const sentOf = async (price: string) => {
  const { id } = await draftOf(price);
  return (await send(id)).reply;
};
const edit = async (
  order: Order,
  price: string,
  { by = buyer, ...more }: { by?: Caller; [field: string]: unknown } = {},
) =>
  by.call(purchases.update, {
    params: { id: order.id },
    body: {
      supplier_id: order.supplier.id,
      version: (await get(order.id)).version,
      lines: [{ id: lineOf(order), ...chairs(price) }],
      ...more,
    },
  });

test('F05 a revision above the limit waits for approval, and the order stays as sent', async () => {
  const order = await sentOf('12.00');
  const revised = await edit(order, '9000.00', { revision_reason: 'They are dearer now' });
  expect(revised.status).toBe(200);
  expect(revised.reply).toMatchObject({
    status: 'sent',
    revision: 1,
    total_amount: 12_000,
    approved_by: null,
    is_waiting_for_approval: true,
    waiting_revision: { total: 9_000_000, reason: 'They are dearer now', lines: [{ description: 'Chairs' }] },
    can: { approve: { allowed: false }, reject_approval: { allowed: true } },
  });
  const received = await receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  expect(received.reply.total_amount).toBe(12_000);
  const approved = await approve(order.id);
  expect(approved.reply).toMatchObject({
    status: 'received',
    revision: 2,
    total_amount: 9_000_000,
    approved_amount: 9_000_000,
    is_waiting_for_approval: false,
    waiting_revision: null,
    revisions: [{ total_before: 12_000, total_after: 9_000_000, reason: 'They are dearer now' }],
  });
  expect(await breachesOf(app.db)).toEqual([]);
});

test('F05 P15 within the limit or the approved amount a revision applies at once; a penny more waits', async () => {
  const order = await sentOf('12.00');
  expect((await edit(order, '50.00')).reply).toMatchObject({ total_amount: 50_000, revision: 2 });
  const dear = await draftOf('80.00');
  expect((await send(dear.id)).status).toBe(409);
  await approve(dear.id);
  expect((await send(dear.id)).reply.status).toBe('sent');
  expect((await edit(dear, '70.00')).reply).toMatchObject({ total_amount: 70_000, revision: 2 });
  expect((await edit(dear, '80.00')).reply).toMatchObject({ total_amount: 80_000, revision: 3 });
  expect((await edit(dear, '80.01')).reply).toMatchObject({
    total_amount: 80_000,
    revision: 3,
    waiting_revision: { total: 80_010 },
  });
});

test('F05 P15 a draft raised above its approval, or given to another supplier, needs approval again', async () => {
  const draft = await draftOf('80.00');
  await approve(draft.id);
  await edit(draft, '80.01');
  expect((await send(draft.id)).refusal.message).toContain('need approval');
  await edit(draft, '80.00');
  expect((await get(draft.id)).can.send.allowed).toBe(true);
  const other = await someSupplier(app.db);
  await edit(draft, '80.00', { supplier_id: other });
  expect((await send(draft.id)).refusal.message).toContain('need approval');
  expect((await get(draft.id)).approved_by).toBeNull();
});

test('F05 an approval is for what was read: a draft or revision that changed since is not approved', async () => {
  const draft = await draftOf('80.00');
  const { version } = await get(draft.id);
  await edit(draft, '9000.00');
  expect((await approve(draft.id, manager, { version })).status).toBe(409);
  const order = await sentOf('12.00');
  const waiting = (await edit(order, '60.00')).reply;
  await edit(order, '9000.00');
  const before = await app.digest();
  expect((await approve(order.id, manager, { version: waiting.version })).status).toBe(409);
  expect(await app.digest()).toBe(before);
});

test('F05 the author of an order cannot approve it, not even when it began as another person’s draft', async () => {
  const draft = await draftOf('10.00');
  await edit(draft, '9000.00', { by: manager });
  expect((await approve(draft.id)).refusal.message).toContain('someone else must approve it');
  const order = await sentOf('12.00');
  await edit(order, '9000.00', { by: manager });
  expect((await approve(order.id)).status).toBe(409);
  expect((await approve(order.id, admin)).reply.total_amount).toBe(9_000_000);
});

test('F05 P15 who entered the amount cannot approve it, not even after someone else saved the draft', async () => {
  const draft = await draftOf('10.00');
  await edit(draft, '9000.00', { by: manager });
  expect((await edit(draft, '9000.00', { reference: 'Spring' })).status).toBe(200);
  const before = await app.digest();
  expect((await approve(draft.id)).refusal.message).toContain('someone else must approve it');
  expect(await app.digest()).toBe(before);
  expect((await approve(draft.id, admin)).reply).toMatchObject({ approved_amount: 9_000_000 });
});

test('F05 P15 who entered a revision cannot approve it, not even after someone else entered it again', async () => {
  const order = await sentOf('12.00');
  await edit(order, '9000.00', { by: manager });
  expect((await edit(order, '9000.00', { revision_reason: 'Dearer now' })).status).toBe(200);
  expect((await approve(order.id)).refusal.message).toContain('someone else must approve it');
  expect((await approve(order.id, admin)).reply).toMatchObject({ revision: 2, total_amount: 9_000_000 });
  // Once rejected, a revision is over: who entered that one may approve another's.
  await edit(order, '9500.00', { by: manager });
  await reject(order.id, admin);
  await edit(order, '9400.00');
  expect((await approve(order.id)).reply).toMatchObject({ revision: 3, total_amount: 9_400_000 });
});

test('F05 a rejected or withdrawn revision changes nothing; one that needs no approval replaces it', async () => {
  const order = await sentOf('12.00');
  await edit(order, '9000.00');
  expect((await reject(order.id)).reply).toMatchObject({
    total_amount: 12_000,
    waiting_revision: null,
    is_waiting_for_approval: false,
  });
  await edit(order, '9000.00');
  expect((await reject(order.id, buyer)).status).toBe(200);
  expect((await app.audits())[0]).toMatchObject({ action: 'approval_withdrawn' });
  await edit(order, '9000.00');
  expect((await edit(order, '13.00')).reply).toMatchObject({ total_amount: 13_000, waiting_revision: null });
  expect((await approve(order.id)).status).toBe(409);
});

test('F05 goods received while a revision waits are its minimum', async () => {
  const order = await sentOf('12.00');
  await buyer.call(purchases.update, {
    params: { id: order.id },
    body: {
      supplier_id: order.supplier.id,
      lines: [{ id: lineOf(order), ...chairs('9000.00'), quantity: '2' }],
    },
  });
  await receive(order.id, [{ line_id: lineOf(order), quantity: '4' }]);
  const before = await app.digest();
  expect((await approve(order.id)).status).toBe(422);
  expect(await app.digest()).toBe(before);
  expect((await reject(order.id)).status).toBe(200);
});

test('P2 P15 a revision is dropped once the order is over, as it could never be approved: its author is notified', async () => {
  const droppedOf = async (order: Order) => {
    const { rows } = await sql<{ words: string; user_id: number }>`
      select n.words, r.user_id from notifications n join notification_recipients r on r.notification_id = n.id
      where n.kind = 'own_dropped_revision' and n.link = ${`/purchases/${order.id}`}`.execute(app.db);
    return rows;
  };
  const words = (order: Order, end: string) =>
    `Your revision of ${order.po_number} to ${order.supplier.name}, £90,000.00, was dropped: the order was ${end} before it was approved.`;
  const cancelled = await sentOf('12.00');
  await edit(cancelled, '9000.00');
  const end = await admin.call(purchases.cancel, { params: { id: cancelled.id }, body: { reason: 'Late' } });
  expect(end.status).toBe(200);
  expect(await droppedOf(cancelled)).toEqual([
    { words: words(cancelled, 'cancelled'), user_id: buyer.userId },
  ]);
  const complete = {
    received: (order: Order) => receive(order.id),
    'closed short': (order: Order) =>
      receive(order.id, [{ line_id: lineOf(order), quantity: '4' }], { close_short: true }),
  };
  for (const [how, run] of Object.entries(complete)) {
    const order = await sentOf('12.00');
    await edit(order, '9000.00');
    expect((await run(order)).reply, how).toMatchObject({
      status: 'completed',
      waiting_revision: null,
      is_waiting_for_approval: false,
    });
    expect(await app.audits(2), how).toContainEqual(
      expect.objectContaining({
        action: 'waiting_revision_dropped',
        record_id: order.id,
        before: { total_pence: 9_000_000 },
        after: { reason: 'The order was completed before the revision was approved.' },
      }),
    );
    expect(await droppedOf(order), how).toEqual([
      { words: words(order, 'completed'), user_id: buyer.userId },
    ]);
  }
});

test('F05 of two approvals of one revision at once one applies it', async () => {
  const order = await sentOf('12.00');
  await edit(order, '9000.00');
  const answers = await Promise.all([approve(order.id), approve(order.id, admin)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await get(order.id)).revision).toBe(2);
});

test('F05 the database refuses an order sent or revised above the approved amount', async () => {
  const draft = await draftOf('80.00');
  await expect(
    sql`update purchase_orders set status = 'sent' where id = ${draft.id}`.execute(app.db),
  ).rejects.toThrow('above what was approved');
  const order = await sentOf('12.00');
  await expect(
    sql`update purchase_orders set total_pence = 50001, revision = revision + 1 where id = ${order.id}`.execute(
      app.db,
    ),
  ).rejects.toThrow('above what was approved');
  await expect(sql`update document_approvals set up_to_pence = 1`.execute(app.db)).rejects.toThrow();
});

test('F05 an order sent before there was a limit can be revised downwards without approval', async () => {
  await limit(null);
  const order = await sentOf('900.00');
  await limit('500.00');
  expect((await edit(order, '800.00')).reply.total_amount).toBe(800_000);
  expect((await edit(order, '900.00')).reply.waiting_revision).toMatchObject({ total: 900_000 });
});

test('F33 the only person who can approve can approve their own, and the audit log says so', async () => {
  const draft = await draftOf('10.00');
  await edit(draft, '9000.00', { by: admin });
  const canApprove = async () =>
    (await admin.call(purchases.get, { params: { id: draft.id } })).reply.can.approve.allowed;
  expect(await canApprove()).toBe(false);
  await sql`update users set status = 'inactive' where id = ${manager.userId}`.execute(app.db);
  try {
    expect(await canApprove()).toBe(true);
    expect((await approve(draft.id, admin)).status).toBe(200);
    expect((await app.audits())[0]).toMatchObject({
      action: 'approved',
      after: { total_pence: 9_000_000, segregation: 'no second approver' },
    });
  } finally {
    await sql`update users set status = 'active' where id = ${manager.userId}`.execute(app.db);
  }
});

test('F13 requesting approval notifies the approvers, fills their to-do and the list, and ends with the approval', async () => {
  const ask = (id: number) => buyer.call(purchases.askApproval, { params: { id } });
  const waiting = async () =>
    (await manager.call(purchases.list, { query: { approval: 'waiting' } })).reply.data.map(row => row.id);
  const todo = async (by: Caller = manager) =>
    (await by.call(dashboard.show)).reply.todo?.find(({ kind }) => kind === 'orders_to_approve')?.count;
  const inMenu = async (by: Caller) => (await by.call(dashboard.waiting)).reply.data;
  const before = (await todo()) ?? 0;
  const beforeInMenu = before === 0 ? [] : [{ kind: 'orders_to_approve', count: before }];
  expect(await inMenu(manager)).toEqual(beforeInMenu);
  expect((await ask((await draftOf('10.00')).id)).status).toBe(409);
  const draft = await draftOf('80.00');
  expect((await ask(draft.id)).reply).toMatchObject({
    is_waiting_for_approval: true,
    approval_asked: {},
    can: { ask_approval: { allowed: false } },
  });
  expect((await ask(draft.id)).status).toBe(409);
  expect(await waiting()).toContain(draft.id);
  expect(await todo()).toBe(before + 1);
  expect(await todo(buyer)).toBeUndefined();
  expect(await inMenu(manager)).toEqual([{ kind: 'orders_to_approve', count: before + 1 }]);
  expect(await inMenu(buyer)).toEqual([]);
  const reported = await manager.call(notifications.list, { query: {} });
  expect(reported.reply.data[0]).toMatchObject({ kind: 'order_approval', link: `/purchases/${draft.id}` });
  expect(reported.reply.data[0]?.words).toContain('£800.00');
  expect(
    (await buyer.call(notifications.list, { query: {} })).reply.data.map(({ kind }) => kind),
  ).not.toContain('order_approval');
  await approve(draft.id);
  expect(await waiting()).not.toContain(draft.id);
  expect(await inMenu(manager)).toEqual(beforeInMenu);
  const changed = await draftOf('80.00');
  await ask(changed.id);
  await edit(changed, '10.00');
  expect(await waiting()).not.toContain(changed.id);
  expect((await get(changed.id)).order_date).toBe(londonDate(new Date()));
});
