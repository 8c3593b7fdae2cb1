import { sql } from 'kysely';
import type { Reader } from '../database/open-database';

/** The database channel on which processes announce live events for their users. */
export const liveChannel = 'live';

/** A topic and its recipients; without names, everyone with permission to hear it. */
export type Announcement = { readonly topic: string; readonly to?: readonly number[] };

/** A notice holds 8,000 bytes; with more names it goes to everyone, since it reveals only its topic. */
const maxNames = 400;

/** Notifies every process once the caller's transaction commits. */
export async function announce(db: Reader, { topic, to }: Announcement): Promise<void> {
  if (to?.length === 0) return;
  const reported: Announcement = to && to.length <= maxNames ? { topic, to } : { topic };
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify(reported)})`.execute(db);
}
