import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { notifications } from '#domain/notifications/notification.contract';
import { session } from '#domain/session/session.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { insertOrder } from '../../../tests/support/purchases';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { someTills } from '../../../tests/support/tills';
import { notifyFailedSignInsHandler } from '../session';
import { forgetNotificationsHandler } from './forget-notifications';
import { runScanHandler, maxPerScan } from './run-scan';

let app: TestApp;
let tills: Awaited<ReturnType<typeof someTills>>;
beforeAll(async () => {
  app = await startTestApp();
  tills = await someTills(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from notifications`.execute(app.db);
  await sql`update products set reorder_level = null`.execute(app.db);
});

const day = 24 * 3600_000;
const look = (at = new Date()) => runScanHandler(app.db, () => at).run({});
const reported = async (who: Caller, query: Record<string, string> = {}) =>
  (await who.call(notifications.list, { query })).reply.data;
const words = async (who: Caller) => (await reported(who)).map(one => one.words);
const unread = async (who: Caller) => (await who.call(notifications.unread)).reply.count;

test('low stock notifies once when it falls to its level, and again only after it was refilled', async () => {
  const keeper = await app.as('view_stock');
  const other = await app.as('view_product');
  const tea = await stockedProduct(app.db, { name: 'Green tea', sku: 'TEA/1', pieces: '5' });
  await look();
  expect(await reported(keeper)).toEqual([]);
  await sql`update products set reorder_level = 5 where id = ${tea}`.execute(app.db);
  await look();
  await look();
  expect(await reported(keeper)).toMatchObject([
    { kind: 'low_stock', words: 'Green tea is low: 5 left.', link: '/stock?search=TEA%2F1', is_read: false },
  ]);
  expect(await reported(other)).toEqual([]);
  const setLevel = (level: number) =>
    sql`update products set reorder_level = ${level} where id = ${tea}`.execute(app.db);
  await setLevel(4);
  await look();
  expect(await unread(keeper)).toBe(1);
  await setLevel(5);
  await look();
  expect(await unread(keeper)).toBe(2);
});

test('many conditions at once are one notification', async () => {
  const keeper = await app.as('view_stock');
  for (let index = 0; index <= maxPerScan; index++)
    await stockedProduct(app.db, { name: `Many ${index}`, pieces: '1' });
  await sql`update products set reorder_level = 2 where name like 'Many %'`.execute(app.db);
  await look();
  await look();
  expect(await reported(keeper)).toMatchObject([
    {
      words: `${maxPerScan + 1} products have fallen to their reorder level.`,
      link: '/stock?attention=low',
    },
  ]);
});

test('notifies about a late order, and about a customer at the credit limit, users who can see each', async () => {
  const buyer = await app.as('view_purchaseorder', 'create_supplier');
  const seller = await app.as('view_customer');
  const { reply: supplier } = await buyer.call(suppliers.create, { body: { name: 'Slow & Co' } });
  const order = await insertOrder(app.db, {
    supplier_id: supplier.id,
    created_by: buyer.userId,
    total_pence: 100,
    status: 'sent',
  });
  const now = new Date('2031-03-15T12:00:00Z');
  await sql`update purchase_orders set expected_delivery_date = '2031-03-15'`.execute(app.db);
  const ada = await customerWithCredit(app.db, 10_000, 'Ada');
  await sql`insert into party_balances (customer_id) values (${ada})`.execute(app.db);
  await look(now);
  expect([await unread(buyer), await unread(seller)]).toEqual([0, 0]);
  await sql`update party_balances set balance_pence = 10000 where customer_id = ${ada}`.execute(app.db);
  await look(new Date(now.getTime() + day));
  expect((await reported(buyer)).map(one => one.words)).toEqual([
    expect.stringMatching(/^PO-\S+ of Slow & Co was expected on 15 Mar 2031\.$/),
  ]);
  expect((await reported(buyer))[0]?.link).toBe(`/purchases/${order}`);
  expect(await reported(seller)).toMatchObject([
    { words: 'Ada has reached the credit limit.', link: `/customers/view/${ada}` },
  ]);
  // An erased customer is named in no notification.
  await sql`update party_balances set balance_pence = 0 where customer_id = ${ada}`.execute(app.db);
  const eraser = await app.as('admin');
  const erased = await eraser.call(customers.erase, {
    params: { id: ada },
    body: { reason: 'Asked for it' },
  });
  expect(erased.status).toBe(200);
  expect(await reported(seller)).toEqual([]);
});

test('T3 a till variance above the limit notifies those who approve it; a small one notifies no one', async () => {
  const approver = await app.as('approve_variance', 'view_pos', 'create_sale');
  await tills.set({ blind_count: false });
  const [near, far] = [await tills.opened(), await tills.opened()];
  await tills.closed(near, '99.00');
  await tills.closed(far, '80.00', { reason: 'No idea' });
  expect(await reported(approver)).toMatchObject([
    {
      kind: 'till_difference',
      words: expect.stringMatching(/^Counter \d+ was closed £20\.00 short \(.+\)\.$/),
      link: `/sales/tills/${far}`,
    },
  ]);
  expect(await reported(tills.keeper)).toEqual([]);
});

test('a sale below cost notifies users who can see cost, and no one else', async () => {
  const owner = await app.as('view_sale', 'view_cost');
  const clerk = await app.as('view_sale');
  tills.till = await tills.opened();
  await tills.set({ below_cost: 'warn' });
  const dear = await stockedProduct(app.db, { name: 'Saffron', cost: 900 });
  const sale = await tills.shop.sold([{ product_id: dear, quantity: '1' }], 240);
  await tills.shop.sold([{ product_id: tills.tea, quantity: '1' }], 240);
  expect(await reported(owner)).toMatchObject([
    {
      kind: 'below_cost',
      words: `${sale.number} sold Saffron below cost.`,
      link: `/sales/invoices/${sale.id}`,
    },
  ]);
  expect(await reported(clerk)).toEqual([]);
});

test('repeated wrong passwords notify the administrators and the user, once', async () => {
  let now = new Date('2031-05-01T10:00:00Z');
  const firm = await startTestApp({ clock: () => now });
  try {
    const boss = await firm.as('admin');
    const person = await firm.as('view_stock');
    const bystander = await firm.as('view_user');
    const guess = async () => {
      now = new Date(now.getTime() + 120_000);
      const { rows } = await sql<{
        email: string;
      }>`select email from users where id = ${person.userId}`.execute(firm.db);
      await firm.anonymous.call(session.login, {
        body: { email: rows[0]?.email ?? '', password: 'guessed' },
      });
      await notifyFailedSignInsHandler(firm.db, () => now).run({ account: rows[0]?.email ?? '' });
    };
    for (let tries = 0; tries < 4; tries++) await guess();
    expect(await unread(boss)).toBe(0);
    for (let tries = 0; tries < 3; tries++) await guess();
    expect(await reported(boss)).toMatchObject([
      { kind: 'failed_sign_ins', link: '/audit?action=sign-in_refused' },
    ]);
    expect(await reported(person)).toMatchObject([{ kind: 'own_failed_sign_ins', link: '/profile' }]);
    expect(await reported(bystander)).toEqual([]);
  } finally {
    await firm.close();
  }
});

test('a kind that is switched off notifies no more; a lost permission hides earlier notifications', async () => {
  const person = await app.as('view_stock');
  const { reply: before } = await person.call(notifications.choices);
  expect(before.kinds.map(({ kind, is_on }) => [kind, is_on])).toEqual([
    ['low_stock', true],
    ['own_dropped_revision', true],
    ['own_decided_order', true],
    ['own_decided_expense', true],
    ['own_failed_report', true],
    ['own_failed_sign_ins', true],
    ['own_blocked_pin', true],
  ]);
  await stockedProduct(app.db, { name: 'First', pieces: '0', reorder_level: 1_000 as never });
  await look();
  expect(await words(person)).toEqual(['First has run out.']);
  const { reply } = await person.call(notifications.choose, { body: { off: ['low_stock'] } });
  expect(reply.kinds[0]).toMatchObject({ kind: 'low_stock', is_on: false });
  await stockedProduct(app.db, { name: 'Second', pieces: '0', reorder_level: 1_000 as never });
  await look();
  expect(await words(person)).toEqual(['First has run out.']);
  for (const off of [['weather'], ['low_stock', 'low_stock']])
    expect((await person.call(notifications.choose, { body: { off: off as never } })).status).toBe(422);
  await sql`delete from role_permissions where role_id in
    (select role_id from user_roles where user_id = ${person.userId})`.execute(app.db);
  await expect.poll(() => reported(person)).toEqual([]);
  expect(await unread(person)).toBe(0);
});

test('marks one or all as read; no one can mark those of others', async () => {
  const [one, other] = [await app.as('view_stock'), await app.as('view_stock')];
  for (const name of ['A', 'B', 'C'])
    await stockedProduct(app.db, { name, pieces: '0', reorder_level: 1_000 as never });
  await look();
  expect(await unread(one)).toBe(3);
  const [newest] = await reported(one);
  await one.call(notifications.read, { params: { id: newest?.id ?? 0 } });
  expect([await unread(one), await unread(other)]).toEqual([2, 3]);
  expect((await reported(one, { read: 'yes' })).map(({ id }) => id)).toEqual([newest?.id]);
  expect(await reported(one, { kind: 'late_order' })).toEqual([]);
  expect(await reported(one, { read: 'no', search: newest?.words ?? '' })).toEqual([]);
  await one.call(notifications.readAll);
  expect([await unread(one), await unread(other)]).toEqual([0, 3]);
  const outsider = await app.as('view_product');
  expect((await outsider.call(notifications.read, { params: { id: newest?.id ?? 0 } })).status).toBe(404);
});

test('read notifications are deleted after three months, unread ones after a year; unresolved conditions do not notify again', async () => {
  const keeper = await app.as('view_stock');
  await stockedProduct(app.db, { name: 'Stands', pieces: '0', reorder_level: 1_000 as never });
  await look();
  await keeper.call(notifications.readAll);
  const later = (days: number) => new Date(Date.now() + days * day);
  const forget = (days: number) => forgetNotificationsHandler(app.db, () => later(days)).run({});
  await forget(80);
  expect(await words(keeper)).toEqual(['Stands has run out.']);
  await forget(100);
  expect(await words(keeper)).toEqual([]);
  await look(later(100));
  expect(await words(keeper)).toEqual([]);
});
