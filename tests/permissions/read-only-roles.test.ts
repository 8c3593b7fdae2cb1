import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPath, pathParamNames } from '#domain/kernel/call';
import { notes } from '#domain/notes/note.contract';
import { savedReports } from '#domain/reports/saved-report.contract';
import { sales } from '#domain/sales/sale.contract';
import { tills } from '#domain/tills/till.contract';
import { roleTemplates } from '#domain/users/role-templates';
import { everyRoute } from '../support/every-route';
import { openTill, shopFloor, stockedProduct } from '../support/shop';
import { type Caller, noRefusalLimits, startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let auditor: Caller & { readonly userId: number };
let seller: Caller & { readonly userId: number };
let till: number;

const template = (name: string) => {
  const found = roleTemplates.find(candidate => candidate.name === name);
  if (!found) throw new Error(`There is no template ${name}`);
  return [...found.permissions];
};

beforeAll(async () => {
  // More routes are refused here than a caller may try in a minute.
  app = await startTestApp({ refusalLimits: noRefusalLimits });
  auditor = await app.as(...template('Auditor'));
  seller = await app.as(...template('Cashier'));
  till = await openTill(app.db);
});
afterAll(() => app.close());
const { sent } = shopFloor(() => ({ app, seller, till }));

/**
 * Written by hand: what a read-only user may send all the same, because it concerns only the user's own account, or
 * changes nothing. A new route that writes does not belong here.
 */
const aboutThemselves = new Set([
  // Before signing in.
  'POST /auth/login',
  'POST /auth/login/code',
  'POST /auth/login/passkey/start',
  'POST /auth/login/passkey',
  'POST /auth/login/provider/start',
  'POST /auth/login/provider',
  'POST /auth/register',
  'POST /auth/forgot-password',
  'POST /auth/reset-password',
  // Their own account.
  'POST /auth/logout',
  'PUT /auth/profile',
  'PUT /auth/password',
  'PUT /auth/pin',
  'DELETE /auth/devices/{id}',
  'DELETE /auth/devices',
  'POST /auth/two-factor/set-up',
  'POST /auth/two-factor/confirm',
  'POST /auth/two-factor/recovery-codes',
  'POST /auth/two-factor/turn-off',
  'POST /auth/tokens',
  'DELETE /auth/tokens/{id}',
  'POST /auth/passkeys/start',
  'POST /auth/passkeys',
  'DELETE /auth/passkeys/{id}',
  'POST /auth/confirmation',
  'POST /auth/confirmation/passkey/start',
  'POST /auth/confirmation/passkey',
  'POST /auth/confirmation/provider/start',
  'POST /auth/confirmation/provider',
  'POST /auth/provider-links/start',
  'POST /auth/provider-links',
  'DELETE /auth/provider-links/{id}',
  // Their own view: dashboard, notifications, saved reports (sharing is refused below).
  'PUT /dashboard/layout',
  'PUT /notifications/choices',
  'POST /notifications/{id}/read',
  'POST /notifications/read-all',
  'POST /saved-reports',
  'PUT /saved-reports/{id}',
  'DELETE /saved-reports/{id}',
  'DELETE /saved-reports/{id}/schedule',
  // Files of what they may export, made in the background.
  'POST /exports',
  'DELETE /exports/{id}',
  'POST /list-views',
  'PUT /list-views/{id}',
  'DELETE /list-views/{id}',
  'PUT /list-views/{id}/default',
]);
const onlyAsks = new Set([
  // Prices of a basket, calculated.
  'POST /prices/rules',
  'POST /prices/quote',
  // Runs the checks of the books.
  'POST /books/check',
  // Checks for mail now instead of in a minute, and fetches the text of a message; it stays unread for others.
  'POST /emails/mailbox/check',
  'POST /emails/messages/{id}/read',
]);

/** Takes only what a till sealed with the proof of a user who may sell: tests/offline/sealed-sales.test.ts (F97). */
const handsOver = new Set(['POST /sales/sealed']);

const writes = everyRoute
  .map(({ call }) => call)
  .filter(({ method }) => method !== 'GET')
  .map(call => ({ call, name: `${call.method} ${call.path}` }));

test('F44 the Auditor, who sees everything and changes nothing, is refused by every route that writes', async () => {
  const let_in: string[] = [];
  const before = await app.digest();
  for (const { call, name } of writes) {
    if (aboutThemselves.has(name) || onlyAsks.has(name) || handsOver.has(name)) continue;
    const params = Object.fromEntries(pathParamNames(call.path).map(key => [key, 999_999_999]));
    const response = await app.app.inject({
      method: call.method as 'POST',
      url: `/api${fillPath(call.path, params)}`,
      headers: { authorization: `Bearer ${auditor.token}` },
      ...(call.method === 'DELETE' ? {} : { payload: {} }),
    });
    if (response.statusCode !== 403) let_in.push(`${name}: ${response.statusCode}`);
  }
  expect(let_in).toEqual([]);
  expect(await app.digest()).toBe(before);
});

test('F44 the list of what read-only users may send names only existing routes', () => {
  const writeNames = new Set(writes.map(({ name }) => name));
  expect([...aboutThemselves, ...onlyAsks, ...handsOver].filter(name => !writeNames.has(name))).toEqual([]);
});

test('F44 an Auditor neither sells nor opens the drawer, and shares nothing', async () => {
  const product = await stockedProduct(app.db);
  const body = sent([{ product_id: product, quantity: '1' }], 240, {
    tenders: [{ method: 'cash', tendered: '2.40' }],
  });
  expect((await auditor.call(sales.complete, { body })).status).toBe(403);
  const drawer = { params: { id: till }, body: { reason: 'To look' } };
  expect((await auditor.call(tills.openDrawer, drawer)).status).toBe(403);
  const note = { record_type: 'product' as const, record_id: product, body: 'Seen' };
  expect((await auditor.call(notes.create, { body: note })).status).toBe(403);
  const report = { report: 'payment-transactions' as const, name: 'Mine', params: {} };
  const shared = await auditor.call(savedReports.create, { body: { ...report, is_shared: true } });
  expect(shared.status).toBe(403);
  const own = await auditor.call(savedReports.create, { body: { ...report, is_shared: false } });
  expect(own.status).toBe(200);
  const { name } = own.reply;
  const { id } = own.reply;
  const later = await auditor.call(savedReports.update, { params: { id }, body: { name, is_shared: true } });
  expect(later.status).toBe(403);
  // A user who sells may do all of it.
  expect((await seller.call(sales.complete, { body })).status).toBe(200);
  expect((await seller.call(tills.openDrawer, drawer)).status).toBe(200);
  expect((await seller.call(notes.create, { body: note })).status).toBe(200);
});

test('F44 opening the till page is not selling: `view_pos` alone reads and writes nothing', async () => {
  const viewer = await app.as('view_pos');
  expect((await viewer.call(tills.now)).status).toBe(200);
  const before = await app.digest();
  for (const { call, name } of writes) {
    const { access } = call;
    if (typeof access === 'string' || onlyAsks.has(name) || aboutThemselves.has(name)) continue;
    const params = Object.fromEntries(pathParamNames(call.path).map(key => [key, 999_999_999]));
    const response = await app.app.inject({
      method: call.method as 'POST',
      url: `/api${fillPath(call.path, params)}`,
      headers: { authorization: `Bearer ${viewer.token}` },
      ...(call.method === 'DELETE' ? {} : { payload: {} }),
    });
    expect(response.statusCode, name).toBe(403);
  }
  expect(await app.digest()).toBe(before);
});

/** The permissions of each template, written by hand: changes to them have to be made here too. */
test('F44 which templates sell, write notes and read wages, the ledger and cost', () => {
  const holders = (permission: string) =>
    roleTemplates.filter(({ permissions }) => permissions.some(held => held === permission)).map(t => t.name);
  expect(holders('create_sale')).toEqual(['Cashier']);
  expect(holders('view_pos')).toEqual(['Cashier', 'Auditor']);
  expect(holders('create_note')).toEqual(['Cashier', 'Buyer', 'Stock keeper', 'Accountant']);
  expect(holders('view_cost')).toEqual(['Buyer', 'Accountant', 'Auditor']);
  expect(holders('view_ledger')).toEqual(['Accountant', 'Auditor']);
  expect(holders('view_pay')).toEqual([]);
});

async function roleOf(name: string, permissions: readonly string[], userId?: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into roles (name, created_at, updated_at) values (${name}, now(), now()) returning id`.execute(
    app.db,
  );
  const id = rows[0]?.id ?? 0;
  await sql`insert into role_permissions (role_id, permission) select ${id}, unnest(${permissions}::text[])`.execute(
    app.db,
  );
  if (userId !== undefined)
    await sql`insert into user_roles (user_id, role_id) values (${userId}, ${id})`.execute(app.db);
  return id;
}

test('F44 the migration gives the permission to sell to users who sold, and to no read-only user', async () => {
  const before = ['view_dashboard', 'view_pos', 'view_product'];
  const idle = await app.as();
  const ids = {
    'a cashier as before': await roleOf('Old cashier', [...before, 'open_till']),
    'a till of views alone, whose person sold': await roleOf('Till device', before, seller.userId),
    'views alone, no one sold': await roleOf('Visitor', before, idle.userId),
    'the old Auditor': await roleOf(
      'Old auditor',
      template('Auditor').filter(right => right !== 'create_note'),
    ),
    'an auditor who has tried it out': await roleOf('Curious auditor', template('Auditor'), seller.userId),
    'no till at all': await roleOf('Old buyer', ['view_dashboard', 'create_purchaseorder']),
  };
  const file = new URL('../../server/migrations/0065_selling_is_a_right.sql', import.meta.url);
  await sql.raw(await readFile(file, 'utf8')).execute(app.db);
  const holds = async (id: number, permission: string) => {
    const { rows } = await sql`
      select from role_permissions where role_id = ${id} and permission = ${permission}`.execute(app.db);
    return rows.length > 0;
  };
  const given = async (permission: string) =>
    Object.fromEntries(
      await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, await holds(id, permission)])),
    ) as Record<string, boolean>;
  expect(await given('create_sale')).toEqual({
    'a cashier as before': true,
    'a till of views alone, whose person sold': true,
    'views alone, no one sold': false,
    'the old Auditor': false,
    'an auditor who has tried it out': false,
    'no till at all': false,
  });
  expect(await given('create_note')).toMatchObject({
    'a cashier as before': true,
    'views alone, no one sold': false,
    'the old Auditor': false,
    'no till at all': true,
  });
});
