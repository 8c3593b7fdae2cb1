import pg from 'pg';
import type { Config } from './platform/config';
import { connectionTo, type DatabaseServer } from './platform/database/databases';
import { startEmbeddedPostgres } from './platform/database/embedded';
import { ensureSafeServer, unreachableDatabase } from './platform/database/server-safety';

/** The embedded server, or the one in DATABASE_URL once its settings are found safe. */
export async function openServer(
  config: Config,
  onClose: (close: () => Promise<void>) => void,
): Promise<DatabaseServer> {
  if (config.databaseUrl === null) {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log: plainLog });
    onClose(server.stop);
    return { connection: server.connection, maintenance: server.superuser };
  }
  const client = new pg.Client({ connectionString: config.databaseUrl, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    throw unreachableDatabase(error as NodeJS.ErrnoException, client);
  }
  try {
    await ensureSafeServer(client);
  } finally {
    await client.end();
  }
  const connection = { connectionString: config.databaseUrl };
  // The database that every server has besides the product's own.
  return { connection, maintenance: connectionTo(connection, 'postgres') };
}

const plainLog = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
};
