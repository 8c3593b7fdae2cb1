import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { asBookkeeper } from '../../tests/support/books';
import { freshDatabase } from '../../tests/support/postgres-for-tests';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { eraseCustomersAgain } from '../features/customers';
import { eraseEmployeesAgain } from '../features/employees';
import { keepErasuresHandler } from './keep-erasures';
import { readErasures, writeBackup } from '../kernel/backups';
import { dropDatabase } from '../platform/database/databases';
import { type Database, openDatabase, openPool } from '../platform/database/open-database';
import { openFileStore } from '../platform/files/file-store';
import { finishInPlace, putBack, restoreBackup } from './restore-backup';

const added = new Date('2026-03-01T09:00:00.123Z');
const people = (db: Database) =>
  sql<{ name: string; email: string | null; erased: boolean }>`
    select name, email, erased_at is not null as erased from customers where not is_walk_in
    union all select name, email, erased_at is not null from employees order by name`
    .execute(db)
    .then(({ rows }) => rows);

const administrator = sql`(select id from roles where is_system)`;
const signIns = (db: Database) =>
  sql<{
    name: string;
    status: string;
    password: string | null;
    passkeys: string[];
    links: number;
    pin: string | null;
  }>`
    select u.name, u.status, u.password_hash as password,
      array(select p.credential_id from passkeys p where p.user_id = u.id order by 1) as passkeys,
      (select count(*) from provider_links l where l.user_id = u.id) as links,
      (select p.pin_hash from user_pins p where p.user_id = u.id) as pin
    from users u order by u.id`
    .execute(db)
    .then(({ rows }) => rows);

/** A business with an administrator and a cashier, and its backup. */
async function staffedBusiness() {
  const database = await freshDatabase();
  const { connection, name } = database;
  const server = { connection, maintenance: inject('testServer').superuser };
  const folder = temporaryFolder();
  const files = await openFileStore(join(folder, 'files'));
  const path = join(folder, 'staff.backup');
  const opened = () => openDatabase(openPool(connection, 2));
  const db = opened();
  await sql`
    insert into users (name, email, password_hash, created_at, updated_at) values
      ('Ada', 'ada@x.test', 'ada-1', ${added}, ${added}), ('Ben', 'ben@x.test', 'ben-1', ${added}, ${added}),
      ('Cy', 'cy@x.test', 'cy-1', ${added}, ${added})`.execute(db);
  await sql`insert into user_roles (user_id, role_id) select id, ${administrator} from users where name = 'Ada'`.execute(
    db,
  );
  await sql`
    insert into passkeys (user_id, name, credential_id, public_key, use_count, transports, created_at)
    select id, kind, lower(name) || '-' || kind, '\\x01', 0, '{}', now() from users cross join (values ('phone'), ('laptop')) k (kind)
    where name = 'Ada'`.execute(db);
  await sql`insert into provider_links (user_id, issuer, subject, created_at)
    select id, 'https://provider.example', 'ben', now() from users where name = 'Ben'`.execute(db);
  await sql`insert into user_pins (user_id, pin_hash, set_at)
    select id, lower(name) || '-pin-1', now() from users where name <> 'Cy'`.execute(db);
  const parts = { connection, files, version: '1', takenAt: new Date(), onProgress: () => undefined };
  await writeBackup(path, parts);
  const options = {
    server,
    path,
    folder,
    files,
    acceptBreaches: false,
    clock: () => new Date(),
    say: () => undefined,
  };
  return { db, name, drop: () => database.drop(), opened, options };
}

/** What an administrator does when a phone is stolen and an employee is dismissed. */
async function withdrawAccess(db: Database): Promise<void> {
  await sql`delete from passkeys where credential_id = 'ada-phone'`.execute(db);
  await sql`update users set password_hash = 'ada-2' where name = 'Ada'`.execute(db);
  await sql`update users set status = 'inactive' where name = 'Ben'`.execute(db);
  await sql`delete from provider_links`.execute(db);
  await sql`update user_pins set pin_hash = 'ada-pin-2' where pin_hash = 'ada-pin-1'`.execute(db);
  await sql`delete from user_pins where pin_hash = 'ben-pin-1'`.execute(db);
  await sql`insert into audit_log (at, actor, action, record_type, record_id)
    select now(), 'Ada', 'deleted', 'user', id from users where name = 'Cy'`.execute(db);
  await sql`delete from users where name = 'Cy'`.execute(db);
}

const withdrawn = [
  { name: 'Ada', status: 'active', password: 'ada-2', passkeys: ['ada-laptop'], links: 0, pin: 'ada-pin-2' },
  { name: 'Ben', status: 'inactive', password: 'ben-1', passkeys: [], links: 0, pin: null },
];

