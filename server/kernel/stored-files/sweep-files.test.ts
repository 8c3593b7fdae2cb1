import { utimes, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/postgres-for-tests';
import { type Database, openDatabase, openPool } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { type FileStore, openFileStore } from '../../platform/files/file-store';
import { queueEmail } from '../outbox';
import { sweepFilesHandler } from './sweep-files';

const hour = 3600_000;
let database: FreshDatabase;
let db: Database;
let files: FileStore;
let said: { facts: object; message: string }[];
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.connection, 4));
});
beforeEach(async () => {
  files = await openFileStore(temporaryFolder());
  said = [];
});
afterEach(async () => {
  await db.deleteFrom('emails').execute();
  await db.deleteFrom('files').execute();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const store = async (text: string) => files.put(Readable.from([Buffer.from(text)]), { maxBytes: 1000 });

/** Stores a file and an email that it is attached to. */
async function attach(text: string): Promise<{ sha256: string; emailId: number }> {
  const { sha256, bytes } = await store(text);
  const emailId = await inTransaction(db, tx =>
    queueEmail(
      { tx, now: new Date(), actor: { id: 0, name: 'Test' } as never, audits: [] as never },
      {
        purpose: 'supplier-details',
        to: 'box@shop.example',
        subject: 'Test',
        body: { text: '', html: '' },
        about: { type: 'supplier', id: null as never, name: 'Nobody' },
        attachments: [{ fileName: `${text}.txt`, mediaType: 'text/plain', sha256, bytes }],
      },
    ),
  );
  return { sha256, emailId };
}

/** Sweeps with the clock some hours ahead. */
const sweep = (hours: number) =>
  sweepFilesHandler({
    db,
    files,
    clock: () => new Date(Date.now() + hours * hour),
    log: { error: (facts, message) => void said.push({ facts, message }) },
  }).run({});

test('INV-9 a file without a row is deleted after 24 hours, not before; an attachment stays for ever', async () => {
  const orphan = await store('refused upload');
  const kept = await attach('kept');
  await sweep(23);
  expect(await files.exists(orphan.sha256)).toBe(true);
  await sweep(25);
  expect(await files.exists(orphan.sha256)).toBe(false);
  await sweep(10_000);
  expect(await files.exists(kept.sha256)).toBe(true);
  expect(said).toEqual([]);
});

test('INV-9 the file of a deleted message is deleted, unless another message has it too', async () => {
  const gone = await attach('gone');
  const shared = await attach('shared');
  const other = await attach('shared');
  await db.deleteFrom('emails').where('id', 'in', [gone.emailId, shared.emailId]).execute();
  await sweep(25);
  expect(await files.exists(gone.sha256)).toBe(false);
  expect(await files.exists(shared.sha256)).toBe(true);
  const rows = await db.selectFrom('files').select('sha256').execute();
  expect(rows).toEqual([{ sha256: other.sha256 }]);
});

test('INV-9 a missing and a damaged attachment are reported with the messages they belong to', async () => {
  const missing = await attach('missing');
  const damaged = await attach('damaged');
  await attach('whole');
  await files.remove(missing.sha256);
  await writeFile(files.path(damaged.sha256), 'something else');
  await sweep(1);
  expect(said).toHaveLength(2);
  expect(said).toContainEqual({
    facts: { sha256: missing.sha256, attached: [{ email_id: missing.emailId, file_name: 'missing.txt' }] },
    message: 'an attachment is missing from the file store: restore it from a backup',
  });
  expect(said).toContainEqual({
    facts: { sha256: damaged.sha256, attached: [{ email_id: damaged.emailId, file_name: 'damaged.txt' }] },
    message: 'an attachment in the file store is damaged: restore it from a backup',
  });
});

test('a file that is stored again during the sweep stays', async () => {
  const { sha256 } = await store('again');
  const before = new Date(Date.now() + hour);
  const again = new Date(Date.now() + 2 * hour);
  const listed = [];
  for await (const hashes of files.listOlder(before)) listed.push(...hashes);
  expect(listed).toEqual([sha256]);
  await utimes(files.path(sha256), again, again);
  expect(await files.removeOlder(sha256, before)).toBe(false);
  expect(await files.inspect(sha256)).toBe('whole');
});

test('INV-9 a file whose row comes back with the removal of sample data is kept', async () => {
  const { sha256 } = await attach('comes back');
  const row = JSON.stringify({ id: 1, sha256 });
  await sql`insert into sample_before (table_name, row) values ('record_files', ${row}::jsonb)`.execute(db);
  await db.deleteFrom('emails').execute();
  await sweep(25);
  expect(await files.exists(sha256)).toBe(true);
  await sql`delete from sample_before`.execute(db);
  await sweep(25);
  expect(await files.exists(sha256)).toBe(false);
});
