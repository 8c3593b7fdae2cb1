import { sql } from 'kysely';
import { isAdministrator } from '#domain/kernel/access';
import type { Permission } from '#domain/kernel/permissions';
import { limitedToSelling } from '#domain/tills/selling-rights';
import type { SessionUser } from '#domain/session/session.contract';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import type { Actor } from '../../platform/http/actor';
import { idleMinutesInSql } from '../../kernel/sign-in';
import { cashierIdleLimitMs } from './session-limits';
import { mustSetTwoFactor, twoFactorColumns, type TwoFactorFacts } from './two-factor/two-factor.queries';

/** User `u` with current roles and permissions. */
export type SessionUserRow = TwoFactorFacts & {
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  readonly must_change_password: boolean;
  readonly roles: { id: number; name: string }[];
  readonly permissions: Permission[];
  readonly discount_limit: number | null;
};

export const actorColumns = sql`u.id as user_id, u.name, u.email, u.must_change_password, ${twoFactorColumns},
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
        from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id), '[]') as roles,
      array(select distinct rp.permission from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
        where ur.user_id = u.id order by 1) as permissions,
      (select (max(r.discount_limit) * 100)::integer from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id) as discount_limit`;

type SessionRow = SessionUserRow & {
  readonly session_id: number;
  readonly parent_id: number | null;
  readonly last_seen_at: Date;
  readonly is_revoked: boolean;
  readonly second_factor_elsewhere: boolean;
  readonly is_open: boolean;
};

export type OpenSession = Actor & { readonly lastSeenAt: Date };

type Sought = Buffer | { readonly id: number };

/**
 * The user of a token or session, with current roles and permissions; undefined when idle, expired or deactivated. A
 * cashier's session expires sooner, needs the device's own session, and has only selling permissions. On a revoked till
 * device it may only hand in unsent sales (F46).
 */
export async function findSession(db: Reader, sought: Sought, now: Date): Promise<OpenSession | undefined> {
  const found = await lookUpSession(db, sought, now);
  return found === 'closed' ? undefined : found;
}

