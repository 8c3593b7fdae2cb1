import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatMoment } from '#domain/kernel/dates';
import { BackupRefused, readBackupHead } from './kernel/backups';
import { openServer } from './open-server';
import { type Config, readConfig } from './platform/config';
import {
  replacedDatabaseName,
  databaseOf,
  type DatabaseServer,
  swapDatabases,
  withSession,
} from './platform/database/databases';
import { openFileStore } from './platform/files/file-store';
import { StartRefused } from './platform/start-refused';
import { restoreBackup } from './restore-backup';

const usage = `Usage: npm run restore -- FILE --yes
       npm run restore -- --back DATABASE --yes

Replaces the database with a backup, or returns to the previous database. Stop Counterfoil first.`;

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        yes: { type: 'boolean', default: false },
        back: { type: 'string' },
        'accept-breaches': { type: 'boolean', default: false },
      },
    });
    if (positionals.length !== (values.back === undefined ? 1 : 0)) throw new StartRefused(usage);
    return { ...values, path: positionals[0] === undefined ? null : resolve(positionals[0]) };
  } catch (error) {
    throw error instanceof StartRefused ? error : new StartRefused(usage);
  }
}

/** The command `npm run restore`. */
async function main(): Promise<void> {
  const options = readOptions();
  const config = readConfig(process.env);
  const { path, back, yes } = options;
  if (path !== null) await describe(path);
  if (!yes)
    throw new StartRefused(
      'Nothing was changed. Add --yes to replace the database with this backup. The current database is kept under another name.',
    );
  const opened: (() => Promise<void>)[] = [];
  try {
    const server = await openServer(config, close => opened.push(close));
    await ensureStopped(server);
    if (path === null) await swapBack(server, back ?? '');
    else await restore(server, config, path, options['accept-breaches']);
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

async function describe(path: string): Promise<void> {
  if (!existsSync(path)) throw new StartRefused(`The file ${path} does not exist.`);
  const { taken_at, version, migrations } = await readBackupHead(path);
  console.log(
    `Backup of ${formatMoment(taken_at)} from Counterfoil ${version}, schema ${migrations.at(-1)}.`,
  );
}

/** The embedded database has one owner at a time; an external one shows the sessions of a running product. */
async function ensureStopped({ connection }: DatabaseServer): Promise<void> {
  const { rows } = await withSession(connection, client =>
    client.query<{ count: string }>(
      `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and application_name like 'counterfoil%'`,
    ),
  );
  if (Number(rows[0]?.count ?? 0) > 0)
    throw new StartRefused('Counterfoil is running on this database. Stop all its processes first.');
}

async function restore(
  server: DatabaseServer,
  config: Config,
  path: string,
  acceptBreaches: boolean,
): Promise<void> {
  const files = await openFileStore(join(config.dataDir, 'files'));
  const { aside, takenAt, erasedAgain } = await restoreBackup({
    server,
    files,
    path,
    acceptBreaches,
    clock: () => new Date(),
    say: line => console.log(line),
  });
  console.log(`Restored the data of ${formatMoment(takenAt)}. All users are signed out.`);
  if (erasedAgain > 0)
    console.log(
      `${erasedAgain} ${erasedAgain === 1 ? 'person' : 'people'} erased since then ${erasedAgain === 1 ? 'was' : 'were'} erased again.`,
    );
  if (aside !== null)
    console.log(
      `The previous database is kept as ${aside}. To go back: npm run restore -- --back ${aside} --yes`,
    );
  if (config.secretKey === null && !existsSync(join(config.dataDir, 'secret.key')))
    console.log(
      `There is no secret.key in ${config.dataDir}. Copy the key that belongs to this backup there before you start. Encrypted data cannot be read with any other key.`,
    );
}

async function swapBack(server: DatabaseServer, back: string): Promise<void> {
  const now = databaseOf(server.connection);
  const { rows } = await withSession(server.connection, client =>
    client.query('select from pg_database where datname = $1', [back]),
  );
  if (rows.length === 0 || !back.includes('_before_restore_'))
    throw new StartRefused(`There is no database ${back} from a previous restore.`);
  const aside = replacedDatabaseName(now, new Date());
  await swapDatabases(server, { now, aside, next: back });
  console.log(`Counterfoil uses ${back} again. The restored database is kept as ${aside}.`);
}

try {
  await main();
} catch (error) {
  const explains = error instanceof StartRefused || error instanceof BackupRefused;
  console.error(explains ? error.message : error);
  process.exitCode = 1;
}
