import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { asBookkeeper } from '../../tests/support/books';
import { freshDatabase } from '../../tests/support/postgres-for-tests';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { writeBackup } from '../kernel/backups';
import { queueEmail } from '../kernel/outbox';
import { sweepFilesHandler } from '../kernel/stored-files';
import { dropDatabase } from '../platform/database/databases';
import { type Database, openDatabase, openPool } from '../platform/database/open-database';
import { openFileStore } from '../platform/files/file-store';
import { putBack, restoreBackup } from './restore-backup';

async function shopWithBackup() {
  const { connection, name } = await freshDatabase();
  const server = { connection, maintenance: inject('testServer').superuser };
  const folder = temporaryFolder();
  const files = await openFileStore(join(folder, 'files'));
  const path = join(folder, 'one.backup');
  const opened = () => openDatabase(openPool(connection, 2));
  const db = opened();
  const backUp = (to: string) =>
    writeBackup(to, {
      connection,
      files,
      version: '1',
      takenAt: new Date(),
      onProgress: () => undefined,
    });
  /** Stores a file and an email that it is attached to. */
  const attach = async (text: string): Promise<string> => {
    const { sha256, bytes } = await files.put(Readable.from([Buffer.from(text)]), { maxBytes: 100 });
    await asBookkeeper(db, ctx =>
      queueEmail(ctx, {
        purpose: 'supplier-details',
        to: 'box@shop.example',
        subject: 'Test',
        body: { text: '', html: '' },
        about: { type: 'supplier', id: null as never, name: 'Nobody' },
        attachments: [{ fileName: 'a.txt', mediaType: 'text/plain', sha256, bytes }],
      }).then(() => undefined),
    );
    return sha256;
  };
  const options = {
    server,
    files,
    path,
    backupDir: folder,
    acceptBreaches: false,
    clock: () => new Date(),
    say: () => undefined,
  };
  const sweep = (at: Database) =>
    sweepFilesHandler({
      db: at,
      files,
      server,
      clock: () => new Date(Date.now() + 25 * 3600_000),
      log: { error: () => undefined },
    }).run({});
  return { name, server, folder, files, db, opened, backUp, attach, options, sweep };
}

test('INV-9 R25 K1 the nightly sweep spares what a database replaced by a restore names, until that is dropped', async () => {
  const shop = await shopWithBackup();
  await shop.backUp(shop.options.path);
  const newer = await shop.attach('attached after the backup');
  await shop.db.destroy();
  const restored = await restoreBackup(shop.options);
  const after = shop.opened();
  await shop.sweep(after);
  expect(await shop.files.inspect(newer)).toBe('whole');
  await after.destroy();
  const back = await putBack({ ...shop.options, back: restored.aside ?? '' });
  expect(back.missingFiles).toBe(0);
  const again = shop.opened();
  expect(await again.selectFrom('email_attachments').select('sha256').execute()).toEqual([{ sha256: newer }]);
  // The restored database, which is aside now, named nothing of it.
  await again.deleteFrom('emails').execute();
  await shop.sweep(again);
  expect(await shop.files.exists(newer)).toBe(false);
  await again.destroy();
  for (const database of [shop.name, back.aside]) await dropDatabase(shop.server, database);
});

test('R25 K1 going back stores lost files again from the backups, and says how many are in none', async () => {
  const shop = await shopWithBackup();
  await shop.backUp(shop.options.path);
  const inBackup = await shop.attach('in the later backup');
  await shop.backUp(join(shop.folder, 'two.backup'));
  const lost = await shop.attach('in no backup');
  await shop.db.destroy();
  const restored = await restoreBackup(shop.options);
  for (const sha256 of [inBackup, lost]) await shop.files.remove(sha256);
  const back = await putBack({ ...shop.options, back: restored.aside ?? '' });
  expect(back.missingFiles).toBe(1);
  expect(await shop.files.inspect(inBackup)).toBe('whole');
  for (const database of [shop.name, back.aside]) await dropDatabase(shop.server, database);
});

test('R25 K1 going back signs everyone out: sessions, tokens and password links of before are gone', async () => {
  const shop = await shopWithBackup();
  const { db } = shop;
  await sql`insert into users (name, email, password_hash, created_at, updated_at)
    values ('Ada', 'ada@x.test', 'ada', now(), now())`.execute(db);
  await shop.backUp(shop.options.path);
  await sql`insert into sessions (user_id, token_hash, description, created_at, last_seen_at, expires_at)
    select id, '\\x01', 'Stolen laptop', now(), now(), now() + interval '90 days' from users where name = 'Ada'`.execute(
    db,
  );
  await db.destroy();
  const restored = await restoreBackup(shop.options);
  const back = await putBack({ ...shop.options, back: restored.aside ?? '' });
  const again = shop.opened();
  expect((await sql`select from sessions`.execute(again)).rows).toEqual([]);
  await again.destroy();
  for (const database of [shop.name, back.aside]) await dropDatabase(shop.server, database);
});

const list = (db: Database) =>
  sql`select file_name, origin, state, holds from backups order by file_name`
    .execute(db)
    .then(({ rows }) => rows);

test('R25 the list of backups outlives a restore, so that scheduled ones are still deleted in time', async () => {
  const shop = await shopWithBackup();
  await shop.backUp(shop.options.path);
  await sql`insert into backups (file_name, origin, scheduled_for, state, requested_at, taken_at, bytes, holds, checked_at) values
    ('day-1.backup', 'scheduled', '2026-11-01', 'kept', '2026-11-01', '2026-11-01', 1, true, '2026-11-01'),
    ('day-2.backup', 'scheduled', '2026-11-02', 'checking', '2026-11-02', '2026-11-02', 1, null, null),
    ('asked.backup', 'asked', null, 'kept', '2026-11-02', '2026-11-02', 1, null, null)`.execute(shop.db);
  await sql`insert into backups (file_name, origin, scheduled_for, state, requested_at, reasons)
    values ('day-3.backup', 'scheduled', '2026-11-03', 'failed', '2026-11-03', array['The disk is full.'])`.execute(
    shop.db,
  );
  await shop.db.destroy();
  const restored = await restoreBackup(shop.options);
  const after = shop.opened();
  const expected = [
    { file_name: 'asked.backup', origin: 'asked', state: 'kept', holds: null },
    { file_name: 'day-1.backup', origin: 'scheduled', state: 'kept', holds: true },
    { file_name: 'day-2.backup', origin: 'scheduled', state: 'kept', holds: null },
    { file_name: 'day-3.backup', origin: 'scheduled', state: 'failed', holds: null },
  ];
  expect(await list(after)).toEqual(expected);
  await after.destroy();
  for (const database of [shop.name, restored.aside ?? '']) await dropDatabase(shop.server, database);
});
