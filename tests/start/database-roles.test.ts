import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openServer } from '../../server/open-server';
import { readConfig } from '../../server/platform/config';
import {
  type DatabaseConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/database/embedded';
import { readPasswords } from '../../server/platform/database/embedded/cluster';
import { placeOf } from '../../server/platform/database/embedded/place';
import { prepareDatabase } from '../../server/prepare-database';
import { freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { temporaryFolder } from '../support/temporary-folder';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const newDataDir = () => join(temporaryFolder(), 'data');
const admin = { email: 'owner@example.test', password: 'a long pass phrase for tests' };

async function ask<Row extends pg.QueryResultRow>(at: pg.ClientConfig, statement: string): Promise<Row[]> {
  const client = new pg.Client(at);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the program for the duration of one test. */
async function startOn(variables: Record<string, string>) {
  const port = await freePort();
  const program = spawnCounterfoil({
    PORT: String(port),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...variables,
  });
  onTestFinished(async () => {
    program.signal('SIGTERM');
    await program.ended();
  });
  await program.ready();
  return { program, address: `http://127.0.0.1:${port}/api` };
}

async function signIn(address: string): Promise<number> {
  const answer = await fetch(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return answer.status;
}

/** The roles of the program's sessions in its database. */
const rolesOf = async (at: pg.ClientConfig) =>
  (
    await ask<{ role: string }>(
      at,
      `select distinct usename::text as role from pg_stat_activity
       where datname = 'counterfoil' and application_name in ('counterfoil', 'counterfoil listener')`,
    )
  ).map(({ role }) => role);

describe('F47 the built-in database', () => {
  const inFolder = (dataDir: string) => {
    const place = placeOf(dataDir);
    const passwords = readPasswords(place);
    const at = { host: place.socketDir, port: 5432, database: 'counterfoil' };
    return {
      place,
      superuser: { ...at, user: 'postgres', password: passwords.postgres },
      runtime: { ...at, user: 'counterfoil_runtime', password: passwords.counterfoil_runtime },
      passwords,
    };
  };

  /** A folder of before there were two roles. */
  async function folderWithOneRole(): Promise<string> {
    const dataDir = newDataDir();
    const server = await startEmbeddedPostgres({ dataDir, log: quiet });
    await ask(server.superuser, 'drop role counterfoil_runtime');
    await server.stop();
    const { place, passwords } = inFolder(dataDir);
    const { counterfoil_runtime: _password, ...earlier } = passwords;
    writeFileSync(place.passwordFile, `${JSON.stringify(earlier)}\n`);
    return dataDir;
  }

  test('a folder of an earlier version is upgraded by its next start; requests, jobs and the live connection use the new role', async () => {
    const dataDir = await folderWithOneRole();
    const { program, address } = await startOn({ DATA_DIR: dataDir });
    expect(await signIn(address)).toBe(200);
    const { place, superuser, runtime, passwords } = inFolder(dataDir);
    expect(await rolesOf(superuser)).toEqual(['counterfoil_runtime']);
    await expect(ask(runtime, 'truncate journals cascade')).rejects.toThrow(/permission denied/);
    await expect(ask(runtime, 'create temporary table journals ()')).rejects.toThrow(/permission denied/);
    await expect(ask({ ...runtime, user: 'counterfoil' }, 'select 1')).rejects.toThrow(
      /authentication failed/,
    );
    expect(statSync(place.passwordFile).mode & 0o777).toBe(0o600);
    expect(statSync(place.passwordFile).uid).toBe(statSync(place.clusterDir).uid);
    const password = passwords.counterfoil_runtime ?? '';
    expect(password.length).toBeGreaterThan(30);
    expect(readFileSync(place.logFile, 'utf8')).not.toContain(password);
    expect(program.printed()).not.toContain(password);
    expect(program.printed()).not.toContain('one role for everything');
  });

  test.each<[string, (server: EmbeddedPostgres) => Promise<unknown>]>([
    ['before the role was created', server => ask(server.superuser, 'drop role counterfoil_runtime')],
    [
      'with a password that is in no file',
      server => ask(server.superuser, `alter role counterfoil_runtime password 'lost'`),
    ],
    [
      'and a role made too powerful since',
      server =>
        ask(
          server.superuser,
          `alter role counterfoil_runtime superuser createrole; revoke counterfoil_runtime from counterfoil;
           grant counterfoil to counterfoil_runtime with inherit true`,
        ),
    ],
    [
      'and a role that may not sign in',
      server => ask(server.superuser, 'alter role counterfoil_runtime nologin'),
    ],
  ])('a start that was killed, %s, is completed by the next', async (_when, spoil) => {
    const dataDir = newDataDir();
    const first = await startEmbeddedPostgres({ dataDir, log: quiet });
    await spoil(first);
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir, log: quiet });
    onTestFinished(() => second.stop());
    expect(
      await ask(
        second.runtime,
        `select current_user::text as name, rolsuper or rolcreaterole or rolcreatedb as is_powerful,
           pg_has_role(current_user, 'counterfoil', 'member') as is_owner
         from pg_roles where rolname = current_user`,
      ),
    ).toEqual([{ name: 'counterfoil_runtime', is_powerful: false, is_owner: false }]);
  });
});

describe('F47 a database server of one’s own', () => {
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    // With its settings of a real server, and used by its address as any other.
    server = await startEmbeddedPostgres({ dataDir: newDataDir(), log: quiet });
    for (const statement of [
      `create role keeper login createdb password 'keeper-word'`,
      `create role clerk login password 'clerk-word'`,
      'grant clerk to keeper',
      `create role outsider login password 'outsider-word'`,
      'create database shop owner keeper',
      'create database other owner keeper',
    ])
      await ask(server.superuser, statement);
  });
  afterAll(() => server.stop());
  const as = (user: string, database = 'shop'): DatabaseConnection => ({
    ...server.connection,
    user,
    password: `${user}-word`,
    database,
  });
  /** Two hosts, as of a primary and a standby; here both are the same server. */
  const urlOf = (user: string, database = 'shop') => {
    const host = encodeURIComponent(server.connection.host);
    return `postgres://${user}:${user}-word@/${database}?host=${host},${host}`;
  };
  const opened = (variables: Record<string, string>) => {
    const config = readConfig({ DATA_DIR: newDataDir(), ...variables });
    return openServer(config, () => undefined).then(found => ({ config, found }));
  };

  test('with both URLs, of several hosts, migrations run as the owner and everything else as the other role', async () => {
    const { program, address } = await startOn({
      DATA_DIR: newDataDir(),
      DATABASE_URL: urlOf('clerk'),
      DATABASE_OWNER_URL: urlOf('keeper'),
    });
    expect(await signIn(address)).toBe(200);
    expect(program.printed()).not.toContain('one role for everything');
    expect(
      await ask(
        server.superuser,
        `select distinct usename::text as role from pg_stat_activity
         where datname = 'shop' and application_name in ('counterfoil', 'counterfoil listener')`,
      ),
    ).toEqual([{ role: 'clerk' }]);
    expect(
      await ask(as('clerk'), `select tableowner::text as owner from pg_tables where tablename = 'journals'`),
    ).toEqual([{ owner: 'keeper' }]);
    for (const statement of [
      'truncate journals cascade',
      'update journals set narrative = null',
      'alter table journals disable trigger user',
      'create table mine ()',
    ])
      await expect(ask(as('clerk'), statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  test('two processes that start at once on an empty database end with the same rights', async () => {
    const both = { DATABASE_URL: urlOf('clerk', 'other'), DATABASE_OWNER_URL: urlOf('keeper', 'other') };
    const start = async () => {
      const { config, found } = await opened(both);
      await prepareDatabase(found, config, { skipRehearsal: true, fill: async () => undefined });
    };
    await Promise.all([start(), start(), start()]);
    expect(
      await ask(
        as('clerk', 'other'),
        `select has_table_privilege('journals', 'insert') as adds, has_table_privilege('journals', 'delete') as deletes`,
      ),
    ).toEqual([{ adds: true, deletes: false }]);
  });

  test('with one URL it works as before, and says that there is one role', async () => {
    await ask(server.superuser, 'create database alone owner keeper');
    const { program } = await startOn({ DATA_DIR: newDataDir(), DATABASE_URL: urlOf('keeper', 'alone') });
    expect(program.printed()).toContain('signs in to the database with one role for everything');
  });

  test('the same role in both is refused', async () => {
    await expect(
      opened({ DATABASE_URL: urlOf('keeper'), DATABASE_OWNER_URL: urlOf('keeper') }),
    ).rejects.toThrow(
      'DATABASE_URL and DATABASE_OWNER_URL both sign in as keeper. Give DATABASE_URL a role of its own.',
    );
  });

  test('different databases are refused', async () => {
    await expect(
      opened({ DATABASE_URL: urlOf('clerk'), DATABASE_OWNER_URL: urlOf('keeper', 'other') }),
    ).rejects.toThrow('DATABASE_URL and DATABASE_OWNER_URL lead to different databases.');
  });

  test('an owner that does not own the tables is refused, by either name', async () => {
    await expect(
      opened({ DATABASE_URL: urlOf('clerk'), DATABASE_OWNER_URL: urlOf('outsider') }),
    ).rejects.toThrow(
      'The tables of the database belong to keeper, but DATABASE_OWNER_URL signs in as outsider. Let DATABASE_OWNER_URL sign in as keeper.',
    );
    await expect(opened({ DATABASE_URL: urlOf('clerk') })).rejects.toThrow(
      'The tables of the database belong to keeper, but DATABASE_URL signs in as clerk. Set DATABASE_OWNER_URL to sign in as keeper.',
    );
  });

  test.each([
    ['alter role clerk superuser', 'alter role clerk nosuperuser', 'is a superuser'],
    ['alter role clerk createrole', 'alter role clerk nocreaterole', 'may create roles'],
    ['alter role clerk bypassrls', 'alter role clerk nobypassrls', 'may replicate or bypass row security'],
    [
      'grant pg_write_server_files to clerk',
      'revoke pg_write_server_files from clerk',
      'is a member of pg_write_server_files',
    ],
    [
      'revoke clerk from keeper; grant keeper to clerk with inherit false',
      'revoke keeper from clerk; grant clerk to keeper',
      'is a member of keeper',
    ],
  ])('a role of requests with too much power is refused: %s', async (give, take, power) => {
    await ask(server.superuser, give);
    onTestFinished(async () => {
      await ask(server.superuser, take);
    });
    await expect(
      opened({ DATABASE_URL: urlOf('clerk'), DATABASE_OWNER_URL: urlOf('keeper') }),
    ).rejects.toThrow(`The role clerk of DATABASE_URL ${power}, so it could change what is posted.`);
  });

  test('an owner that cannot sign in is named, without its password', async () => {
    const refused = opened({
      DATABASE_URL: urlOf('clerk'),
      DATABASE_OWNER_URL: urlOf('keeper')
        .replace('keeper-word', 'secret-guess')
        .replace(/,[^,]*$/, ''),
    });
    await expect(refused).rejects.toThrow('Check DATABASE_OWNER_URL');
    await expect(refused).rejects.not.toThrow('secret-guess');
  });
});
