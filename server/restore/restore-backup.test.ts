import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { asBookkeeper } from '../../tests/support/books';
import { copyDatabase, freshDatabase } from '../../tests/support/postgres-for-tests';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { eraseCustomersAgain } from '../features/customers';
import { eraseEmployeesAgain } from '../features/employees';
import { writeBackup } from '../kernel/backups';
import { recordFiles } from '../kernel/stored-files';
import {
  connectionTo,
  databaseOf,
  dropDatabase,
  replacedDatabaseName,
  swapDatabases,
} from '../platform/database/databases';
import { type Database, openDatabase, openPool } from '../platform/database/open-database';
import { openFileStore } from '../platform/files/file-store';
import { restoreBackup } from './restore-backup';

const added = new Date('2026-03-01T09:00:00.123Z');
const people = (db: Database) =>
  sql<{ name: string; email: string | null; erased: boolean }>`
    select name, email, erased_at is not null as erased from customers where not is_walk_in
    union all select name, email, erased_at is not null from employees order by name`
    .execute(db)
    .then(({ rows }) => rows);

test('R25 K7 a restore brings everything back, accepts no old tokens, repeats later erasures, and can be reversed', async () => {
  const { connection, name } = await freshDatabase();
  const server = { connection, maintenance: inject('testServer').superuser };
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const files = await openFileStore(join(folder, 'files'));
  const path = join(folder, 'one.backup');
  const opened = () => openDatabase(openPool(connection, 2));

  const before = opened();
  const { rows: customers } = await sql<{ id: number }>`
    insert into customers (name, email, created_at, updated_at) values
      ('Petra Holt', 'petra@x.test', ${added}, ${added}), ('Stays Here', 'stays@x.test', ${added}, ${added})
    returning id`.execute(before);
  const { rows: employees } = await sql<{ id: number }>`
    insert into employees (number, name, email, status, started_on, created_at, updated_at)
    values ('E-1', 'Quentin Vale', 'quentin@x.test', 'active', '2025-01-06', ${added}, ${added}) returning id`.execute(
    before,
  );
  const stored = await files.put(Readable.from([Buffer.from('a paper')]), { maxBytes: 100 });
  await asBookkeeper(before, async ctx => {
    await recordFiles(ctx, [{ ...stored, mediaType: 'text/plain' }]);
    await sql`
      insert into sessions (user_id, token_hash, description, created_at, last_seen_at, expires_at)
      values (${ctx.actor.id}, '\\x01', 'Old', now(), now(), now() + interval '1 day')`.execute(ctx.tx);
  });
  const parts = { connection, files, version: '1', takenAt: new Date(), onProgress: () => undefined };
  expect((await writeBackup(path, parts)).missing).toEqual([]);
  await asBookkeeper(before, async ctx => {
    await eraseCustomersAgain(ctx, [
      { id: customers[0]?.id ?? 0, created_at: added, reason: 'Asked by letter' },
    ]);
    // Another customer who has the same number elsewhere is left alone.
    await eraseCustomersAgain(ctx, [{ id: customers[1]?.id ?? 0, created_at: new Date(0), reason: 'No' }]);
    await eraseEmployeesAgain(ctx, [{ id: employees[0]?.id ?? 0, created_at: added, left_on: '2026-10-01' }]);
    await sql`insert into brands (name, created_at, updated_at) values ('After the backup', now(), now())`.execute(
      ctx.tx,
    );
  });
  const erased = await people(before);
  expect(erased.map(person => person.erased)).toEqual([true, true, false]);
  expect(JSON.stringify(erased)).not.toMatch(/petra|quentin/i);
  await before.destroy();

  const options = {
    server,
    path,
    acceptBreaches: false,
    clock: () => new Date('2026-11-22T03:04:00Z'),
    say: () => undefined,
  };
  const restored = await restoreBackup({ ...options, files: await openFileStore(elsewhere) });
  expect(restored).toMatchObject({ aside: `${name}_before_restore_2611220304`, erasedAgain: 2 });
  const after = opened();
  expect(await people(after)).toEqual(erased);
  expect((await sql`select from sessions`.execute(after)).rows).toEqual([]);
  expect((await sql`select from brands`.execute(after)).rows).toEqual([]);
  const { rows: noted } = await sql<{ action: string; actor: string }>`
    select action, actor from audit_log order by id desc limit 3`.execute(after);
  expect(noted.map(({ action }) => action)).toEqual(['erased', 'erased', 'restored']);
  expect(await (await openFileStore(elsewhere)).inspect(stored.sha256)).toBe('whole');
  await after.destroy();

  await swapDatabases(server, { now: name, aside: `${name}_second`, next: restored.aside ?? '' });
  const back = opened();
  expect((await sql`select from brands`.execute(back)).rows).toHaveLength(1);
  await back.destroy();
  for (const database of [name, `${name}_second`]) await dropDatabase(server, database);
  expect(databaseOf(connectionTo(connection, 'other'))).toBe('other');
});

test('R25 a second restore in the same minute keeps the database that it replaces, too', async () => {
  const database = await freshDatabase();
  const server = { connection: database.connection, maintenance: inject('testServer').superuser };
  const at = new Date('2026-11-22T03:04:00Z');
  const first = `${database.name}_before_restore_2611220304`;
  expect(await replacedDatabaseName(server, at)).toBe(first);
  await copyDatabase('template0', first);
  expect(await replacedDatabaseName(server, at)).toBe(`${first}_2`);
  await dropDatabase(server, first);
  await database.drop();
});

test('R25 a refused restore changes nothing', async () => {
  const database = await freshDatabase();
  const { connection } = database;
  const folder = temporaryFolder();
  const files = await openFileStore(join(folder, 'files'));
  const server = { connection, maintenance: inject('testServer').superuser };
  const path = join(folder, 'none.backup');
  const options = {
    server,
    path,
    files,
    acceptBreaches: false,
    clock: () => new Date(),
    say: () => undefined,
  };
  await expect(restoreBackup(options)).rejects.toThrow('ENOENT');
  const db = openDatabase(openPool(connection, 1));
  await sql`select from users`.execute(db);
  await db.destroy();
  await database.drop();
});
