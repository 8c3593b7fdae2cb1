import { sql } from 'kysely';
import type { Permission } from '#domain/kernel/permissions';
import type { Reader } from '../../platform/database/open-database';

export type SessionFacts = {
  readonly session_id: number;
  readonly last_seen_at: Date;
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  readonly must_change_password: boolean;
  readonly roles: { id: number; name: string }[];
  readonly permissions: Permission[];
};

/** The person behind a token, with roles and rights of this moment; nobody when idle, expired or deactivated. */
export async function findSession(
  db: Reader,
  tokenHash: Buffer,
  now: Date,
  idleLimitMs: number,
): Promise<SessionFacts | undefined> {
  const { rows } = await sql<SessionFacts>`
    select s.id as session_id, s.last_seen_at, u.id as user_id, u.name, u.email, u.must_change_password,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
        from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id), '[]') as roles,
      array(select distinct rp.permission from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
        where ur.user_id = u.id order by 1) as permissions
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and u.status = 'active'
      and s.expires_at > ${now} and s.last_seen_at > ${new Date(now.getTime() - idleLimitMs)}`.execute(db);
  return rows[0];
}

export async function touchSession(db: Reader, sessionId: number, now: Date): Promise<void> {
  await sql`update sessions set last_seen_at = ${now} where id = ${sessionId} and last_seen_at < ${now}`.execute(
    db,
  );
}
