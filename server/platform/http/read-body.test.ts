import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

let shop: TestApp;
let token: string;
beforeAll(async () => {
  shop = await startTestApp();
  ({ token } = await shop.as('admin'));
});
afterAll(() => shop.close());

const ask = (method: 'POST' | 'DELETE', url: string, payload?: object | string) =>
  shop.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(payload === undefined ? {} : { payload }),
  });

test('F83 accepts an id as text, alone and in lists, and refuses anything else by field', async () => {
  const category = (await ask('POST', '/categories', { name: 'Garden' })).json<{ id: number }>().id;
  const added = await ask('POST', '/sub-categories', { name: 'Tools', category_id: String(category) });
  expect(added.statusCode).toBe(200);
  expect(added.json()).toMatchObject({ category: { id: category } });

  const role = (await ask('POST', '/roles', { name: 'Readers', permissions: ['view_master'] })).json<{
    id: number;
  }>();
  const user = { name: 'Ada', email: 'ada@example.test', role_ids: [String(role.id)] };
  expect((await ask('POST', '/users', user)).statusCode).toBe(200);

  for (const category_id of ['4x', '', '-1', '1.5', '0', ' 4', '0x4', true, [], {}]) {
    const refused = await ask('POST', '/sub-categories', { name: 'Pots', category_id });
    expect(refused.statusCode, JSON.stringify(category_id)).toBe(422);
    expect(refused.json()).toMatchObject({ errors: { category_id: [expect.any(String)] } });
  }
});

test('F83 a request without a body may declare JSON', async () => {
  const unit = (await ask('POST', '/units', { name: 'Crate' })).json<{ id: number }>().id;
  expect((await ask('DELETE', `/units/${unit}`)).statusCode).toBe(200);
  expect((await ask('DELETE', `/units/${unit}`, '')).statusCode).toBe(404);
  expect((await ask('POST', '/units', '')).statusCode).toBe(422);
  expect((await ask('POST', '/auth/logout')).statusCode).toBe(200);
});
