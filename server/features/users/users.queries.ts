import { type RawBuilder, sql } from 'kysely';
import type { RecordStatus } from '#domain/kernel/fields';
import type { SortOrder } from '#domain/kernel/list-query';
import type { Permission } from '#domain/kernel/permissions';
import type { UserRow } from '#domain/users/user.contract';
import type { Reader, Tx } from '../../platform/database/open-database';
import { askPage, containing, inOrder, isAmong, pageLimit, where } from '../../platform/database/page-of';
import { streamRows } from '../../platform/database/stream-rows';

export type UserFilter = {
  readonly search?: string | undefined;
  readonly status?: RecordStatus | undefined;
  readonly role_id?: readonly number[] | undefined;
  readonly sort_by: 'name' | 'email' | 'last_sign_in_at' | 'created_at';
  readonly sort_order: SortOrder;
};

const columns = sql`u.id, u.name, u.email, u.status, u.must_change_password, u.last_sign_in_at, u.version, u.created_at, u.updated_at,
  (u.password_hash is null and u.last_sign_in_at is null and u.status = 'active' and u.erased_at is null) as is_invited,
  exists (select from two_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_two_factor,
  coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
    from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id), '[]') as roles`;

const conditions = (filter: UserFilter): RawBuilder<unknown> =>
  where(
    filter.search !== undefined &&
      sql`(u.name ilike ${containing(filter.search)} or u.email ilike ${containing(filter.search)})`,
    filter.status && sql`u.status = ${filter.status}`,
    filter.role_id &&
      sql`exists (select 1 from user_roles ur where ur.user_id = u.id and ${isAmong(sql`ur.role_id`, filter.role_id)})`,
  );

const order = (filter: UserFilter) =>
  inOrder(
    {
      name: sql`u.name`,
      email: sql`lower(u.email)`,
      last_sign_in_at: sql`u.last_sign_in_at`,
      created_at: sql`u.created_at`,
    },
    filter,
    sql`u.id`,
  );

export async function listUsers(db: Reader, query: UserFilter & { page: number; per_page: number }) {
  return askPage(db, query, {
    rows: sql<UserRow>`select ${columns} from users u ${conditions(query)} ${order(query)} ${pageLimit(query)}`,
    total: sql<{ total: number }>`select count(*) as total from users u ${conditions(query)}`,
  });
}

export const streamUsers = (db: Reader, filter: UserFilter): AsyncIterable<UserRow> =>
  streamRows<UserRow>(db, sql`select ${columns} from users u ${conditions(filter)} ${order(filter)}`);

export async function findUser(db: Reader, id: number): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`select ${columns} from users u where u.id = ${id}`.execute(db);
  return rows[0];
}

/** The union of the permissions of a user's roles, and the largest of their discount limits. */
async function findRightsOf(db: Reader, userId: number) {
  const { rows } = await sql<{ permissions: Permission[]; discount_limit: number | null }>`
    select array(select distinct rp.permission from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
        where ur.user_id = ${userId}) as permissions,
      (select (max(r.discount_limit) * 100)::integer from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = ${userId}) as discount_limit`.execute(db);
  return rows[0] ?? { permissions: [], discount_limit: null };
}

/** Whether the account was erased with its employee. */
export async function isErased(db: Reader, id: number): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id} and erased_at is not null`.execute(db);
  return rows.length > 0;
}

/** What the rules of accounts ask about a user: no one can change an account with more permissions than their own. */
export const asHolder = async <User extends { readonly id: number }>(db: Reader, user: User) => ({
  ...user,
  ...(await findRightsOf(db, user.id)),
  isErased: await isErased(db, user.id),
});

/** Locks the user before the roles are read, so that the checked state is the one changed. */
export async function lockUser(tx: Tx, id: number): Promise<UserRow | undefined> {
  await sql`select 1 from users where id = ${id} for update`.execute(tx);
  return findUser(tx, id);
}

/** Whether any record refers to the user, who can then only be deactivated. */
export async function hasHistory(db: Reader, id: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from audit_log where actor_id = ${id}) or exists (select 1 from purchase_orders where created_by = ${id})
      or exists (select 1 from payments where created_by = ${id}) or exists (select 1 from employees where user_id = ${id}) as found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

export async function setRolesOf(tx: Tx, userId: number, roleIds: readonly number[]): Promise<void> {
  await sql`delete from user_roles where user_id = ${userId} and role_id <> all (${roleIds}::bigint[])`.execute(
    tx,
  );
  await sql`
    insert into user_roles (user_id, role_id) select ${userId}, unnest(${roleIds}::bigint[]) on conflict do nothing`.execute(
    tx,
  );
}
