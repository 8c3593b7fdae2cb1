import pg from 'pg';
import { expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from './postgres-for-tests';

async function ask(database: FreshDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('each file gets a database of its own, owned by a role that is not a superuser', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  await ask(one, 'create table only_here (id int)');

  expect(await ask(one, `select to_regclass('only_here') is not null as found`)).toEqual([{ found: true }]);
  expect(await ask(other, `select to_regclass('only_here') is not null as found`)).toEqual([
    { found: false },
  ]);
  expect(await ask(one, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ]);

  await Promise.all([one.drop(), other.drop()]);
  await expect(ask(one, 'select 1')).rejects.toThrow(/does not exist/);
});

test('the database accepts the extensions that the product needs and sorts names as British readers do', async () => {
  const database = await freshDatabase();
  for (const extension of ['pg_trgm', 'unaccent', 'citext', 'btree_gist', 'pgcrypto']) {
    await ask(database, `create extension if not exists ${extension}`);
  }
  expect(
    await ask(database, `select name from (values ('Z'), ('a'), ('É'), ('B')) as names (name) order by name`),
  ).toEqual(['a', 'B', 'É', 'Z'].map(name => ({ name })));
  await database.drop();
});
