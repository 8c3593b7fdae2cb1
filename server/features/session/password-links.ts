import type { Reader, Tx } from '../../platform/database/open-database';
import { hashOfToken, newToken } from './token';

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

/** The user of a valid link. Locks the link, so that it is used once. */
export function findPasswordLink(db: Reader, token: string, now: Date) {
  return db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .select(['password_links.id', 'user_id', 'purpose', 'users.name', 'users.email', 'users.status'])
    .where('token_hash', '=', hashOfToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate('password_links')
    .executeTakeFirst();
}
