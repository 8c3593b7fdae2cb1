import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../platform/database/open-database';

/**
 * What is kept on a person's account, for the file of their personal data (rule K6): all that `eraseAccount` takes from it but
 * secrets. Of drafts only the subject, because the text may be about others.
 */
export async function readAccountData(db: Reader, userId: number | null): Promise<unknown> {
  const { rows } = await sql<{ email: string }>`
    select u.name, u.email, u.status, u.created_at, u.last_sign_in_at,
      array(select r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id order by r.name) as roles,
      (select p.set_at from user_pins p where p.user_id = u.id) as pin_set_at,
      (select f.confirmed_at from two_factors f where f.user_id = u.id) as two_factor_since,
      (select s.signature from mail_signatures s where s.user_id = u.id) as signature,
      (select coalesce(jsonb_object_agg(p.key, p.value order by p.key), '{}') from user_preferences p where p.user_id = u.id) as preferences,
      ${listOf(sql`select n.created_at as written_at, n.body as note from record_notes n where n.user_id = u.id order by n.id`)} as notes,
      ${listOf(sql`select s.description as device, s.address, s.created_at as signed_in_at, s.last_seen_at from sessions s
        where s.user_id = u.id order by s.id`)} as devices,
      ${listOf(sql`select a.at, a.address as network, a.succeeded from sign_in_attempts a where a.account = lower(u.email)
        order by a.at`)} as sign_in_attempts,
      ${listOf(sql`select k.name, k.created_at, k.last_used_at from passkeys k where k.user_id = u.id order by k.id`)} as passkeys,
      ${listOf(sql`select l.issuer, l.email, l.created_at, l.last_used_at from provider_links l where l.user_id = u.id
        order by l.id`)} as provider_links,
      ${listOf(sql`select t.name, t.created_at, t.expires_at, t.last_used_at, t.last_used_address from api_tokens t
        where t.user_id = u.id order by t.id`)} as api_tokens,
      ${listOf(sql`select d.subject, d.updated_at as written_at from mail_drafts d where d.user_id = u.id order by d.id`)} as email_drafts
    from users u where u.id = ${userId}::bigint`.execute(db);
  return rows[0] ?? null;
}

const listOf = (query: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(kept)), '[]') from (${query}) kept)`;
