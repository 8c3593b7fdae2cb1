import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealEntries, verifyLog } from '../../server/kernel/audit';
import { openOwnSecrets } from '../../server/open-own-secrets';
import { type Database, openDatabase, openPool } from '../../server/platform/database/open-database';
import { openSecrets } from '../../server/platform/secrets';
import { start } from '../../server/start';
import { freePort } from '../support/counterfoil-process';
import { type FreshDatabase, freshDatabase } from '../support/postgres-for-tests';
import { temporaryFolder } from '../support/temporary-folder';

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.runtime, 4));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const clock = () => new Date('2026-11-27T09:00:00Z');
const said: string[] = [];
const open = (secretKey: Buffer | null, { isKeyLost = false, dataDir = temporaryFolder() } = {}) =>
  openOwnSecrets(
    db,
    { dataDir, secretKey: secretKey?.toString('hex') ?? null },
    { isKeyLost, clock, say: line => void said.push(line) },
  );
const write = (name: string) =>
  sql`insert into audit_log (at, actor, action, record_type, record_name)
    values (now(), 'Someone', 'created', 'unit', ${name})`.execute(db);

const first = randomBytes(32);
const second = randomBytes(32);

test('R01 a database keeps to its first secret key: another, or none, is refused, and no new one is written', async () => {
  // Two that start at once on an empty database with different keys: one of them is refused.
  const both = await Promise.allSettled([open(first), open(second)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await sql`delete from settings where key = 'secret_key_check'`.execute(db);
  await open(first);
  await open(first);

  await expect(open(second)).rejects.toThrow(
    'The database was written with another secret key. Put back the one that belongs to it, in SECRET_KEY. If that key is lost for good, see docs/backup.md: npm start -- --new-secret-key',
  );
  const dataDir = temporaryFolder();
  await expect(open(null, { dataDir })).rejects.toThrow('secret.key is missing and SECRET_KEY is not set');
  expect(readdirSync(dataDir)).toEqual([]);
  expect(said).toEqual([]);
});

test('a database of an earlier version, which notes no key, is recognised by the newest seal of its audit log', async () => {
  await write('before');
  await sealEntries(db, openSecrets(first).signing, clock);
  await sql`delete from settings where key = 'secret_key_check'`.execute(db);
  await expect(open(second)).rejects.toThrow('another secret key');
  await expect(open(null)).rejects.toThrow('secret.key is missing');
  await open(first);
});

test('a lost key is replaced on request: noted in the audit log, which stays verifiable', async () => {
  await open(first, { isKeyLost: true });
  expect(said.splice(0)).toEqual([
    'This secret key belongs to the database, so --new-secret-key changes nothing.',
  ]);
  const { signing } = await open(second, { isKeyLost: true });
  expect(said).toEqual([
    'The database belongs to the present secret key from now on. This is noted in the audit log.',
  ]);
  const { rows } =
    await sql`select actor, action, after from audit_log where record_type = 'database'`.execute(db);
  expect(rows).toEqual([
    {
      actor: 'Counterfoil',
      action: 'secret key replaced',
      after: { last_seal_of_lost_key: 1, public_key: signing.publicKey },
    },
  ]);
  await sealEntries(db, signing, clock);
  expect(await verifyLog(db, signing)).toMatchObject({ entries: 2, sealed: 2, intact: true });
  await expect(open(first)).rejects.toThrow('another secret key');

  // Who does not have the key cannot move the border to hide a forged seal.
  await write('forged');
  await sealEntries(db, openSecrets(randomBytes(32)).signing, clock);
  expect(await verifyLog(db, signing)).toMatchObject({ intact: false, firstBrokenId: 3 });
  await sql`update settings set value = value || '{"since_seal_id": 3}' where key = 'secret_key_check'`.execute(
    db,
  );
  expect(await verifyLog(db, signing)).toMatchObject({ intact: false, firstBrokenId: 1 });
});

test('the program does not start with another key', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const started = async (secretKey: Buffer, options: { readonly isKeyLost?: boolean } = {}) =>
    start(
      {
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        LOG_LEVEL: 'error',
        SECRET_KEY: secretKey.toString('hex'),
      },
      temporaryFolder(),
      options,
    );
  await (await started(first)).stop();
  await expect(started(second)).rejects.toThrow('The database was written with another secret key.');
  await (await started(second, { isKeyLost: true })).stop();
  await (await started(second)).stop();
});
