import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Passkey } from '#domain/session/passkey.contract';
import type { Reader, Tx } from '../../../platform/database/open-database';

/** A user's passkeys, oldest first. */
export async function findPasskeysOf(db: Reader, userId: number): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select id, name, created_at, last_used_at from passkeys where user_id = ${userId} order by created_at, id`.execute(
    db,
  );
  return rows;
}

/** As browsers are told of a user's passkeys. */
export async function findCredentialsOf(
  db: Reader,
  userId: number,
): Promise<{ id: string; transports: string[] }[]> {
  const { rows } = await sql<{ id: string; transports: string[] }>`
    select credential_id as id, transports from passkeys where user_id = ${userId} order by id`.execute(db);
  return rows;
}

export type StoredPasskey = {
  readonly id: number;
  readonly name: string;
  readonly public_key: Buffer;
  readonly use_count: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly is_active: boolean;
};

/** The passkey of a credential and its user. Locks it, so that concurrent uses are counted one after the other. */
export async function lockPasskey(tx: Tx, credentialId: string): Promise<StoredPasskey | undefined> {
  const { rows } = await sql<StoredPasskey>`
    select p.id, p.name, p.public_key, p.use_count, p.user_id, u.name as user_name, u.status = 'active' as is_active
    from passkeys p join users u on u.id = p.user_id where p.credential_id = ${credentialId} for update of p`.execute(
    tx,
  );
  return rows[0];
}

/**
 * Passkeys do not survive a reset by an administrator or an emailed link: the person who had it may have added one.
 */
export async function removePasskeysOf(db: Reader, userId: number): Promise<void> {
  await sql`delete from passkeys where user_id = ${userId}`.execute(db);
}

/** What authenticators store as the user: neither a name nor an address, and the same for all passkeys of the user. */
export const handleOfUser = (userId: number): Buffer =>
  createHash('sha256').update(`passkeys of user ${userId}`).digest();
