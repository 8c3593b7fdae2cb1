import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailAddress } from '#domain/kernel/fields';
import { apiTokens } from '#domain/session/api-token.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { session } from '#domain/session/session.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { hashPassword } from '../../server/features/session';
import { createPasswordLink } from '../../server/features/session/passwords/password-links';
import { inTransaction } from '../../server/platform/database/transaction';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
let now = new Date('2026-11-22T10:00:00Z');
beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
  await app.as('admin');
});
afterAll(() => app.close());

const post = (payload: string, token: string) =>
  app.app.inject({
    method: 'POST',
    url: '/api/suppliers',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload,
  });

test('F54 a repeated field, and endless nested lists, are refused with a message', async () => {
  const { token } = await app.as('create_supplier');
  const twice = await post('{"name":"One","name":"Two"}', token);
  expect([twice.statusCode, twice.json<{ message: string }>().message]).toEqual([
    400,
    'The field “name” appears twice. Send it once.',
  ]);
  const deep = await post(`{"name":${'['.repeat(1000)}${']'.repeat(1000)}}`, token);
  expect(deep.statusCode).toBe(400);
  expect((await post('{"name":"One"}', token)).statusCode).toBe(200);
});

test('F54 an address that an email program would read differently is invalid', () => {
  expect(emailAddress.safeParse('=?utf-8?q?a=40b.example?=@shop.example').success).toBe(false);
  expect(emailAddress.safeParse('ada=lovelace@shop.example').success).toBe(true);
});

test('F54 every reply says what pages may use, and a download runs nothing and names no folder', async () => {
  const admin = await app.as('admin');
  const answer = await admin.call(session.user);
  expect(answer.headers['permissions-policy']).toContain('geolocation=()');
  expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin');
  const { rows } = await sql<{ id: number }>`
    insert into suppliers (name, created_at, updated_at) values ('../../<script>x', now(), now()) returning id`.execute(
    app.db,
  );
  const file = await admin.call(suppliers.exportPdf, { params: { id: rows[0]?.id ?? 0 } });
  expect(file.status).toBe(200);
  const disposition = String(file.headers['content-disposition']);
  expect(disposition).not.toMatch(/\.\.\/|<|%2F|%3C/i);
  expect(file.headers['content-security-policy']).toContain('sandbox');
});

test('F99 an ended session stays ended when the clock is set back', async () => {
  const person = await app.as('view_supplier');
  const before = now;
  expect((await person.call(session.user)).status).toBe(200);
  now = new Date(before.getTime() + 3 * 24 * 3600_000);
  expect((await person.call(session.user)).status).toBe(401);
  now = before;
  expect((await person.call(session.user)).status).toBe(401);
});

test('F99 R11 so does one that ended through inactivity, and one by PIN whose device has ended', async () => {
  const before = now;
  const hours = (count: number) => new Date(before.getTime() + count * 3600_000);
  const device = await app.as('view_pos');
  const cashier = await app.as('view_pos');
  await sql`
    update sessions set parent_id = (select id from sessions where user_id = ${device.userId}), expires_at = ${hours(200)}
    where user_id = ${cashier.userId}`.execute(app.db);
  const idle = await app.as('view_supplier');
  await sql`update sessions set expires_at = ${hours(200)} where user_id in (${idle.userId}, ${device.userId})`.execute(
    app.db,
  );
  for (const who of [idle, cashier]) expect((await who.call(session.user)).status).toBe(200);
  // Twelve hours without activity end a session; on this device only the cashier is active.
  now = hours(13);
  await sql`update sessions set last_seen_at = ${now} where user_id = ${cashier.userId}`.execute(app.db);
  for (const who of [idle, cashier]) expect((await who.call(session.user)).status).toBe(401);
  now = before;
  for (const who of [idle, cashier]) expect((await who.call(session.user)).status).toBe(401);
});

test('F99 an API token and a password link that were found expired stay so when the clock is set back', async () => {
  const before = now;
  const person = await app.as('view_supplier');
  const made = await person.call(apiTokens.create, {
    body: { name: 'Nightly', permissions: ['view_supplier'], expires_on: '2026-11-23' },
  });
  const link = await inTransaction(app.db, tx => createPasswordLink(tx, person.userId, 'reset', now));
  const headers = { authorization: `Bearer ${made.reply.token}` };
  const listed = async () => (await app.anonymous.call(suppliers.list, { headers })).status;
  const set = () =>
    app.anonymous.call(ownAccount.resetPassword, {
      body: { token: link, password: 'nine crates of tea leaves' },
    });
  expect(await listed()).toBe(200);
  now = new Date(before.getTime() + 3 * 24 * 3600_000);
  expect([await listed(), (await set()).status]).toEqual([401, 422]);
  now = before;
  expect([await listed(), (await set()).status]).toEqual([401, 422]);
});

test('F50 API tokens are revoked with the password, and when every device is signed out', async () => {
  const person = await app.as('view_supplier');
  const password = 'seven green ledgers';
  await sql`update users set password_hash = ${await hashPassword(password)} where id = ${person.userId}`.execute(
    app.db,
  );
  const tokens = async () =>
    (await sql`select from api_tokens where user_id = ${person.userId}`.execute(app.db)).rows.length;
  const add = (name: string) =>
    person.call(apiTokens.create, {
      body: { name, permissions: ['view_supplier'], expires_on: '2027-01-01' },
    });
  expect((await add('One')).status).toBe(200);
  expect((await person.call(ownAccount.signOutEverywhere)).status).toBe(200);
  expect(await tokens()).toBe(0);
  expect((await add('Two')).status).toBe(200);
  const body = { current_password: password, password: 'nine crates of tea leaves' };
  expect((await person.call(ownAccount.changePassword, { body })).status).toBe(200);
  expect(await tokens()).toBe(0);
});

test('F56 no browser code uses features of https and localhost only to create an id', async () => {
  const files = (await readdir(new URL('../../web', import.meta.url), { recursive: true })).filter(name =>
    /\.(ts|tsx)$/.test(name),
  );
  const problems: string[] = [];
  for (const name of files)
    if (/crypto\.randomUUID\(/.test(await readFile(new URL(`../../web/${name}`, import.meta.url), 'utf8')))
      problems.push(name);
  expect(problems).toEqual([]);
});
