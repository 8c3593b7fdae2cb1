import { sql } from 'kysely';
import { confirmationMinutes } from '#domain/session/confirmation.contract';
import type { Reader } from '../../platform/database/open-database';

/** How long a confirmation lasts. */
export const confirmationMs = confirmationMinutes * 60_000;

/** When the user of a session last confirmed who they are; signing in counts, except by PIN. */
export async function confirmedAt(db: Reader, sessionId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(confirmed_at, created_at) as at from sessions where id = ${sessionId} and parent_id is null`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** Whether that is recent enough for a sensitive call. A clock set back does not prolong it (F99). */
export const isRecent = (at: Date | null, now: Date): at is Date =>
  at !== null && Math.abs(now.getTime() - at.getTime()) < confirmationMs;

export const isConfirmed = async (db: Reader, sessionId: number, now: Date): Promise<boolean> =>
  isRecent(await confirmedAt(db, sessionId), now);
