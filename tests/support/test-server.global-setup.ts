import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../scripts/lib/chromium.mjs';
import { type DatabaseConnection, startEmbeddedPostgres } from '../../server/platform/database/embedded';
import { placeOf } from '../../server/platform/database/embedded/place';
import { findPostmaster } from '../../server/platform/database/embedded/postmaster';
import { findProcess } from '../../server/platform/database/embedded/running-process';
import { migrateToLatest } from '../../server/platform/database/migrate';
import { openDatabase, openPool } from '../../server/platform/database/open-database';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's own server; the database named by `template` is migrated and is only ever copied. */
    testServer: { superuser: DatabaseConnection; application: DatabaseConnection; template: string };
  }
}

const prefix = 'counterfoil-tests-';

/** Starts the run's PostgreSQL in a temporary folder and prepares the template. Removes everything afterwards. */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  removeLeftovers();
  // `npm test` has looked for a browser already; a narrow run looks here. The test processes inherit it.
  process.env.CHROMIUM_PATH ??= findChromium() ?? '';
  const dataDir = join(tmpdir(), `${prefix}${process.pid}-${Date.now()}`);
  const cutShort = () => removeFolder(dataDir);
  process.on('exit', cutShort);
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, durable: false });
  await prepareTemplate(server.connection);
  project.provide('testServer', {
    superuser: server.superuser,
    application: server.connection,
    template: server.connection.database,
  });
  return async () => {
    await server.stop();
    removeFolder(dataDir);
    process.off('exit', cutShort);
  };
}

/** Migrates the one database that every test file's own is copied from. */
async function prepareTemplate(connection: DatabaseConnection): Promise<void> {
  const database = openDatabase(openPool(connection, 1));
  try {
    await migrateToLatest(database);
  } finally {
    // A database that somebody is connected to cannot be copied.
    await database.destroy();
  }
}

/** A run that was killed outright could not tidy up; the next one does it. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (pid > 0 && !findProcess(pid)) removeFolder(join(tmpdir(), name));
  }
}

function removeFolder(dataDir: string): void {
  const left = findPostmaster(placeOf(dataDir));
  // Nobody misses this data, so the server need not shut down in order.
  if (left) process.kill(left.process.pid, 'SIGQUIT');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

const quiet = { info: () => {}, warn: console.warn, error: console.error };
