import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { resolveCustomer } from './index';

let shop: TestApp;
let clerk: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  shop = await startTestApp();
  clerk = await shop.as(
    'view_customer',
    'create_customer',
    'edit_customer',
    'delete_customer',
    'sell_on_account',
  );
});
afterAll(() => shop.close());

const add = async (body: Record<string, unknown>) => (await clerk.call(customers.create, { body })).reply;
const edit = (id: number, body: Record<string, unknown>) =>
  clerk.call(customers.update, { params: { id }, body });
const names = async (query: Record<string, string>) =>
  (await clerk.call(customers.list, { query })).reply.data.map(c => c.name);

test('a merge fills blanks of the kept customer, the other points to it; audited on both, all or nothing', async () => {
  const kept = await add({
    name: 'Kept',
    email: 'kept@merge.example',
    tags: ['a'],
    notes: 'First',
    credit_limit: '10.00',
  });
  const other = await add({
    name: 'Other',
    email: 'other@merge.example',
    phone: '01632 960 100',
    tags: ['b'],
    notes: 'Second',
    credit_limit: '99.00',
    consent: 'given',
  });
  const earlier = await add({ name: 'Earlier' });
  const merge = (id: number, other_id: number, more: object = {}) =>
    clerk.call(customers.merge, { params: { id }, body: { other_id, ...more } });
  expect((await merge(other.id, earlier.id)).status).toBe(200);
  const editor = await shop.as('edit_customer');
  const before = await shop.digest();
  expect((await merge(kept.id, kept.id)).refusal.errors).toEqual({
    other_id: ['A customer cannot be merged into itself.'],
  });
  expect((await merge(kept.id, earlier.id)).refusal.message).toContain(
    'has already been merged into “Other”',
  );
  expect((await merge(earlier.id, kept.id)).status).toBe(422);
  expect((await merge(kept.id, 987_654)).status).toBe(422);
  expect((await merge(987_654, kept.id)).status).toBe(404);
  expect((await merge(kept.id, other.id, { version: 9 })).status).toBe(409);
  expect(
    (await editor.call(customers.merge, { params: { id: kept.id }, body: { other_id: other.id } })).status,
  ).toBe(403);
  expect(await shop.digest()).toBe(before);

  const { reply } = await merge(kept.id, other.id, { version: 1 });
  expect(reply).toMatchObject({
    email: 'kept@merge.example',
    phone: '01632 960 100',
    tags: ['a', 'b'],
    notes: `First\n\nFrom ${other.number} Other:\nSecond`,
    credit_limit: 1_000,
    consent: 'given',
    version: 2,
  });
  expect(await shop.audits(2)).toMatchObject([
    { action: 'merged_away', record_id: other.id, after: { merged_into: kept.number } },
    {
      action: 'merged',
      record_id: kept.id,
      before: { phone: null },
      after: { phone: '01632 960 100', merged: other.number },
    },
  ]);
  const { reply: page } = await clerk.call(customers.get, { params: { id: kept.id } });
  expect(page.merged_from.map(({ name }) => name)).toEqual(['Other', 'Earlier']);
  for (const { id } of [other, earlier]) {
    expect((await clerk.call(customers.get, { params: { id } })).reply).toMatchObject({
      status: 'inactive',
      merged_into: { id: kept.id, number: kept.number, name: 'Kept' },
    });
    expect(await resolveCustomer(shop.db, id)).toBe(kept.id);
    expect((await edit(id, { name: 'Changed' })).refusal.message).toContain('was merged into “Kept”');
  }
  expect(await resolveCustomer(shop.db, kept.id)).toBe(kept.id);
  expect(await resolveCustomer(shop.db, 987_654)).toBeUndefined();
  expect(await names({ search: 'merge.example' })).toEqual(['Kept']);
  expect(await names({ search: 'merge.example', status: 'merged' })).toEqual(['Other']);
  expect((await clerk.call(customers.search, { query: { text: 'merge.example' } })).reply.data).toHaveLength(
    1,
  );
  for (const statement of [
    `update customers set merged_into_id = null where id = ${other.id}`,
    `update customers set status = 'active' where id = ${other.id}`,
    `update customers set merged_into_id = ${other.id}, status = 'inactive' where id = ${kept.id}`,
  ])
    await expect(sql.raw(statement).execute(shop.db), statement).rejects.toThrow(/merged/);
  const refused = await clerk.call(customers.remove, { params: { id: kept.id } });
  expect(refused.status).toBe(409);
  expect(refused.refusal.message).toBe(
    '“Kept” is referred to by other records, so it cannot be deleted. Set it to inactive instead.',
  );
});

test('of two customers merged into each other at once, one stays', async () => {
  const [a, b] = [await add({ name: 'Mutual A' }), await add({ name: 'Mutual B' })];
  const outcomes = await Promise.all([
    clerk.call(customers.merge, { params: { id: a.id }, body: { other_id: b.id } }),
    clerk.call(customers.merge, { params: { id: b.id }, body: { other_id: a.id } }),
  ]);
  expect(outcomes.map(({ status }) => status).sort((one, two) => one - two)).toEqual([200, 422]);
});
