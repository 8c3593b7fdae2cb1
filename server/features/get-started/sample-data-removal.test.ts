import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { firstProducts } from '#domain/get-started/first-products.contract';
import { units } from '#domain/masters/master.contract';
import { newInstallation } from '../../../tests/support/new-installation';
import { rowsOf } from '../../../tests/support/table-rows';
import type { TestApp } from '../../../tests/support/test-app';
import { allInvariants } from '../../invariants';
import { checkBooks } from '../../kernel/verifier';

const opened: TestApp[] = [];
afterEach(() => Promise.all(opened.splice(0).map(app => app.close())));

async function newCompany() {
  const app = await newInstallation();
  opened.push(app);
  const admin = await app.as('admin');
  await admin.call(units.create, { body: { name: 'Box', status: 'active' } });
  const remove = sql<{ removed: boolean }>`select remove_sample_data(1) as removed`;
  return {
    app,
    customer: (name: string) => admin.call(customers.create, { body: { kind: 'person', name } }),
    post: async (name: string) => {
      const line = { name, price: '2.00', quantity: '5', unit_cost: '1.00' };
      expect((await admin.call(firstProducts, { body: { lines: [line] } })).status).toBe(200);
    },
    mark: () =>
      sql`insert into sample_data (started_at, started_by, alive_at) select now(), min(id), now() from users`.execute(
        app.db,
      ),
    /** As agreed to by a user who was shown one journal. */
    remove: async () => (await remove.execute(app.db)).rows[0]?.removed,
  };
}

const broken = async ({ db }: TestApp) =>
  (await checkBooks(db, allInvariants, () => new Date())).results.filter(({ holds }) => !holds);

/** Every row of the tables that removal puts back. */
const contents = ({ db }: TestApp) =>
  rowsOf(db, sql<{ name: string }>`select unnest(sample_tables()) as name`);

test('removal puts back every row and number, twice in a row, and no id is given again', async () => {
  const { app, customer, post, mark, remove } = await newCompany();
  await customer('My own');
  const before = await contents(app);
  let last = 0;
  for (const _ of [1, 2]) {
    await mark();
    await post('Tried out');
    const tried = await customer('Tried');
    expect(await broken(app)).toEqual([]);
    expect(await remove()).toBe(true);
    expect(await contents(app)).toEqual(before);
    expect(await broken(app)).toEqual([]);
    expect(tried.reply.id).toBeGreaterThan(last);
    last = tried.reply.id;
  }
  await post('Real');
  const { rows } = await sql`select document_number from journals`.execute(app.db);
  expect(rows).toEqual([{ document_number: 'OPEN-00001' }]);
});

test('removal leaves what users sign in with, passkeys and links to a provider included', async () => {
  const { app, post, mark, remove } = await newCompany();
  await mark();
  await post('Tried out');
  const { userId } = await app.as('view_dashboard');
  await sql`
    insert into passkeys (user_id, name, credential_id, public_key, use_count, transports, created_at)
    values (${userId}, 'Laptop', 'one', '\x01', 0, '{}', now())`.execute(app.db);
  await sql`
    insert into provider_links (user_id, issuer, subject, created_at)
    values (${userId}, 'https://sign-in.example', 'one', now())`.execute(app.db);
  expect(await remove()).toBe(true);
  const left = await sql<{ passkeys: number; links: number }>`
    select (select count(*) from passkeys) as passkeys, (select count(*) from provider_links) as links`.execute(
    app.db,
  );
  expect(left.rows).toEqual([{ passkeys: 1, links: 1 }]);
  const { rows } = await sql<{ name: string }>`select unnest(sample_tables()) as name`.execute(app.db);
  const names = rows.map(({ name }) => name);
  expect(names).toContain('customers');
  for (const kept of [
    'users',
    'sessions',
    'api_tokens',
    'two_factors',
    'passkey_challenges',
    'provider_attempts',
  ])
    expect(names).not.toContain(kept);
});

test('books of a business’s own are never emptied, by any way in', async () => {
  const { app, post, mark, remove } = await newCompany();
  await post('Real');
  const before = await contents(app);
  await expect(mark()).rejects.toThrow('records of its own');
  await expect(remove()).rejects.toThrow('no sample data');
  await expect(sql`truncate journals cascade`.execute(app.db)).rejects.toThrow('append-only');
  expect(await contents(app)).toEqual(before);
});

test('a posting that slips in stops removal; two at once remove once', async () => {
  const { app, post, mark, remove } = await newCompany();
  await mark();
  await expect(mark()).rejects.toThrow();
  await post('Tried out');
  await post('Slipped in');
  const before = await contents(app);
  expect(await remove()).toBe(false);
  await expect(sql`truncate journals cascade`.execute(app.db)).rejects.toThrow('append-only');
  expect(await contents(app)).toEqual(before);
  const both = sql<{ removed: boolean }>`select remove_sample_data(2) as removed`;
  const gone = await Promise.allSettled([both.execute(app.db), both.execute(app.db)]);
  expect(gone.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
