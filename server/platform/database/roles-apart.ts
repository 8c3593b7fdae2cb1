import { StartRefused } from '../start-refused';
import { withSession } from './databases';
import type { Connection } from './session';

type Role = {
  readonly role: string;
  readonly system: string;
  readonly database: string;
  /** Who owns the tables; null in an empty database. */
  readonly owner: string | null;
  readonly owns: boolean;
  readonly is_super: boolean;
  readonly makes_roles: boolean;
  readonly replicates: boolean;
};

const seeDocs = 'See "Two database roles" in docs/install.md.';

/** Throws `StartRefused` if the role that a variable signs in with could not migrate the tables that are there. */
export async function ensureOwnerOfTables(variable: string, connection: Connection): Promise<void> {
  refuseOtherOwner(variable, await readRole(connection));
}

/**
 * Throws `StartRefused` unless both URLs lead to one database, the owner's owns the tables, and the other's role has no
 * way to become their owner.
 */
export async function ensureRolesApart(owner: Connection, runtime: Connection): Promise<void> {
  const [migrating, serving] = [await readRole(owner), await readRole(runtime)];
  if (serving.system !== migrating.system || serving.database !== migrating.database)
    throw new StartRefused(
      'DATABASE_URL and DATABASE_OWNER_URL lead to different databases. Both must name the same servers and database.',
    );
  if (serving.role === migrating.role)
    throw new StartRefused(
      `DATABASE_URL and DATABASE_OWNER_URL both sign in as ${serving.role}. Give DATABASE_URL a role of its own. ${seeDocs}`,
    );
  refuseOtherOwner('DATABASE_OWNER_URL', migrating);
  const power = await powerOf(runtime, serving, migrating.role);
  if (power !== null)
    throw new StartRefused(
      `The role ${serving.role} of DATABASE_URL ${power}, so it could change what is posted. Use another role for DATABASE_URL. ${seeDocs}`,
    );
}

function refuseOtherOwner(variable: string, { role, owner, owns }: Role): void {
  if (owner === null || owns) return;
  const way =
    variable === 'DATABASE_URL'
      ? `Set DATABASE_OWNER_URL to sign in as ${owner}`
      : `Let DATABASE_OWNER_URL sign in as ${owner}`;
  throw new StartRefused(
    `The tables of the database belong to ${owner}, but ${variable} signs in as ${role}. ${way}. ${seeDocs}`,
  );
}

/** Why the role of requests could do more than it is granted, as the rest of a sentence. */
async function powerOf(runtime: Connection, serving: Role, owner: string): Promise<string | null> {
  if (serving.is_super) return 'is a superuser';
  if (serving.makes_roles) return 'may create roles';
  if (serving.replicates) return 'may replicate or bypass row security';
  const { rows } = await withSession(runtime, client =>
    client.query<{ group: string }>(
      `select rolname::text as group from pg_roles where rolname <> current_user and pg_has_role(current_user, oid, 'member')
         and (rolname = $1 or rolsuper or rolcreaterole or rolname in ('pg_read_server_files', 'pg_write_server_files',
           'pg_execute_server_program', 'pg_write_all_data', 'pg_maintain', 'pg_database_owner'))
       order by rolname = $1 desc, 1 limit 1`,
      [owner],
    ),
  );
  const [group] = rows;
  if (group)
    return group.group === 'pg_database_owner' ? 'owns the database' : `is a member of ${group.group}`;
  return null;
}

async function readRole(connection: Connection): Promise<Role> {
  const { rows } = await withSession(connection, client =>
    client.query<Role>(
      `select current_user::text as role, (select system_identifier::text from pg_control_system()) as system,
         current_database()::text as database, pg_get_userbyid(t.relowner)::text as owner,
         coalesce(pg_has_role(current_user, t.relowner, 'member'), false) as owns, r.rolsuper as is_super,
         r.rolcreaterole as makes_roles, r.rolreplication or r.rolbypassrls as replicates
       from pg_roles r left join pg_class t
         on t.relname = 'kysely_migration' and t.relnamespace = to_regnamespace('public') and t.relkind = 'r'
       where r.rolname = current_user`,
    ),
  );
  const [role] = rows;
  if (!role) throw new Error('The database did not describe its role');
  return role;
}
