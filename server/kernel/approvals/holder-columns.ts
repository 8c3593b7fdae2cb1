import { sql } from 'kysely';

/** The roles, permissions and discount limit of user `u` as they are now: the columns of a `Holder`. */
export const holderColumns = sql`
  coalesce((select jsonb_agg(jsonb_build_object('name', r.name))
    from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id), '[]') as roles,
  array(select distinct rp.permission from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
    where ur.user_id = u.id) as permissions,
  (select (max(r.discount_limit) * 100)::integer from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = u.id) as discount_limit`;
