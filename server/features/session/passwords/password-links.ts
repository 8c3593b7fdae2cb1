import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/open-database';
import { hashOfToken, newToken } from '../token';

const minute = 60_000;

/** How long an emailed link is valid. */
export const linkLifetimeMs = { reset: 30 * minute, invitation: 7 * 24 * 60 * minute } as const;
export type LinkPurpose = keyof typeof linkLifetimeMs;

/**
 * Creates a single-use link that sets a password and returns its token, which is not stored: it is put into the email
 * when that is sent. Earlier unused links of the same purpose are voided.
 */
export async function createPasswordLink(
  tx: Tx,
  userId: number,
  purpose: LinkPurpose,
  now: Date,
): Promise<string> {
  const token = newToken();
  await tx
    .updateTable('password_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
  await tx
    .insertInto('password_links')
    .values({
      user_id: userId,
      token_hash: hashOfToken(token),
      purpose,
      created_at: now,
      expires_at: new Date(now.getTime() + linkLifetimeMs[purpose]),
    })
    .execute();
  return token;
}

/** Voids all unused links of a user, after a new password or a corrected address. */
export async function voidPasswordLinks(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('password_links')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** How a link's token is written in a message: `=` may be encoded for the message or as part of another address. */
const tokenInMessage = /token(?:=|%3D|&#61;|&#x3d;)([\w-]{43})(?![\w-])/gi;
/** A message with more is no message of ours; a stranger's must not keep the database busy. */
const maxTokens = 2_000;

/**
 * Whether a message holds the link of one of our password emails, such as the email itself, an answer that quotes it or
 * a report that it could not be delivered. `parts` are its source, texts and files.
 */
export async function holdsPasswordLink(db: Reader, parts: readonly (Buffer | string)[]): Promise<boolean> {
  const tokens = new Set<string>();
  for (const part of parts) {
    const text = typeof part === 'string' ? part : part.toString('latin1');
    // Quoted-printable, the encoding of our emails: in a returned email it has not been decoded.
    const plain = text.replaceAll(/=\r?\n/g, '').replaceAll(/=3D/gi, '=');
    for (const [, token = ''] of plain.matchAll(tokenInMessage))
      if (tokens.size < maxTokens) tokens.add(token);
  }
  if (tokens.size === 0) return false;
  const hashes = [...tokens].map(hashOfToken);
  const { rows } = await sql`
    select from password_links where token_hash = any(${hashes}::bytea[]) limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * The user of a valid link to an open account. Locks the link, so that it is used once. One that has expired is voided, so
 * that a clock set back does not revive it (F99).
 */
export async function findPasswordLink(tx: Tx, token: string, now: Date) {
  const link = await tx
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['password_links.id', 'user_id', 'purpose', 'expires_at', 'users.name', 'users.email'])
    .where('token_hash', '=', hashOfToken(token))
    .where('used_at', 'is', null)
    .where('users.status', '=', 'active')
    .forUpdate('password_links')
    .executeTakeFirst();
  if (!link || link.expires_at > now) return link;
  await tx.updateTable('password_links').set({ used_at: now }).where('id', '=', link.id).execute();
  return undefined;
}
