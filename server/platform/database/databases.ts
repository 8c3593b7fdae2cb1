import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type Connection, Session } from './session';

/** How to create databases beside the product's own, and to swap one into its place. */
export type DatabaseServer = {
  /** Signs in to the product's own database as the owner of its tables. */
  readonly connection: Connection;
  /** Signs in to another database with a role that may create and rename databases. */
  readonly maintenance: Connection;
};

/** The same connection settings, for another database of the server. */
export function connectionTo(connection: Connection, database: string): Connection {
  if (connection.connectionString === undefined) return { ...connection, database };
  const { host, port, user, password, ssl } = new pg.Client(connection);
  return { host, port, user, password, ssl, database, route: connection.route };
}

/** The name of a connection's database. */
export const databaseOf = (connection: Connection): string => new pg.Client(connection).database ?? '';

/** The role that a connection signs in with. */
export const userOf = (connection: Connection): string => new pg.Client(connection).user ?? '';

/** Runs `work` in a session of its own, without the time limits of requests. */
export async function withSession<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new Session({
    ...connection,
    connectionTimeoutMillis: 5_000,
    application_name: 'counterfoil backup',
    keepAlive: true,
    // Dates, bytes and numbers have one text form, whatever the server's settings.
    parameters: {
      statement_timeout: '0',
      idle_in_transaction_session_timeout: '0',
      timezone: 'UTC',
      datestyle: 'ISO',
      bytea_output: 'hex',
      extra_float_digits: '1',
    },
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const name = pg.escapeIdentifier;
/** Names have at most 63 bytes; suffixes take up to 30. */
const stem = (database: string) => database.slice(0, 33);
/** What a temporary database is for. Each purpose has its own lock, under which its leftovers are swept. */
export type ScratchPurpose = 'trial' | 'rehearsal';
const scratchStem = (server: DatabaseServer, purpose: ScratchPurpose) =>
  `${stem(databaseOf(server.connection))}_${purpose}_`;

/** Creates an empty database with the collation of the product's own. It stays until it is dropped or swept. */
export async function createScratch(
  server: DatabaseServer,
  purpose: ScratchPurpose = 'trial',
): Promise<string> {
  const scratch = scratchStem(server, purpose) + randomBytes(6).toString('hex');
  const { rows } = await withSession(server.connection, client =>
    client.query<{ sorting: string }>(
      `select format('encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(d.encoding), d.datcollate, d.datctype)
         || case d.datlocprovider when 'i' then format(' locale_provider icu icu_locale %L', locale)
           when 'b' then format(' locale_provider builtin builtin_locale %L', locale) else ' locale_provider libc' end as sorting
       from pg_database d, lateral (select coalesce(to_jsonb(d)->>'datlocale', to_jsonb(d)->>'daticulocale') as locale) l
       where d.datname = current_database()`,
    ),
  );
  await withSession(server.maintenance, client =>
    client.query(
      `create database ${name(scratch)} owner ${name(userOf(server.connection))} template template0 ${rows[0]?.sorting ?? ''}`,
    ),
  );
  return scratch;
}

export const dropDatabase = (server: DatabaseServer, database: string): Promise<unknown> =>
  withSession(server.maintenance, client =>
    client.query(`drop database if exists ${name(database)} with (force)`),
  );

/** Drops databases left behind by work that was killed. Call only while no work of this purpose is running. */
export async function sweepScratch(server: DatabaseServer, purpose: ScratchPurpose = 'trial'): Promise<void> {
  const { rows } = await withSession(server.connection, client =>
    client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      scratchStem(server, purpose),
    ]),
  );
  for (const { datname } of rows) await dropDatabase(server, datname);
}

/** Swaps one database into the place of another, which is renamed. Both renames happen, or neither. */
export async function swapDatabases(
  server: DatabaseServer,
  { now, aside, next }: { readonly now: string; readonly aside: string; readonly next: string },
): Promise<void> {
  await withSession(server.maintenance, async client => {
    await client.query('begin');
    await client.query(`alter database ${name(now)} rename to ${name(aside)}`);
    await client.query(`alter database ${name(next)} rename to ${name(now)}`);
    await client.query('commit');
  });
}

const replacedStem = (server: DatabaseServer) => `${stem(databaseOf(server.connection))}_before_restore_`;

/** The databases that restores replaced and that were not dropped since. */
export async function listReplacedDatabases(server: DatabaseServer): Promise<string[]> {
  const { rows } = await withSession(server.connection, client =>
    client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1) order by datname',
      [replacedStem(server)],
    ),
  );
  return rows.map(({ datname }) => datname);
}

/** A free name for the database that is replaced at `at`. A second one in the same minute gets `_2`. */
export async function replacedDatabaseName(server: DatabaseServer, at: Date): Promise<string> {
  const first = `${replacedStem(server)}${at.toISOString().slice(2, 16).replaceAll(/\D/g, '')}`;
  const { rows } = await withSession(server.connection, client =>
    client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      first,
    ]),
  );
  const taken = new Set(rows.map(({ datname }) => datname));
  for (let number = 1; ; number++) {
    const found = number === 1 ? first : `${first}_${number}`;
    if (!taken.has(found)) return found;
  }
}