test('R25 access withdrawn since a backup stays withdrawn after a restore, and after going back', async () => {
  const { db, name, opened, options } = await staffedBusiness();
  await withdrawAccess(db);
  await db.destroy();
  const restored = await restoreBackup(options);
  expect(restored.signIns).toEqual([
    '2 accounts deactivated',
    '1 password',
    '1 passkey removed',
    '1 link to a sign-in provider removed',
    '2 PINs',
  ]);
  const after = opened();
  expect(await signIns(after)).toEqual([
    ...withdrawn,
    { name: 'Cy', status: 'inactive', password: 'cy-1', passkeys: [], links: 0, pin: null },
  ]);
  // The laptop is lost, too, while the restored database is in use.
  await sql`delete from passkeys`.execute(after);
  await after.destroy();

  const back = await putBack({ ...options, back: restored.aside ?? '', backupDir: options.folder });
  expect(back.signIns).toEqual(['1 passkey removed']);
  const again = opened();
  expect(await signIns(again)).toEqual([{ ...withdrawn[0], passkeys: [] }, withdrawn[1]]);
  await again.destroy();
  for (const database of [name, back.aside]) await dropDatabase(options.server, database);
});

test('R25 a second factor that was changed or removed since a backup stays so, with the codes that were used', async () => {
  const { db, name, opened, options } = await staffedBusiness();
  const factors = (at: Database) =>
    sql`select u.name, f.sealed_secret, array(select encode(code_hash, 'hex') || case when used_at is null then '' else ' used' end
        from recovery_codes c where c.user_id = f.user_id order by 1) as codes
      from two_factors f join users u on u.id = f.user_id order by u.id`
      .execute(at)
      .then(({ rows }) => rows);
  const add = (user: string, secret: string) =>
    sql`with factor as (
        insert into two_factors (user_id, sealed_secret, confirmed_at, created_at)
        select id, ${secret}, now(), now() from users where name = ${user} returning user_id
      ) insert into recovery_codes (user_id, code_hash) select user_id, decode(c, 'hex') from factor, (values ('01'), ('02')) v (c)`.execute(
      db,
    );
  await add('Ada', 'ada-secret');
  await add('Ben', 'ben-secret');
  await writeBackup(`${options.path}2`, {
    connection: options.server.connection,
    files: options.files,
    version: '1',
    takenAt: new Date(),
    onProgress: () => undefined,
  });
  await sql`update recovery_codes set used_at = now() where code_hash = '\\x01'`.execute(db);
  await sql`delete from two_factors where sealed_secret = 'ben-secret'`.execute(db);
  const expected = await factors(db);
  expect(expected).toEqual([{ name: 'Ada', sealed_secret: 'ada-secret', codes: ['01 used', '02'] }]);
  await db.destroy();
  const restored = await restoreBackup({ ...options, path: `${options.path}2` });
  expect(restored.signIns).toEqual(['1 second factor']);
  const after = opened();
  expect(await factors(after)).toEqual(expected);
  await after.destroy();
  for (const database of [name, restored.aside ?? '']) await dropDatabase(options.server, database);
});

test('R25 a restore leaves an administrator who can sign in, and the old sign-in details if they are asked for', async () => {
  const { db, name, opened, options } = await staffedBusiness();
  // Someone takes the business over.
  await sql`with usurper as (
      insert into users (name, email, password_hash, created_at, updated_at)
      values ('Eve', 'eve@x.test', 'eve', now(), now()) returning id
    ) insert into user_roles (user_id, role_id) select id, ${administrator} from usurper`.execute(db);
  await sql`update users set status = 'inactive', password_hash = 'eve' where name <> 'Eve'`.execute(db);
  await db.destroy();
  const restored = await restoreBackup(options);
  const after = opened();
  expect((await signIns(after)).map(one => [one.name, one.status, one.password])).toEqual([
    ['Ada', 'active', 'eve'],
    ['Ben', 'inactive', 'eve'],
    ['Cy', 'inactive', 'eve'],
  ]);
  await after.destroy();
  const old = await restoreBackup({ ...options, usesOldSignIns: true });
  expect(old.signIns).toBeNull();
  const asBefore = opened();
  expect((await signIns(asBefore)).map(one => [one.name, one.status, one.password])).toEqual([
    ['Ada', 'active', 'ada-1'],
    ['Ben', 'active', 'ben-1'],
    ['Cy', 'active', 'cy-1'],
  ]);
  await asBefore.destroy();
  for (const database of [name, restored.aside ?? '', old.aside ?? ''])
    await dropDatabase(options.server, database);
});

