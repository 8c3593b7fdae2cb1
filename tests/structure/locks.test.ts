import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { locks } from '../../server/kernel/locks';
import type { LockedParty, PartyItem } from '../../server/kernel/parties';
import {
  type AdvisoryLock,
  requestLock,
  servingLock,
  startLock,
} from '../../server/platform/database/advisory-lock';
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
const registered = [...Object.values(locks), requestLock, servingLock, startLock];

async function filesWith(pattern: RegExp): Promise<string[]> {
  const files = (await readdir(server, { recursive: true })).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const found: string[] = [];
  for (const name of files) if (pattern.test(await readFile(`${server}${name}`, 'utf8'))) found.push(name);
  return found;
}

test('F91 advisory locks are taken through their registry only', async () => {
  expect(await filesWith(/pg_(?:try_)?advisory/)).toEqual(['platform/database/advisory-lock.ts']);
});

test('F91 nothing is posted to a ledger that is not locked: it does not compile, and only the lock says it is', async () => {
  type LockedId = LockedParty<'customer'>['id'];
  expectTypeOf<LockedParty<'customer'>>().toExtend<PartyItem['party']>();
  expectTypeOf<{ kind: 'customer'; id: number }>().not.toExtend<PartyItem['party']>();
  expectTypeOf<Omit<LockedParty<'customer'>, 'id'> & { id: number }>().not.toExtend<PartyItem['party']>();
  expectTypeOf<{ kind: 'supplier'; id: LockedId }>().not.toExtend<PartyItem['party']>();
  expect(await filesWith(/\bas (?:unknown as )?LockedParty\b/)).toEqual(['kernel/parties/lock-parties.ts']);
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
