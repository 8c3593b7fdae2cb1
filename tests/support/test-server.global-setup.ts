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
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { type DatabaseConnection, startEmbeddedPostgres } from '../../server/platform/database/embedded';
import { placeOf } from '../../server/platform/database/embedded/place';
import { findPostmaster } from '../../server/platform/database/embedded/postmaster';
import { findProcess } from '../../server/platform/database/embedded/running-process';
import { migrateToLatest } from '../../server/platform/database/migrate';
import { openDatabase, openPool } from '../../server/platform/database/open-database';
import { migrateJobs } from '../../server/platform/jobs/start-jobs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's own server; the database named by `template` is migrated and is only ever copied. */
    testServer: { superuser: DatabaseConnection; application: DatabaseConnection; template: string };
    /** Everything that tests write to disc goes below it. */
    runFolder: string;
  }
}

const prefix = 'counterfoil-tests-';
/** Linux keeps what stands below it in memory. */
const inMemory = '/dev/shm';
const enough = 6 * 2 ** 30;

/**
 * Starts the run's PostgreSQL in a temporary folder and prepares the template. Afterwards the folder goes, with
 * everything that tests left in it, servers included.
 */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  removeLeftovers();
  // `npm test` has looked for a browser already; a narrow run looks here. The test processes inherit it.
  process.env.CHROMIUM_PATH ??= findChromium() ?? '';
  const folder = join(placeOfRun(), `${prefix}${process.pid}-${Date.now()}`);
  mkdirSync(folder);
  // PostgreSQL, which never runs as root, must be able to pass through.
  chmodSync(folder, 0o755);
  const cutShort = () => removeFolder(folder);
  process.on('exit', cutShort);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: quiet, durable: false });
  await prepareTemplate(server.connection);
  project.provide('testServer', {
    superuser: server.superuser,
    application: server.connection,
    template: server.connection.database,
  });
  project.provide('runFolder', folder);
  return async () => {
    await server.stop();
    removeFolder(folder);
    process.off('exit', cutShort);
  };
}

/**
 * Memory where there is plenty of it, else the disc: ext4 passes over all that was deleted lately whenever a file is
 * made, so that the thirtieth database of a run took a second to copy, and the first a twentieth of that.
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

/** Migrates the one database that every test file's own is copied from. */
async function prepareTemplate(connection: DatabaseConnection): Promise<void> {
  const database = openDatabase(openPool(connection, 1));
  try {
    await migrateToLatest(database);
    await migrateJobs(connection);
    // Most tests are of a firm that is registered for VAT; a new one is not (rule V23).
    await sql`update vat_registration set is_registered = true, vat_number = 'GB123456782'`.execute(database);
  } finally {
    // A database that somebody is connected to cannot be copied.
    await database.destroy();
  }
}

/** A run that was killed outright could not tidy up; the next one does it. */
function removeLeftovers(): void {
  for (const place of [inMemory, tmpdir()].filter(path => existsSync(path)))
    for (const name of readdirSync(place)) {
      const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
      if (pid > 0 && !findProcess(pid)) removeFolder(join(place, name));
    }
}

function removeFolder(folder: string): void {
  for (const dataDir of dataDirsBelow(folder)) {
    const left = findPostmaster(placeOf(dataDir));
    // Nobody misses this data, so the server need not shut down in order.
    if (left) process.kill(left.process.pid, 'SIGQUIT');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function dataDirsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith(join('postgres', 'postmaster.pid')))
    .map(path => dirname(dirname(join(folder, path))));
}

const quiet = { info: () => {}, warn: console.warn, error: console.error };
