import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locks } from '../../server/kernel/locks';
import { type AdvisoryLock, requestLock } from '../../server/platform/database/advisory-lock';
import { type Database, openDatabase, openPool } from '../../server/platform/database/open-database';
import { type FreshDatabase, freshDatabase } from '../support/postgres-for-tests';

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, 2));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const server = fileURLToPath(new URL('../../server/', import.meta.url));
const registered = [...Object.values(locks), requestLock];

test('F91 advisory locks are taken through their registry only', async () => {
  const files = (await readdir(server, { recursive: true })).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const raw: string[] = [];
  for (const name of files)
    if (/pg_(?:try_)?advisory/.test(await readFile(`${server}${name}`, 'utf8'))) raw.push(name);
  expect(raw).toEqual(['platform/database/advisory-lock.ts']);
});

test('F91 every lock has a unique name and says what it protects', () => {
  expect(new Set(registered.map(({ name }) => name)).size).toBe(registered.length);
  // A key follows the name, so no name may start with another name and a separator.
  for (const { name } of registered)
    expect(registered.filter(other => other.name.startsWith(`${name} `)).map(other => other.name)).toEqual(
      [],
    );
  for (const { protects } of registered) expect(protects).not.toBe('');
});

test("F91 the locks that triggers take are in the registry, with the triggers' keys", async () => {
  const { rows } = await sql<{ source: string }>`
    select p.prosrc as source from pg_proc p join pg_namespace s on s.oid = p.pronamespace
    where s.nspname = 'public' and p.prosrc like '%pg_advisory%'`.execute(db);
  const locksTaken = rows.flatMap(({ source }) =>
    Array.from(source.matchAll(/(hashtext(?:extended)?)\('([^']+)'/g), ([, how, name]) => `${how} ${name}`),
  );
  expect([...new Set(locksTaken)].sort()).toEqual(
    Object.values<AdvisoryLock>(locks)
      .flatMap(({ name, inTriggers }) => (inTriggers ? [`${inTriggers} ${name}`] : []))
      .sort(),
  );
});
