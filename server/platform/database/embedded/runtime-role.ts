import pg from 'pg';
import { sqlState } from '../database-errors';
import { Session } from '../session';
import type { Launcher } from './account';
import { newPassword, readPasswords, writePasswords } from './cluster';
import type { DatabaseConnection } from './connections';
import type { Place } from './place';

const role = 'counterfoil_runtime';
const owner = 'counterfoil';

/**
 * The role of requests and jobs, created, or corrected where it is not as it should be: in a new cluster, in one of before
 * there were two roles, and after a start that was killed in between. Its password is kept with those of the others.
 */
export async function ensureRuntimeRole(
  place: Place,
  launcher: Launcher,
  superuser: DatabaseConnection,
): Promise<DatabaseConnection> {
  const passwords = readPasswords(place);
  const password = passwords.counterfoil_runtime ?? newPassword();
  // First in the file: a role with a password that no one knows would be of no use.
  if (passwords.counterfoil_runtime === undefined)
    writePasswords(place, launcher, { ...passwords, counterfoil_runtime: password });
  const runtime = { ...superuser, user: role, password, database: owner };
  const session = new Session({
    ...superuser,
    connectionTimeoutMillis: 5_000,
    application_name: 'counterfoil start',
    // A statement with a password does not reach the log, even if it fails.
    parameters: { log_min_error_statement: 'panic', log_statement: 'none', log_min_duration_statement: '-1' },
  });
  await session.connect();
  try {
    if (!(await isAsItShouldBe(session)) || !(await canSignIn(runtime))) await correct(session, password);
  } finally {
    await session.end().catch(() => undefined);
  }
  return runtime;
}

/** Able to sign in and nothing else, a member of no role; and the owner may see and end its sessions. */
async function isAsItShouldBe(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ holds: boolean }>(
    `select r.rolcanlogin and not (r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolreplication or r.rolbypassrls)
       and not exists (select from pg_auth_members where member = r.oid)
       and exists (select from pg_auth_members where roleid = r.oid and member = o.oid) as holds
     from pg_roles r, pg_roles o where r.rolname = $1 and o.rolname = $2`,
    [role, owner],
  );
  return rows[0]?.holds === true;
}

const refusedSignIn = new Set(['28P01', '28000']);

async function canSignIn(runtime: DatabaseConnection): Promise<boolean> {
  const client = new pg.Client({ ...runtime, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (refusedSignIn.has(sqlState(error) ?? '')) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function correct(session: Session, password: string): Promise<void> {
  await session.query('begin');
  const { rows: found } = await session.query('select from pg_roles where rolname = $1', [role]);
  if (found.length === 0) await session.query(`create role ${role}`);
  await session.query(
    `alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit
       password ${pg.escapeLiteral(password)}`,
  );
  const { rows: groups } = await session.query<{ name: string }>(
    'select roleid::regrole::text as name from pg_auth_members where member = $1::regrole',
    [role],
  );
  for (const { name } of groups) await session.query(`revoke ${name} from ${role}`);
  await session.query(`grant ${role} to ${owner}`);
  await session.query('commit');
}
