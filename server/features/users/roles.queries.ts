import { sql } from 'kysely';
import { allPermissions, type Permission } from '#domain/kernel/permissions';
import type { Role } from '#domain/users/role.contract';
import type { Reader, Tx } from '../../platform/database/open-database';

// Stored permissions that this version does not know, older or newer ones, are kept and ignored.
const columns = sql`r.id, r.name, r.description, r.is_system, r.version,
  (r.discount_limit * 100)::integer as discount_limit,
  array(select rp.permission from role_permissions rp where rp.role_id = r.id
    and rp.permission = any (${[...allPermissions]}::text[]) order by 1) as permissions,
  (select count(*) from user_roles ur where ur.role_id = r.id) as user_count`;

/** All roles, the administrator role first. */
export async function listRoles(db: Reader): Promise<Role[]> {
  const { rows } =
    await sql<Role>`select ${columns} from roles r order by r.is_system desc, r.name, r.id`.execute(db);
  return rows;
}

export async function findRoles(db: Reader, ids: readonly number[]): Promise<Role[]> {
  const { rows } =
    await sql<Role>`select ${columns} from roles r where r.id = any (${ids}::bigint[])`.execute(db);
  return rows;
}

export async function findRole(db: Reader, id: number): Promise<Role | undefined> {
  return (await findRoles(db, [id]))[0];
}

export async function lockRole(tx: Tx, id: number): Promise<Role | undefined> {
  await sql`select 1 from roles where id = ${id} for update`.execute(tx);
  return findRole(tx, id);
}

type RoleValues = {
  readonly name: string;
  readonly description: string | null;
  /** As a percentage with decimals. */
  readonly discount_limit: string | null;
};

export async function insertRole(tx: Tx, values: RoleValues, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('roles')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateRole(tx: Tx, id: number, values: RoleValues, now: Date): Promise<void> {
  await tx
    .updateTable('roles')
    .set(eb => ({ ...values, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
}

export async function setPermissionsOf(
  tx: Tx,
  roleId: number,
  permissions: readonly Permission[],
): Promise<void> {
  await sql`delete from role_permissions where role_id = ${roleId} and permission <> all (${permissions}::text[])`.execute(
    tx,
  );
  await sql`
    insert into role_permissions (role_id, permission) select ${roleId}, unnest(${permissions}::text[]) on conflict do nothing`.execute(
    tx,
  );
}

export async function deleteRole(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('roles').where('id', '=', id).execute();
}
