import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../platform/database/open-database';

const recoveryCodeCount = 10;
// Without letters that look alike on paper.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups of four characters: 79 bits, so that an unsalted hash is safe. */
const newCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');

/** The stored hash of a code, typed with or without dashes, in any letter case. */
const hashOfCode = (userId: number, typed: string): Buffer =>
  createHash('sha256')
    .update(`recovery code of ${userId}: ${typed.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest();

/** Replaces the recovery codes with ten new ones and returns them; they are shown once. */
export async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx);
  await tx
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ user_id: userId, code_hash: hashOfCode(userId, code) })))
    .execute();
  return codes;
}

/** Uses a code. Of two concurrent attempts with the same code, one succeeds. */
export async function consumeRecoveryCode(
  tx: Tx,
  userId: number,
  typed: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = ${now} where user_id = ${userId} and code_hash = ${hashOfCode(userId, typed)}
      and used_at is null returning user_id`.execute(tx);
  return rows.length > 0;
}

export async function countRecoveryCodes(db: Reader, userId: number): Promise<number> {
  const { rows } = await sql<{ unused: number }>`
    select count(*) as unused from recovery_codes where user_id = ${userId} and used_at is null`.execute(db);
  return rows[0]?.unused ?? 0;
}
