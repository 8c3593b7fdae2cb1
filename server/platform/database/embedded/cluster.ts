import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefused } from '../../start-refused';
import type { Launcher } from './account';
import type { Binaries } from './binaries';
import type { Place } from './place';
import { reasonIn, runProgram } from './run-program';

/** Passwords of the database roles: the owner of the tables, the one of requests, and the superuser for repairs. */
export interface Passwords {
  readonly counterfoil: string;
  /** Missing in a folder of before there were two roles. */
  readonly counterfoil_runtime?: string;
  readonly postgres: string;
}

/** Whether a database already exists here. Throws `StartRefused` for a folder that this version cannot open. */
export function clusterExists(place: Place, binaries: Binaries): boolean {
  if (!existsSync(place.clusterDir)) return false;
  const version = readIfPresent(join(place.clusterDir, 'PG_VERSION'))?.trim();
  if (version === undefined) {
    if (readdirSync(place.clusterDir).length === 0) return false;
    throw new StartRefused(
      `The folder ${place.clusterDir} contains files but no PostgreSQL database. Move it away or restore it from a backup, or set DATA_DIR to another folder.`,
    );
  }
  if (version !== binaries.major) {
    throw new StartRefused(
      `The database in ${place.clusterDir} was written by PostgreSQL ${version}, but this version of Counterfoil uses PostgreSQL ${binaries.major}. Nothing was changed. Start the version of Counterfoil that wrote it, or restore a backup.`,
    );
  }
  return true;
}

export function readPasswords(place: Place): Passwords {
  const text = readIfPresent(place.passwordFile);
  if (text === undefined) {
    throw new StartRefused(
      `The file ${place.passwordFile} is missing, so Counterfoil cannot sign in to its own database. Restore it from a backup.`,
    );
  }
  return JSON.parse(text) as Passwords;
}

/**
 * Creates the database with its owner. It is built in a temporary folder and renamed when complete,
 * so that an interrupted start leaves nothing in the way of the next one.
 */
export async function createCluster(
  place: Place,
  binaries: Binaries,
  launcher: Launcher,
  durable: boolean,
): Promise<void> {
  const building = join(place.dataDir, `postgres.new-${process.pid}`);
  const passwordFile = `${building}.password`;
  removeUnfinished(place.dataDir);
  try {
    const passwords: Passwords = { counterfoil: newPassword(), postgres: newPassword() };
    mkdirSync(building, { mode: 0o700 });
    giveTo(launcher, building);
    writePrivately(launcher, passwordFile, passwords.postgres);
    await initialise(building, passwordFile, binaries, launcher, durable);
    await createRoleAndDatabase(building, passwords, binaries, launcher);
    writePrivately(launcher, join(building, 'counterfoil-passwords.json'), JSON.stringify(passwords));
    rmSync(place.clusterDir, { recursive: true, force: true });
    renameSync(building, place.clusterDir);
    syncFolder(place.dataDir);
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw cannotCreate(place.dataDir, (error as Error).message);
  } finally {
    removeUnfinished(place.dataDir);
  }
}

async function initialise(
  folder: string,
  passwordFile: string,
  binaries: Binaries,
  launcher: Launcher,
  durable: boolean,
): Promise<void> {
  const settings = [
    // Test databases, the only ones that are not durable, serve several applications at once.
    `max_connections=${durable ? 60 : 250}`,
    'shared_buffers=128MB',
    'work_mem=8MB',
    'maintenance_work_mem=64MB',
    // Queries are short and the disk is local: JIT compilation costs more than it saves.
    'random_page_cost=1.1',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
  ];
  const { code, output } = await runProgram(launcher, binaries.initdb, [
    '-D',
    folder,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // Names sort as British readers expect, whatever locales the machine has.
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-GB',
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
    ...settings.flatMap(setting => ['--set', setting]),
  ]);
  if (code !== 0) throw cannotCreate(dirname(folder), reasonIn(output));
}

async function createRoleAndDatabase(
  folder: string,
  passwords: Passwords,
  binaries: Binaries,
  launcher: Launcher,
): Promise<void> {
  // Single-user mode reads one statement per line, before any client can connect.
  const statements = [
    `create role counterfoil login password '${passwords.counterfoil}'`,
    'create database counterfoil owner counterfoil',
  ];
  const { code, output } = await runProgram(
    launcher,
    binaries.postgres,
    ['--single', '-D', folder, '-c', 'exit_on_error=on', '-c', 'log_min_messages=error', 'postgres'],
    `${statements.join('\n')}\n`,
  );
  if (code !== 0) throw cannotCreate(dirname(folder), reasonIn(output));
}

const cannotCreate = (folder: string, reason: string) =>
  new StartRefused(
    `The database could not be created in ${folder}: ${reason}. Nothing was kept. Fix this and start again.`,
  );

export const newPassword = () => randomBytes(24).toString('base64url');

function giveTo(launcher: Launcher, path: string): void {
  if (launcher.account) chownSync(path, launcher.account.uid, launcher.account.gid);
}

/** Replaces the passwords of a cluster. A kill leaves the earlier ones, or these. */
export function writePasswords(place: Place, launcher: Launcher, passwords: Passwords): void {
  const unnamed = `${place.passwordFile}.new`;
  rmSync(unnamed, { force: true });
  writePrivately(launcher, unnamed, JSON.stringify(passwords));
  renameSync(unnamed, place.passwordFile);
  syncFolder(place.clusterDir);
}

function writePrivately(launcher: Launcher, file: string, text: string): void {
  const opened = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(opened, `${text}\n`);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  giveTo(launcher, file);
}

function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-')) {
      // A program that the killed start has left running may still write here, until it finds its files gone.
      rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
  }
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
