import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantRuntimeRights } from '../../server/platform/database/runtime-rights';
import { runtimeRights } from '../../server/runtime-rights';
import { type FreshDatabase, freshDatabase } from '../support/postgres-for-tests';

let database: FreshDatabase;
let owner: pg.Client;
let runtime: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  [owner, runtime] = [new pg.Client(database.connection), new pg.Client(database.runtime)];
  await owner.connect();
  await runtime.connect();
});
afterAll(async () => {
  await owner.end();
  await runtime.end();
  await database.drop();
});

const written = new Map(
  readFileSync(join(import.meta.dirname, 'database-rights.tsv'), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => {
      const [table = '', rights = ''] = line.split('\t');
      return [table, rights.split(' ')] as const;
    }),
);

/** What the role really may do, whoever granted it. */
async function rightsInForce(schema: string): Promise<Map<string, string[]>> {
  const { rows } = await owner.query<{ name: string; rights: string[] }>(
    `select c.relname::text as name, array(
       select lower(p) from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) p
         where has_table_privilege($1, c.oid, p)
       union all
       select lower(p) || '(' || attname || ')' from pg_attribute a, unnest(array['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) p
         where a.attrelid = c.oid and attnum > 0 and not attisdropped and has_column_privilege($1, c.oid, attnum, p)
           and not has_table_privilege($1, c.oid, p)) as rights
     from pg_class c where relnamespace = $2::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
    [database.runtime.user, schema],
  );
  return new Map(rows.map(({ name, rights }) => [name, rights]));
}

const sorted = (rights: readonly string[]) => rights.toSorted().join(' ');

test('F47 the runtime role may do with each table what the hand-written list says, and nothing else', async () => {
  const found = await rightsInForce('public');
  const unlisted = 'kysely_migration_lock';
  expect(found.get(unlisted)).toEqual([]);
  for (const [table, rights] of found) {
    if (table === unlisted) continue;
    expect(
      written.has(table),
      `${table} has no row in tests/permissions/database-rights.tsv. Decide what requests may do with it.`,
    ).toBe(true);
    expect(sorted(rights), table).toBe(sorted(written.get(table) ?? []));
  }
  for (const table of written.keys())
    expect(found.has(table), `${table} is in database-rights.tsv and is no table`).toBe(true);
});

test('F47 what has a trigger against every change can by privilege not be changed either', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where tgfoid = 'refuse_change'::regproc and tgqual is null and tgtype & 1 = 1 and tgtype & 24 = 24`,
  );
  expect(rows.length).toBeGreaterThan(25);
  for (const { name } of rows) expect(written.get(name), name).toEqual(['select', 'insert']);
});

test('F47 the queue of jobs is used, and its structure is the owner’s', async () => {
  for (const [table, rights] of await rightsInForce('graphile_worker'))
    expect(sorted(rights), table).toBe(
      ['jobs', 'migrations'].includes(table) ? 'select' : 'delete insert select update',
    );
  const { rows } = await runtime.query(
    `select from graphile_worker.add_job('nothing', '{}'::json, queue_name => 'one')`,
  );
  expect(rows).toHaveLength(1);
  const { rows: seen } = await runtime.query('select from graphile_worker._private_jobs');
  expect(seen).toHaveLength(1);
  await runtime.query('delete from graphile_worker._private_jobs');
});

