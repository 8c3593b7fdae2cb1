import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countOf } from '#domain/kernel/count-of';
import { formatMoment } from '#domain/kernel/dates';
import { BackupRefused, mergeErasures, readBackupHead, readErasures } from './kernel/backups';
import { openServer } from './open-server';
import { type Config, readConfig } from './platform/config';
import { type DatabaseServer, withSession } from './platform/database/databases';
import { RecoveryRefused } from './platform/database/embedded';
import { openFileStore } from './platform/files/file-store';
import { StartRefused } from './platform/start-refused';
import type { Finished } from './restore/finish-restore';
import { finishInPlace, putBack, restoreBackup, type SinceThen } from './restore/restore-backup';
import { readMoment } from './restore/restore-moment';
import { describeArchive, restoreUntil } from './restore/restore-until';

const usage = `Usage: npm run restore -- FILE --yes
       npm run restore -- --until "2026-11-22 14:03:10" --yes
       npm run restore -- --back DATABASE --yes
       npm run restore -- --in-place --yes

Replaces the database with a backup, with itself as at a moment (UK time), or with the previous database. --in-place is for a database that was restored by other means. Stop Counterfoil first.`;

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        yes: { type: 'boolean', default: false },
        back: { type: 'string' },
        until: { type: 'string' },
        'in-place': { type: 'boolean' },
        'accept-breaches': { type: 'boolean', default: false },
        'old-sign-ins': { type: 'boolean', default: false },
      },
    });
    const [file] = positionals;
    if (
      positionals.length > 1 ||
      [file, values.until, values.back, values['in-place']].filter(isGiven).length !== 1
    )
      throw new StartRefused(usage);
    return {
      ...values,
      path: file === undefined ? null : resolve(file),
      until: values.until === undefined ? null : readMoment(values.until),
    };
  } catch (error) {
    throw error instanceof StartRefused ? error : new StartRefused(usage);
  }
}

const isGiven = (option: string | boolean | undefined): boolean => option !== undefined;

/** The command `npm run restore`. */
async function main(): Promise<void> {
  const options = readOptions();
  const config = readConfig(process.env);
  const { path, back, until, yes } = options;
  if (until !== null) await describeMoment(config, until);
  if (path !== null) await describe(path);
  if (!yes)
    throw new StartRefused(
      options['in-place']
        ? 'Nothing was changed. Add --yes to sign everyone out and to stop what was waiting in the database.'
        : 'Nothing was changed. Add --yes to replace the database. The current database is kept under another name.',
    );
  const opened: (() => Promise<void>)[] = [];
  try {
    const server = await openServer(config, close => opened.push(close));
    await ensureStopped(server);
    const sinceThen: SinceThen = {
      server,
      erasures: await erasuresBeside(config, path),
      usesOldSignIns: options['old-sign-ins'],
      clock: () => new Date(),
    };
    if (back !== undefined) await swapBack(sinceThen, config, back);
    else if (options['in-place']) await finishHere(sinceThen);
    else await restore(sinceThen, config, { path, until }, options['accept-breaches']);
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

async function describeMoment({ databaseUrl, backupDir }: Config, until: Date): Promise<void> {
  if (databaseUrl !== null)
    throw new StartRefused(
      '--until works with the built-in database only. Use the backups of your own PostgreSQL server.',
    );
  if (until > new Date()) throw new StartRefused(`${formatMoment(until)} is in the future.`);
  console.log(`The database as at ${formatMoment(until)}. ${await describeArchive(backupDir)}`);
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

/** Erasures outlive the database in the folder of the backups, or beside a backup that was copied here with them. */
async function erasuresBeside({ backupDir }: Config, path: string | null) {
  const folders = new Set([backupDir, ...(path === null ? [] : [dirname(path)])]);
  return mergeErasures(...(await Promise.all([...folders].map(readErasures))));
}

async function restore(
  sinceThen: SinceThen,
  config: Config,
  { path, until }: { readonly path: string | null; readonly until: Date | null },
  acceptBreaches: boolean,
): Promise<void> {
  const { dataDir, backupDir } = config;
  const files = await openFileStore(join(dataDir, 'files'));
  const options = { ...sinceThen, files, acceptBreaches, say: (line: string) => console.log(line) };
  const restored =
    until === null
      ? await restoreBackup({ ...options, path: path ?? '' })
      : await restoreUntil({ ...options, dataDir, backupDir, until });
  const { aside, takenAt } = restored;
  console.log(`Restored the data of ${formatMoment(takenAt)}. All users are signed out.`);
  sayFinished(sinceThen, restored);
  if (aside !== null)
    console.log(
      `The previous database is kept as ${aside}. To go back: npm run restore -- --back ${aside} --yes`,
    );
  if (config.secretKey === null && !existsSync(join(config.dataDir, 'secret.key')))
    console.log(
      `There is no secret.key in ${config.dataDir}. Copy the key that belongs to this backup there before you start. Encrypted data cannot be read with any other key.`,
    );
}

function sayFinished(
  { erasures = [], usesOldSignIns = false }: SinceThen,
  { erasedAgain, held, signIns }: Finished,
): void {
  if (erasedAgain > 0)
    console.log(
      `${erasedAgain} ${erasedAgain === 1 ? 'person' : 'people'} erased since then ${erasedAgain === 1 ? 'was' : 'were'} erased again.`,
    );
  if (signIns !== null && signIns.length > 0)
    console.log(`Kept as they were before the restore: ${signIns.join(', ')}.`);
  if (held.length > 0)
    console.log(
      `Left for you to decide, because it may have been completed since then: ${held.join(', ')}. Held emails are in the inbox under Sent.`,
    );
  if (signIns === null)
    console.log(
      usesOldSignIns
        ? 'Accounts, passwords and passkeys are those of the restored data. Deactivate those that must not sign in.'
        : 'No previous database of this business was found. Accounts, passwords and passkeys are those of the restored data: deactivate those that must not sign in.',
    );
  if (signIns === null && erasures.length === 0)
    console.log(
      'No erasures.json was found beside the backups. People whose data was erased since then are back: erase them again.',
    );
}

async function finishHere(sinceThen: SinceThen): Promise<void> {
  const finished = await finishInPlace(sinceThen);
  console.log('The database is treated as restored. All users are signed out.');
  sayFinished(sinceThen, finished);
}

async function swapBack(sinceThen: SinceThen, config: Config, back: string): Promise<void> {
  const { rows } = await withSession(sinceThen.server.connection, client =>
    client.query('select from pg_database where datname = $1', [back]),
  );
  if (rows.length === 0 || !back.includes('_before_restore_'))
    throw new StartRefused(`There is no database ${back} from a previous restore.`);
  const files = await openFileStore(join(config.dataDir, 'files'));
  const finished = await putBack({ ...sinceThen, back, files, backupDir: config.backupDir });
  console.log(
    `Counterfoil uses ${back} again. The restored database is kept as ${finished.aside}. All users are signed out.`,
  );
  sayFinished(sinceThen, finished);
  const { missingFiles } = finished;
  if (missingFiles > 0)
    console.log(
      `${countOf(missingFiles, 'attached file')} ${missingFiles === 1 ? 'is' : 'are'} missing, and in no backup in ${config.backupDir}.`,
    );
}

try {
  await main();
} catch (error) {
  const explains = [StartRefused, BackupRefused, RecoveryRefused].some(kind => error instanceof kind);
  console.error(explains && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
