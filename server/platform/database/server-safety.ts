import type { ClientBase } from 'pg';
import { StartRefused } from '../start-refused';

export { StartRefused } from '../start-refused';

const oldestVersion = 15;

/** Settings without which a committed sale could be lost in a power cut. */
const neededOn = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Throws `StartRefused` for a server that cannot be trusted with money: older than PostgreSQL 15, acknowledging before
 * it has written, or a standby. Only reads; changes nothing.
 */
export async function ensureSafeServer(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(
    `select current_setting('server_version_num') as version_number, current_setting('server_version') as version,
            current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
            current_setting('synchronous_commit') as synchronous_commit,
            current_setting('synchronous_standby_names') as standby_names, pg_is_in_recovery()::text as in_recovery`,
  );
  const server = rows[0];
  if (!server) throw new StartRefused('The database did not report its version.');
  if (Number(server.version_number) < oldestVersion * 10_000) {
    throw new StartRefused(
      `The database is PostgreSQL ${server.version}; Counterfoil needs PostgreSQL ${oldestVersion} or later.`,
    );
  }
  if (server.in_recovery === 'true') {
    throw new StartRefused(
      'The database is a read-only standby. Set DATABASE_URL to the primary server, or promote this one.',
    );
  }
  const off = neededOn.filter(setting => server[setting] === 'off');
  if (off.length > 0) {
    throw new StartRefused(
      `The database runs with ${off.map(setting => `${setting} = off`).join(' and ')}, so it can lose confirmed changes. Turn ${off.length > 1 ? 'them' : 'it'} on in postgresql.conf and restart the database.`,
    );
  }
  ensureStandbyIsAwaited(server);
}

/** A sale confirmed by the primary alone is lost when the standby takes over. */
function ensureStandbyIsAwaited(server: Record<string, string>): void {
  if (server.synchronous_commit !== 'local' || !server.standby_names) return;
  throw new StartRefused(
    'The database has a synchronous standby but runs with synchronous_commit = local, so a standby that takes over can lose confirmed changes. Set synchronous_commit = on in postgresql.conf, for the database and for the role.',
  );
}

/** The refusal for a database that cannot be reached or signed in to. Names the host, never the password. */
export function unreachableDatabase(
  error: NodeJS.ErrnoException,
  at: { host: string; port: number },
  variable = 'DATABASE_URL',
): StartRefused {
  const where = at.host.startsWith('/') ? at.host : `${at.host}:${at.port}`;
  return new StartRefused(
    `The database at ${where} cannot be used: ${plainReason(error)}. Check ${variable}, and that the server is running and reachable.`,
  );
}

function plainReason(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'no server responds at this address and port';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name was not found';
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'it does not respond';
    case 'ENOENT':
      return 'the folder has no socket';
    default:
      // PostgreSQL's own messages name users and databases but never repeat a password.
      return error.message.replace(/\.$/, '') || (error.code ?? 'it does not respond');
  }
}
