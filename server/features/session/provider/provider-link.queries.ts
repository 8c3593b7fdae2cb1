import { sql } from 'kysely';
import type { ProviderLink } from '#domain/session/provider.contract';
import type { Identity } from '../../../kernel/sign-in';
import type { Reader, Tx } from '../../../platform/database/open-database';

/** A user's accounts at providers, oldest first. */
export async function findLinksOf(db: Reader, userId: number): Promise<ProviderLink[]> {
  const { rows } = await sql<ProviderLink>`
    select id, issuer, email, created_at, last_used_at from provider_links where user_id = ${userId}
    order by created_at, id`.execute(db);
  return rows;
}

export const hasLinkTo = async (db: Reader, userId: number, issuer: string): Promise<boolean> =>
  (await findLinksOf(db, userId)).some(link => link.issuer === issuer);

export async function countLinkedUsers(db: Reader, issuer: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from provider_links where issuer = ${issuer}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The user to whom an account at the provider is linked. */
export async function findLinkedUser(
  db: Reader,
  { issuer, subject }: Identity,
): Promise<{ readonly userId: number } | undefined> {
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from provider_links where issuer = ${issuer} and subject = ${subject}`.execute(
    db,
  );
  return rows[0];
}

/** Links an account to a user; false if either is linked already, to another. */
export async function insertLink(
  tx: Tx,
  userId: number,
  { issuer, subject, email }: Identity,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into provider_links (user_id, issuer, subject, email, created_at)
    values (${userId}, ${issuer}, ${subject}, ${email}, ${now}) on conflict do nothing returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Records a use, and the address under which the provider knows the account now. */
export async function touchLink(tx: Tx, { issuer, subject, email }: Identity, now: Date): Promise<void> {
  await sql`
    update provider_links set last_used_at = ${now}, email = coalesce(${email}, email)
    where issuer = ${issuer} and subject = ${subject}`.execute(tx);
}

/**
 * Like passkeys, links do not survive a reset by an administrator or an emailed link: the person who had the account
 * may have linked one of their own.
 */
export async function removeLinksOf(db: Reader, userId: number): Promise<number> {
  const { rows } = await sql`delete from provider_links where user_id = ${userId} returning id`.execute(db);
  return rows.length;
}
