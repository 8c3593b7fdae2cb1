import { afterAll, beforeAll, expect, test } from 'vitest';
import { units } from '#domain/masters/master.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { session } from '#domain/session/session.contract';
import { startTestApp, type TestApp } from '../../../../tests/support/test-app';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.close());

test('a temporary password only allows changing it', async () => {
  const person = await shop.as('view_master');
  await shop.db
    .updateTable('users')
    .set({ must_change_password: true })
    .where('id', '=', person.userId)
    .execute();
  expect((await person.call(units.list)).refusal).toMatchObject({
    code: 'sign_in_unfinished',
    message: 'Set your own password first. Open your profile.',
  });
  expect((await person.call(session.user)).reply.user.must_change_password).toBe(true);
  // Open to every user, but not before.
  const refused = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${person.token}` };
    const answer = await shop.app.inject({
      method,
      url: `/api${path}`,
      headers,
      ...(payload ? { payload } : {}),
    });
    return `${path} ${answer.statusCode}`;
  };
  expect([
    await refused('POST', '/exports', { path: '/customers/export', query: {} }),
    await refused('GET', '/exports'),
    await refused('GET', '/search?text=ada'),
    await refused('GET', '/notifications'),
    await refused('GET', '/notifications/unread'),
    await refused('GET', '/dashboard/waiting'),
    await refused('GET', '/events'),
    await refused('GET', '/list-views?list=suppliers'),
    await refused('POST', '/auth/tokens', {}),
    await refused('PUT', '/auth/pin', {}),
    await refused('PUT', '/auth/profile', {}),
  ]).toEqual([
    '/exports 403',
    '/exports 403',
    '/search?text=ada 403',
    '/notifications 403',
    '/notifications/unread 403',
    '/dashboard/waiting 403',
    '/events 403',
    '/list-views?list=suppliers 403',
    '/auth/tokens 403',
    '/auth/pin 403',
    '/auth/profile 403',
  ]);
  expect((await person.call(ownAccount.devices)).status).toBe(200);
  expect((await person.call(session.logout)).status).toBe(200);
});
