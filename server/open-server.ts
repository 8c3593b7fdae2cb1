import { join } from 'node:path';
import type { Config } from './platform/config';
import { parseDatabaseUrl } from './platform/database/database-url';
import { connectionTo, type DatabaseServer } from './platform/database/databases';
import { startEmbeddedPostgres } from './platform/database/embedded';
import { ensureOwnSessions } from './platform/database/pooler';
import { openServerMemory } from './platform/database/server-memory';
import { ServerRoute } from './platform/database/server-route';
import { ensureSafeServer, unreachableDatabase } from './platform/database/server-safety';
import { type Connection, Session } from './platform/database/session';
import { StartRefused } from './platform/start-refused';

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
  const connection = connectionFrom(config.databaseUrl, join(config.dataDir, 'database-server.json'));
  const client = new Session({ ...connection, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    throw error instanceof StartRefused ? error : unreachableDatabase(error as NodeJS.ErrnoException, client);
  }
  try {
    await ensureSafeServer(client);
  } finally {
    await client.end();
  }
  await ensureOwnSessions(connection);
  // The database that every server has besides the product's own.
  return { connection, maintenance: connectionTo(connection, 'postgres') };
}

function connectionFrom(databaseUrl: string, memoryFile: string): Connection {
  const address = parseDatabaseUrl(databaseUrl);
  // The configuration has been read, so this cannot happen.
  if (address === null) throw new StartRefused('DATABASE_URL cannot be read.');
  const [{ host, port }] = address.hosts;
  const route = new ServerRoute(address, openServerMemory(memoryFile));
  return { ...address.signIn, host, port, route };
}

const plainLog = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
};
