import pg from 'pg';
import { userOf } from './databases';
import { type Connection, Session } from './session';

/** What the role of requests and jobs may do. Whatever is not named, it may not. */
export type RuntimeRights = {
  /** By table or view: `select`, `insert`, `update`, `delete`, or `update(column)`. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** Functions that run with the rights of the owner, with their arguments. */
  readonly functions: readonly string[];
};

/** A thing in the schemas of the product, and what the runtime role may do with it now. */
type Granted = {
  readonly schema: string;
  readonly name: string;
  /** As PostgreSQL has it: `S` is a sequence, `v` a view. */
  readonly kind: string;
  readonly rights: string[];
};

const queue = 'graphile_worker';
/** The tables of the queue are closed to everyone but their owner, row by row. */
const policy = 'counterfoil_runtime';
const id = pg.escapeIdentifier;

/** Whether requests sign in with another role than migrations. */
export const areRolesApart = (owner: Connection, runtime: Connection): boolean =>
  userOf(owner) !== userOf(runtime);

/**
 * Gives the runtime role exactly these rights in the owner's tables, in one transaction, and writes nothing where that is
 * so already. Tables of others in the same database are left alone. The caller holds the lock of starting processes.
 */
export async function grantRuntimeRights(
  owner: Connection,
  runtime: Connection,
  rights: RuntimeRights,
): Promise<void> {
  if (!areRolesApart(owner, runtime)) return;
  const role = userOf(runtime);
  const session = new Session({
    ...owner,
    application_name: 'counterfoil start',
    connectionTimeoutMillis: 5_000,
    parameters: { lock_timeout: '10s' },
  });
  await session.connect();
  try {
    const statements = [
      ...(await databaseStatements(session, role)),
      ...(await tableStatements(session, role, rights)),
      ...(await policyStatements(session, role)),
      ...(await functionStatements(session, role, rights)),
    ];
    if (statements.length === 0) return;
    await session.query('begin');
    for (const statement of statements) await session.query(statement);
    await session.query('commit');
  } finally {
    await session.end().catch(() => undefined);
  }
}

/** No one makes tables beside the real ones: a temporary one of the same name would come first in a trigger's search. */
async function databaseStatements(session: Session, role: string): Promise<string[]> {
  const { rows } = await session.query<{
    database: string;
    temporary: boolean;
    creates: boolean;
    uses: boolean;
  }>(
    `select current_database()::text as database, has_database_privilege($1, current_database(), 'temporary') as temporary,
       has_schema_privilege($1, 'public', 'create') as creates,
       has_schema_privilege($1, 'public', 'usage') and has_schema_privilege($1, '${queue}', 'usage') as uses`,
    [role],
  );
  const [now] = rows;
  if (!now) throw new Error('The database did not tell its rights');
  return [
    ...(now.temporary ? [`revoke temporary on database ${id(now.database)} from public, ${id(role)}`] : []),
    ...(now.creates ? [`revoke create on schema public from public, ${id(role)}`] : []),
    ...(now.uses ? [] : [`grant usage on schema public, ${queue} to ${id(role)}`]),
  ];
}

async function tableStatements(session: Session, role: string, { tables }: RuntimeRights): Promise<string[]> {
  const granted = await readGranted(session, role);
  return granted.flatMap(thing => {
    const wanted = wantedOf(thing, tables);
    if (wanted.toSorted().join() === thing.rights.toSorted().join()) return [];
    const what = `${thing.kind === 'S' ? 'sequence' : 'table'} ${id(thing.schema)}.${id(thing.name)}`;
    const given = wanted.map(right =>
      right.replace(/\((.*)\)/, (_all, column: string) => ` (${id(column)})`),
    );
    return [
      `revoke all on ${what} from ${id(role)}`,
      ...(given.length > 0 ? [`grant ${given.join(', ')} on ${what} to ${id(role)}`] : []),
    ];
  });
}

function wantedOf({ schema, name, kind }: Granted, tables: RuntimeRights['tables']): readonly string[] {
  if (kind === 'S') return ['usage'];
  if (schema === 'public') return tables[name] ?? [];
  return kind === 'v' || name === 'migrations' ? ['select'] : ['select', 'insert', 'update', 'delete'];
}

/** What the role may do with each table, view and sequence of the owner. */
async function readGranted(session: Session, role: string): Promise<Granted[]> {
  const { rows } = await session.query<Granted>(
    `select c.relnamespace::regnamespace::text as schema, c.relname::text as name, c.relkind::text as kind,
       array(select lower(privilege_type) from aclexplode(c.relacl) where grantee = r.oid
         union all
         select lower(privilege_type) || '(' || a.attname || ')' from pg_attribute a, aclexplode(a.attacl)
           where a.attrelid = c.oid and grantee = r.oid) as rights
     from pg_class c, pg_roles r
     where r.rolname = $1 and c.relnamespace in ('public'::regnamespace, '${queue}'::regnamespace)
       and c.relkind in ('r', 'p', 'v', 'm', 'S') and pg_has_role(current_user, c.relowner, 'usage')
     order by 1, 2`,
    [role],
  );
  return rows;
}

async function policyStatements(session: Session, role: string): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select relname::text as name from pg_class c
     where relnamespace = '${queue}'::regnamespace and relrowsecurity and not exists (
       select from pg_policy p where p.polrelid = c.oid and p.polname = '${policy}'
         and p.polroles = array[(select oid from pg_roles where rolname = $1)])`,
    [role],
  );
  return rows.flatMap(({ name }) => {
    const table = `${queue}.${id(name)}`;
    return [
      `drop policy if exists ${policy} on ${table}`,
      `create policy ${policy} on ${table} to ${id(role)} using (true) with check (true)`,
    ];
  });
}

async function functionStatements(
  session: Session,
  role: string,
  { functions }: RuntimeRights,
): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select name from unnest($2::text[]) as name where not has_function_privilege($1, 'public.' || name, 'execute')`,
    [role, functions],
  );
  return rows.map(({ name }) => `grant execute on function public.${name} to ${id(role)}`);
}
