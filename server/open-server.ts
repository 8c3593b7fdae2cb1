import { join } from 'node:path';
import type { Config } from './platform/config';
import { type Host, parseDatabaseUrl } from './platform/database/database-url';
import { connectionTo, type DatabaseServer } from './platform/database/databases';
import { startEmbeddedPostgres } from './platform/database/embedded';
import { ensureOwnSessions } from './platform/database/pooler';
import { ensureOwnerOfTables, ensureRolesApart } from './platform/database/roles-apart';
import { openServerMemory, type ServerMemory } from './platform/database/server-memory';
import { ServerRoute } from './platform/database/server-route';
import { ensureSafeServer, unreachableDatabase } from './platform/database/server-safety';
import { type Connection, Session } from './platform/database/session';
import { StartRefused } from './platform/start-refused';

/** A server, and how requests and jobs sign in to it. */
export type OpenedServer = DatabaseServer & {
  /** Signs in to the product's own database with the role that can change no table's structure (decision 130). */
  readonly runtime: Connection;
};

/** The embedded server, or the one in DATABASE_URL once its settings are found safe. */
export async function openServer(
  config: Config,
  onClose: (close: () => Promise<void>) => void,
): Promise<OpenedServer> {
  if (config.databaseUrl === null) {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log: plainLog });
    onClose(server.stop);
    return { connection: server.connection, runtime: server.runtime, maintenance: server.superuser };
  }
  const memoryFile = 'database-server.json';
  // All processes share the folder of the backups, and each machine has a data folder of its own.
  const memory = openServerMemory(join(config.dataDir, memoryFile), join(config.backupDir, memoryFile));
  const runtime = connectionFrom('DATABASE_URL', config.databaseUrl, memory);
  await ensureUsable('DATABASE_URL', runtime);
  const owner =
    config.databaseOwnerUrl === null
      ? runtime
      : connectionFrom('DATABASE_OWNER_URL', config.databaseOwnerUrl, memory);
  if (owner === runtime) await ensureOwnerOfTables('DATABASE_URL', owner);
  else {
    await ensureUsable('DATABASE_OWNER_URL', owner);
    await ensureRolesApart(owner, runtime);
  }
  // The database that every server has besides the product's own.
  return { connection: owner, runtime, maintenance: connectionTo(owner, 'postgres') };
}

/** One connection for each standby that DATABASE_READ_URL names. */
export function standbysOf({ databaseReadUrl }: Config): readonly [Connection, ...Connection[]] | null {
  const address = databaseReadUrl === null ? null : parseDatabaseUrl(databaseReadUrl);
  if (address === null) return null;
  const connectionOf = ({ host, port }: Host): Connection => ({ ...address.signIn, host, port });
  const [first, ...others] = address.hosts;
  return [connectionOf(first), ...others.map(connectionOf)];
}

/** Signs in once, and refuses a server or a pooler that would lose what is confirmed. */
async function ensureUsable(variable: string, connection: Connection): Promise<void> {
  const client = new Session({ ...connection, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } catch (error) {
    throw error instanceof StartRefused
      ? error
      : unreachableDatabase(error as NodeJS.ErrnoException, client, variable);
  }
  try {
    await ensureSafeServer(client);
  } finally {
    await client.end();
  }
  await ensureOwnSessions(connection);
}

function connectionFrom(variable: string, databaseUrl: string, memory: ServerMemory): Connection {
  const address = parseDatabaseUrl(databaseUrl);
  // The configuration has been read, so this cannot happen.
  if (address === null) throw new StartRefused(`${variable} cannot be read.`);
  const [{ host, port }] = address.hosts;
  const route = new ServerRoute(address, memory);
  return { ...address.signIn, host, port, route };
}

const plainLog = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
};