test('F47 the runtime role is a member of no role and has no power beyond its rights', async () => {
  const { rows } = await owner.query(
    `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolinherit,
       array(select rolname::text from pg_roles where rolname <> $1 and pg_has_role($1, oid, 'member')) as groups,
       has_database_privilege($1, current_database(), 'create') as creates,
       has_database_privilege($1, current_database(), 'temporary') as temporary,
       array(select nspname::text from pg_namespace where has_schema_privilege($1, oid, 'create')) as creates_in,
       array(select relname::text from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
         and (has_sequence_privilege($1, oid, 'update') or not has_sequence_privilege($1, oid, 'usage'))) as sequences,
       array(select p.oid::regprocedure::text from pg_proc p where has_function_privilege($1, p.oid, 'execute')
         and (proname ~ '^pg_(read|write|stat)_(binary_)?file' or proname ~ '^pg_ls_.*dir' or proname ~ '^lo_(im|ex)port'
           or proname in ('pg_read_file', 'pg_reload_conf', 'pg_rotate_logfile', 'pg_promote'))
         and p.oid::regprocedure::text !~ 'pg_ls_(logicalsnap|logicalmap|replslot)dir') as of_files
     from pg_roles where rolname = $1`,
    [database.runtime.user],
  );
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      rolinherit: false,
      groups: [],
      creates: false,
      temporary: false,
      creates_in: [],
      sequences: [],
      of_files: [],
    },
  ]);
});

test('F47 only these functions run with the rights of the owner, with a fixed search path, and for the runtime role only', async () => {
  const { rows } = await owner.query(
    `select p.oid::regprocedure::text as name, proconfig as settings, prorettype = 'trigger'::regtype as is_trigger,
       exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0) as is_public
     from pg_proc p where prosecdef and pronamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by 1`,
  );
  const settings = ['search_path=pg_catalog, public, pg_temp'];
  expect(rows).toEqual([
    // Called by its trigger only.
    { name: 'ensure_nothing_is_traded()', settings, is_trigger: true, is_public: true },
    { name: 'forget_erased_in_sample_before()', settings, is_trigger: true, is_public: true },
    { name: 'lock_journals(bigint[])', settings, is_trigger: false, is_public: false },
    { name: 'refresh_statistics(text[])', settings, is_trigger: false, is_public: false },
    { name: 'remove_sample_data(bigint)', settings, is_trigger: false, is_public: false },
  ]);
  await runtime.query('select refresh_statistics(null)');
  await runtime.query(`select refresh_statistics(array['sales'])`);
  await runtime.query(`select from lock_journals('{1}')`);
});

/** Tries a statement as the runtime role, and returns the code of the refusal. */
async function refusalOf(statement: string): Promise<string> {
  await runtime.query('begin');
  try {
    await runtime.query(statement);
    return 'not refused';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await runtime.query('rollback');
  }
}
const permissionDenied = '42501';

const appendOnly = [...written].filter(([, rights]) => sorted(rights) === 'insert select');

