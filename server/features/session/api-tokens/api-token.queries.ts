import { sql } from 'kysely';
import { isAdministrator } from '#domain/kernel/access';
import { allPermissions } from '#domain/kernel/permissions';
import type { ApiToken } from '#domain/session/api-token.contract';
import type { Reader } from '../../../platform/database/open-database';
import { preparedStatement } from '../../../platform/database/prepared-statement';
import type { Actor } from '../../../platform/http/actor';
import { type SessionUserRow, actorColumns } from '../session.queries';
import { hashOfToken, newToken } from '../token';
import { mustSetTwoFactor } from '../two-factor/two-factor.queries';

const prefix = 'cf_';

/** A new API token. The prefix identifies it to people and to secret scanners. */
export const newApiToken = (): string => prefix + newToken();

/** A session token is shorter, so one that happens to start with the prefix is still recognised. */
export const isApiToken = (token: string): boolean => /^cf_[A-Za-z0-9_-]{43}$/.test(token);

const columns = sql`t.id, t.name, t.permissions, t.created_at, t.expires_at, t.last_used_at, t.last_used_address`;

/** A user's tokens, newest first, without expired ones. */
export async function findTokensOf(db: Reader, userId: number, now: Date): Promise<ApiToken[]> {
  const { rows } = await sql<ApiToken>`
    select ${columns} from api_tokens t where t.user_id = ${userId} and t.expires_at > ${now} order by t.created_at desc, t.id desc`.execute(
    db,
  );
  return rows;
}

type TokenRow = SessionUserRow & {
  readonly token_id: number;
  readonly token_name: string;
  readonly granted: string[];
  readonly is_over: boolean;
  readonly last_used_at: Date | null;
  readonly last_used_address: string | null;
};

export type TokenCaller = Actor & {
  readonly lastUsedAt: Date | null;
  readonly lastUsedAddress: string | null;
};

/**
 * The user of a token, with those of its permissions that the user still has; undefined when it has expired or the
 * account is not active. Without roles, so that a token is never an administrator. One that has expired is deleted, so
 * that a clock set back does not revive it (F99).
 */
export async function findTokenCaller(
  db: Reader,
  token: string,
  now: Date,
): Promise<TokenCaller | undefined> {
  const { rows } = await sql<TokenRow>`${preparedStatement}
    select t.id as token_id, t.name as token_name, t.permissions as granted, t.expires_at <= ${now} as is_over,
      t.last_used_at, t.last_used_address, ${actorColumns}
    from api_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${hashOfToken(token)} and u.status = 'active'`.execute(db);
  const [row] = rows;
  // Refused in any case, also while the database takes no writes.
  if (row?.is_over)
    await sql`delete from api_tokens where id = ${row.token_id}`.execute(db).catch(() => undefined);
  if (!row || row.is_over) return undefined;
  const held = isAdministrator(row) ? allPermissions : row.permissions;
  return {
    id: row.user_id,
    name: row.name,
    email: row.email,
    sessionId: 0,
    roles: [],
    permissions: held.filter(permission => row.granted.includes(permission)),
    discount_limit: row.discount_limit,
    mustChangePassword: row.must_change_password,
    mustSetTwoFactor: mustSetTwoFactor(row),
    apiToken: { id: row.token_id, name: row.token_name },
    lastUsedAt: row.last_used_at,
    lastUsedAddress: row.last_used_address,
  };
}

export async function touchToken(db: Reader, id: number, now: Date, address: string): Promise<void> {
  await sql`${preparedStatement} update api_tokens set last_used_at = ${now}, last_used_address = ${address} where id = ${id}`.execute(
    db,
  );
}

/** API tokens are revoked when the password changes and when all devices are signed out (F50). */
export async function revokeTokensOf(db: Reader, userId: number): Promise<void> {
  await sql`delete from api_tokens where user_id = ${userId}`.execute(db);
}