test('R25 K7 A-GDPR whoever was erased stays erased: after going back, and when the database is lost', async () => {
  const { connection, name } = await freshDatabase();
  const server = { connection, maintenance: inject('testServer').superuser };
  const folder = temporaryFolder();
  const files = await openFileStore(join(folder, 'files'));
  const path = join(folder, 'people.backup');
  const opened = () => openDatabase(openPool(connection, 2));
  const before = opened();
  await sql`insert into customers (name, email, created_at, updated_at)
    values ('Petra Holt', 'petra@x.test', ${added}, ${added})`.execute(before);
  await sql`insert into employees (number, name, email, status, started_on, created_at, updated_at)
    values ('E-1', 'Quentin Vale', 'quentin@x.test', 'active', '2025-01-06', ${added}, ${added})`.execute(
    before,
  );
  await asBookkeeper(before, async () => undefined);
  const parts = { connection, files, version: '1', takenAt: new Date(), onProgress: () => undefined };
  await writeBackup(path, parts);
  await before.destroy();
  const options = {
    server,
    path,
    files,
    acceptBreaches: false,
    clock: () => new Date(),
    say: () => undefined,
  };
  const restored = await restoreBackup(options);

  const after = opened();
  await asBookkeeper(after, async ctx => {
    const { rows } = await sql<{ id: number }>`select id from customers where not is_walk_in`.execute(ctx.tx);
    await eraseCustomersAgain(ctx, [{ id: rows[0]?.id ?? 0, created_at: added, reason: 'Asked by letter' }]);
    const { rows: staff } = await sql<{ id: number }>`select id from employees`.execute(ctx.tx);
    await eraseEmployeesAgain(ctx, [{ id: staff[0]?.id ?? 0, created_at: added, left_on: '2026-10-01' }]);
  });
  await keepErasuresHandler(after, folder).run({});
  // Again, as every hour.
  await keepErasuresHandler(after, folder).run({});
  await after.destroy();
  const back = await putBack({ ...options, back: restored.aside ?? '', backupDir: folder });
  expect(back.erasedAgain).toBe(2);
  const again = opened();
  expect((await people(again)).map(({ erased }) => erased)).toEqual([true, true]);
  await again.destroy();

  const text = readFileSync(join(folder, 'erasures.json'), 'utf8');
  expect(text).not.toMatch(/petra|holt|quentin|vale|letter/i);
  const erasures = await readErasures(folder);
  expect(erasures.map(({ kind }) => kind)).toEqual(['customer', 'employee']);
  // Another machine, with nothing but the folder of the backups.
  const elsewhere = await freshDatabase();
  const lost = { ...options, server: { ...server, connection: elsewhere.connection }, erasures };
  expect((await restoreBackup(lost)).erasedAgain).toBe(2);
  const found = openDatabase(openPool(elsewhere.connection, 2));
  expect(JSON.stringify(await people(found))).not.toMatch(/petra|quentin/i);
  await found.destroy();
  await elsewhere.drop();
  for (const database of [name, back.aside]) await dropDatabase(server, database);

  writeFileSync(join(folder, 'erasures.json'), 'half a fi');
  await expect(readErasures(folder)).rejects.toThrow(/erasures\.json is damaged/);
});

test('R25 a database restored by other means is treated alike: signed out, erased again, nothing waiting', async () => {
  const { db, drop, options } = await staffedBusiness();
  await sql`
    insert into sessions (user_id, token_hash, description, created_at, last_seen_at, expires_at)
    select id, '\\x01', 'Old', now(), now(), now() + interval '1 day' from users where name = 'Ada'`.execute(
    db,
  );
  await sql`insert into emails (message_id, purpose, to_address, subject, created_at, updated_at)
    values ('one', 'test', 'zoe@shop.example', 'Hello', now(), now())`.execute(db);
  const { rows } = await sql<{ id: number }>`insert into customers (name, email, created_at, updated_at)
    values ('Petra Holt', 'petra@x.test', ${added}, ${added}) returning id`.execute(db);
  const erasures = rows.map(({ id }) => ({
    kind: 'customer' as const,
    id,
    created_at: added,
    erased_at: new Date(),
  }));
  const finished = await finishInPlace({ server: options.server, clock: () => new Date(), erasures });
  expect(finished).toEqual({ erasedAgain: 1, held: ['1 email held'], signIns: null });
  expect((await sql`select from sessions`.execute(db)).rows).toEqual([]);
  expect((await sql`select status from emails`.execute(db)).rows).toEqual([{ status: 'unconfirmed' }]);
  expect((await people(db)).map(({ erased }) => erased)).toEqual([true]);
  await db.destroy();
  await drop();
});