describe('F47 nothing that is only added to can be changed by the runtime role', () => {
  test.each(appendOnly)('%s', async table => {
    const { rows } = await owner.query<{ column: string; trigger: string | null }>(
      `select attname::text as column,
         (select tgname::text from pg_trigger where tgrelid = attrelid and not tgisinternal limit 1) as trigger
       from pg_attribute where attrelid = $1::regclass and attnum > 0 order by attnum desc limit 1`,
      [table],
    );
    const { column, trigger } = rows[0] ?? {};
    for (const statement of [
      `update ${table} set ${column} = default`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `select from ${table} for update`,
      `lock table ${table} in share row exclusive mode`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} disable trigger user`,
      `alter table ${table} add column extra text`,
      `alter table ${table} owner to current_user`,
      `create rule nothing as on insert to ${table} do instead nothing`,
      `create trigger another before insert on ${table} for each row execute function refuse_change()`,
      ...(trigger === null ? [] : [`drop trigger ${trigger} on ${table}`]),
      `drop table ${table} cascade`,
      `copy ${table} from program 'true'`,
    ])
      expect(await refusalOf(statement), statement).toBe(permissionDenied);
    // What one does not have oneself is granted to no one, with a warning.
    await runtime.query(`grant update, delete, truncate on ${table} to current_user`);
    expect(sorted((await rightsInForce('public')).get(table) ?? [])).toBe('insert select');
  });

  test('columns that stay, in tables where others may change', async () => {
    for (const statement of [
      `update sales set gross_pence = 0`,
      `update sale_lines set gross_pence = 0`,
      `update party_items set amount_pence = 0`,
      `update audit_log set action = 'nothing'`,
      `update audit_log set hash = ''`,
      `update approvals set subject = '{}'`,
      `update sample_data set removed_in = pg_current_xact_id()`,
      'delete from sales',
      'delete from audit_log',
      'truncate sales cascade',
      'alter table audit_log disable trigger user',
    ])
      expect(await refusalOf(statement), statement).toBe(permissionDenied);
  });

  test('neither functions and views nor settings, roles and files are a way around it', async () => {
    for (const statement of [
      `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
      `create or replace view ledger_by_day as select * from ledger_by_day`,
      `create function mine() returns void language sql as ''`,
      'drop function refuse_change cascade',
      'alter function refuse_change() reset all',
      `set session_replication_role = replica`,
      'set role counterfoil',
      'set role postgres',
      'set session authorization counterfoil',
      'grant counterfoil to counterfoil_runtime',
      'alter role counterfoil_runtime superuser',
      `alter role counterfoil password 'mine'`,
      'create role another',
      'create schema another',
      'create table mine ()',
      'create temporary table sales ()',
      'create temporary view sales as select 1',
      `copy (select 1) to '/tmp/rows'`,
      `select pg_read_file('postgresql.conf')`,
      `select setval('journals_id_seq', 1)`,
      `insert into kysely_migration values ('9999', 'now')`,
      'delete from kysely_migration',
      'drop policy counterfoil_runtime on graphile_worker._private_jobs',
    ])
      expect(await refusalOf(statement), statement).toBe(permissionDenied);
    // These are not possible in a transaction.
    for (const statement of ['create database another', 'alter system set fsync = off'])
      await expect(runtime.query(statement), statement).rejects.toMatchObject({ code: permissionDenied });
  });
});

describe('F47 rights are corrected at every start', () => {
  const grant = () => grantRuntimeRights(database.connection, database.runtime, runtimeRights);
  const catalogue = async () =>
    (
      await owner.query(
        `select relname, relacl::text, xmin::text from pg_class where relnamespace = 'public'::regnamespace order by 1`,
      )
    ).rows;

  test('whatever was granted too much or too little', async () => {
    const role = database.runtime.user;
    await owner.query(`grant truncate, update on journals to ${role}`);
    await owner.query(`grant update (gross_pence) on sales to ${role}`);
    await owner.query(`grant update on journals_id_seq to ${role}`);
    await owner.query(`revoke insert on products from ${role}`);
    await owner.query(`revoke execute on function lock_journals from ${role}`);
    await owner.query(`drop policy counterfoil_runtime on graphile_worker._private_jobs`);
    await owner.query(`grant temporary on database ${database.name} to public`);
    await owner.query('create table kept_by_an_administrator ()');
    await grant();
    const found = await rightsInForce('public');
    for (const table of ['journals', 'sales', 'products'])
      expect(sorted(found.get(table) ?? []), table).toBe(sorted(written.get(table) ?? []));
    expect(found.get('kept_by_an_administrator')).toEqual([]);
    await runtime.query(`select from lock_journals('{1}')`);
    await runtime.query(`select from graphile_worker.add_job('nothing', '{}'::json)`);
    expect(await refusalOf('create temporary table journals ()')).toBe(permissionDenied);
    expect(await refusalOf(`select setval('journals_id_seq', 1)`)).toBe(permissionDenied);
  });

  test('and nothing is written when they are right', async () => {
    await grant();
    const before = await catalogue();
    await grant();
    expect(await catalogue()).toEqual(before);
  });

  test('one role for everything is left as it is', async () => {
    const before = await catalogue();
    await grantRuntimeRights(database.connection, database.connection, runtimeRights);
    expect(await catalogue()).toEqual(before);
  });
});
