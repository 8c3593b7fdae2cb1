import { join } from 'node:path';
import { loadBackup } from '../../server/kernel/backups/load-backup';
import { startEmbeddedPostgres } from '../../server/platform/database/embedded';
import { readPasswords } from '../../server/platform/database/embedded/cluster';
import { connectionsOf } from '../../server/platform/database/embedded/connections';
import { placeOf } from '../../server/platform/database/embedded/place';
import { type Database, openDatabase, openPool } from '../../server/platform/database/open-database';
import { temporaryFolder } from '../support/temporary-folder';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A data folder as the release left it. */
export async function releasedFolder(backup: string): Promise<string> {
  const dataDir = join(temporaryFolder(), 'data');
  const server = await startEmbeddedPostgres({ dataDir, log: quiet });
  await loadBackup(backup, { connection: server.connection, onRead: () => undefined });
  await server.stop();
  return dataDir;
}

/** How to reach the database in a data folder, while it runs. */
export const connectionIn = (dataDir: string) => {
  const place = placeOf(dataDir);
  return connectionsOf(place, readPasswords(place)).connection;
};

export async function inDatabase<T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(openPool(connectionIn(dataDir), 1));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
