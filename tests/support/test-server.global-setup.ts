import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import {
  type DatabaseConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/database/embedded';
import { placeOf } from '../../server/platform/database/embedded/place';
import { findPostmaster } from '../../server/platform/database/embedded/postmaster';
import { findProcess } from '../../server/platform/database/embedded/running-process';
import { migrateToLatest } from '../../server/platform/database/migrate';
import { openDatabase, openPool } from '../../server/platform/database/open-database';
import { grantRuntimeRights } from '../../server/platform/database/runtime-rights';
import { migrateJobs } from '../../server/platform/jobs/start-jobs';
import { runtimeRights } from '../../server/runtime-rights';
import { folderOf } from '../statements/record-statements';
import { endWithRun } from './end-with-run';
import { serverLogSummary } from './server-log-summary';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's own server; the database named by `template` is migrated and only ever copied. */
    testServer: {
      superuser: DatabaseConnection;
      /** The owner of the databases. */
      application: DatabaseConnection;
      /** The role of requests and jobs. */
      runtime: DatabaseConnection;
      template: string;
    };
    /** All files written by tests are below it. */
    runFolder: string;
  }
}

const prefix = 'counterfoil-tests-';
/** A folder that Linux keeps in memory. */
const inMemory = '/dev/shm';
const enough = 6 * 2 ** 30;

/**
 * Starts the run's PostgreSQL in a temporary folder and prepares the template. Afterwards the folder is deleted with
 * everything that tests left in it, servers included; also when the run is killed.
 */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  removeLeftovers();
  // `npm test` has already looked for a browser; a partial run looks here. Test processes inherit it.
  process.env.CHROMIUM_PATH ??= findChromium() ?? '';
  const folder = join(placeOfRun(), `${prefix}${process.pid}-${Date.now()}`);
  mkdirSync(folder);
  // The programs that tests start record their statements too.
  process.env.STATEMENTS_FOLDER = folderOf(folder);
  // PostgreSQL, which never runs as root, must be able to pass through.
  chmodSync(folder, 0o755);
  const cutShort = () => removeFolder(folder);
  process.on('exit', cutShort);
  const guard = endWithRun(folder);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: quiet, durable: false });
  await prepareTemplate(server);
  project.provide('testServer', {
    superuser: server.superuser,
    application: server.connection,
    runtime: server.runtime,
    template: server.connection.database,
  });
  project.provide('runFolder', folder);
  return async () => {
    await server.stop();
    const unusual = serverLogSummary(placeOf(join(folder, 'data')).logFile);
    if (unusual !== null) console.log(unusual);
    removeFolder(folder);
    guard.stop();
    process.off('exit', cutShort);
  };
}

/**
 * In memory where there is plenty, else on disk: ext4 scans over recently deleted files when one is created, so that
 * copying the thirtieth database of a run took a second, twenty times as long as the first.
 */
function placeOfRun(): string {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, process.availableMemory()) > enough ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Migrates the database that every test file's own is copied from. */
async function prepareTemplate({ connection, runtime }: EmbeddedPostgres): Promise<void> {
  const database = openDatabase(openPool(connection, 1));
  try {
    await migrateToLatest(database);
    await migrateJobs(connection);
    await grantRuntimeRights(connection, runtime, runtimeRights);
    // Most tests are about a company registered for VAT; a new one is not (rule V23).
    await sql`update vat_registration set is_registered = true, vat_number = 'GB123456782'`.execute(database);
  } finally {
    // A database with connections cannot be copied.
    await database.destroy();
  }
}

/** A killed run could not clean up, so the next one does. */
function removeLeftovers(): void {
  for (const place of [inMemory, tmpdir()].filter(path => existsSync(path)))
    for (const name of readdirSync(place)) {
      const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
      if (pid > 0 && !findProcess(pid)) removeFolder(join(place, name));
    }
}

function removeFolder(folder: string): void {
  for (const dataDir of dataDirsBelow(folder)) {
    const orphan = findPostmaster(placeOf(dataDir));
    // The data is disposable, so the server need not shut down in order.
    if (orphan) process.kill(orphan.process.pid, 'SIGQUIT');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** The data folders below a folder: where a server's `postgres` folder stands. A server may still be writing in it. */
function dataDirsBelow(folder: string): string[] {
  if (existsSync(join(folder, 'postgres', 'postmaster.pid'))) return [folder];
  return subfoldersOf(folder).flatMap(name => (name === 'postgres' ? [] : dataDirsBelow(join(folder, name))));
}

function subfoldersOf(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter(entry => entry.isDirectory()).map(({ name }) => name);
  } catch {
    // Removed meanwhile.
    return [];
  }
}

const quiet = { info: () => {}, warn: console.warn, error: console.error };