/** The same, which also tells a session that is stored and no longer open from one that is not stored. */
export async function lookUpSession(
  db: Reader,
  sought: Sought,
  now: Date,
): Promise<OpenSession | 'closed' | undefined> {
  const isSought = Buffer.isBuffer(sought) ? sql`s.token_hash = ${sought}` : sql`s.id = ${sought.id}`;
  const idleSince = sql`${now}::timestamptz - make_interval(mins => ${idleMinutesInSql})`;
  const { rows } = await sql<SessionRow>`${preparedStatement}
    select s.id as session_id, s.parent_id, s.last_seen_at, s.second_factor_elsewhere, ${isOnRevokedDevice} as is_revoked, ${actorColumns},
      (u.status = 'active' and s.expires_at > ${now} and s.last_seen_at > ${idleSince}
        and (s.parent_id is null or s.last_seen_at > ${new Date(now.getTime() - cashierIdleLimitMs)}::timestamptz)
        and (s.parent_id is null or exists (select from sessions d join users o on o.id = d.user_id
          where d.id = s.parent_id and o.status = 'active' and d.expires_at > ${now} and d.last_seen_at > ${idleSince}))) as is_open
    from sessions s join users u on u.id = s.user_id where ${isSought}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  if (!row.is_open) return 'closed';
  return {
    id: row.user_id,
    name: row.name,
    email: row.email,
    sessionId: row.session_id,
    ...rightsOf(row),
    discount_limit: row.discount_limit,
    mustChangePassword: row.must_change_password,
    // A PIN session is for selling only, so nothing leads away from the till.
    mustSetTwoFactor:
      row.parent_id === null && !row.is_revoked && !row.second_factor_elsewhere && mustSetTwoFactor(row),
    lastSeenAt: row.last_seen_at,
  };
}

/**
 * Without roles an administrator's PIN session passes no checks by role; only the selling permissions remain.
 */
function rightsOf({ parent_id, roles, permissions, is_revoked }: SessionRow) {
  if (parent_id === null && !is_revoked) return { roles, permissions };
  const selling = limitedToSelling(permissions, isAdministrator({ roles, permissions }));
  return {
    roles: [],
    permissions: is_revoked ? selling.filter(permission => permission === 'create_sale') : selling,
    isCashier: true,
    ...(is_revoked ? { isOnRevokedDevice: true } : {}),
  };
}

// Of all devices it checked in from, or a new id would free it. A cashier's session is new on a device that may be known
// to be revoked by the session it stands on.
const isOnRevokedDevice = sql`exists (select from till_devices t where t.revoked_at is not null
      and t.id = any(s.till_device_ids || coalesce((select p.till_device_ids from sessions p where p.id = s.parent_id), '{}')))`;

/** A user with current permissions, for work in their name; none if deactivated. */
export async function findActor(db: Reader, userId: number): Promise<Actor | undefined> {
  const { rows } = await sql<SessionUserRow>`${preparedStatement}
    select ${actorColumns} from users u where u.id = ${userId} and u.status = 'active'`.execute(db);
  const [row] = rows;
  return (
    row && {
      id: row.user_id,
      name: row.name,
      email: row.email,
      sessionId: 0,
      roles: row.roles,
      permissions: row.permissions,
      discount_limit: row.discount_limit,
      mustChangePassword: row.must_change_password,
    }
  );
}

/** Every user, as signing in now with a password would find them, and whether the account is open. */
export async function listActors(db: Reader): Promise<(Actor & { readonly isActive: boolean })[]> {
  const { rows } = await sql<SessionUserRow & { is_active: boolean }>`
    select ${actorColumns}, u.status = 'active' as is_active from users u order by lower(u.name), u.id`.execute(
    db,
  );
  return rows.map(row => ({
    id: row.user_id,
    name: row.name,
    email: row.email,
    sessionId: 0,
    roles: row.roles,
    permissions: row.permissions,
    discount_limit: row.discount_limit,
    mustChangePassword: row.must_change_password,
    mustSetTwoFactor: mustSetTwoFactor(row),
    isActive: row.is_active,
  }));
}

export async function touchSession(db: Reader, sessionId: number, now: Date): Promise<void> {
  // Selling by PIN keeps the device session alive.
  await sql`${preparedStatement}
    update sessions set last_seen_at = ${now} where last_seen_at < ${now}
      and id in (${sessionId}, (select parent_id from sessions where id = ${sessionId}))`.execute(db);
}

/** Signs out a user's devices, all or all but one, and ends any sign-in in progress. */
export async function endSessionsOf(db: Reader, userId: number, but?: number): Promise<void> {
  await sql`delete from pending_sign_ins where user_id = ${userId}`.execute(db);
  await sql`delete from sessions where user_id = ${userId} and id is distinct from ${but ?? null}`.execute(
    db,
  );
}

/** Stores the end of a session, so that a clock set back does not revive it (F99). */
export async function endIfExpired(db: Reader, tokenHash: Buffer, now: Date): Promise<void> {
  const idleSince = sql`${now}::timestamptz - make_interval(mins => ${idleMinutesInSql})`;
  await sql`
    delete from sessions where (expires_at <= ${now} or last_seen_at <= ${idleSince}
        or (parent_id is not null and last_seen_at <= ${new Date(now.getTime() - cashierIdleLimitMs)}::timestamptz))
      and (token_hash = ${tokenHash} or id = (select parent_id from sessions where token_hash = ${tokenHash}))`.execute(
    db,
  );
}

export type Account = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly status: string;
};

/** The account of an address, case-insensitive. */
export async function findAccount(db: Reader, email: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select id, name, email, password_hash, status from users where lower(email) = lower(${email})`.execute(
    db,
  );
  return rows[0];
}

export async function findAccountById(db: Reader, id: number): Promise<Account | undefined> {
  const { rows } =
    await sql<Account>`select id, name, email, password_hash, status from users where id = ${id}`.execute(db);
  return rows[0];
}

/** The saved views that a user's lists open with. A view that is no longer shared opens nothing. */
export async function findDefaultViews(db: Reader, userId: number): Promise<SessionUser['default_views']> {
  const { rows } = await sql<SessionUser['default_views'][number]>`
    select d.list, v.id, v.params from list_view_defaults d join list_views v on v.id = d.view_id
    where d.user_id = ${userId} and (v.owner_id = d.user_id or v.is_shared) order by d.list`.execute(db);
  return rows;
}
