import { sql } from 'kysely';
import type { Reader } from '../database/open-database';

/** The channel of the database on which processes tell each other what their people shall hear. */
export const liveChannel = 'live';

/** What is told: a topic, and for whom it is; for everybody who may hear of it when nobody is named. */
export type Announcement = { readonly topic: string; readonly to?: readonly number[] };

/** A notice of the database holds 8,000 bytes; beyond so many names it goes to everybody, since it says nothing but its topic. */
const maxNames = 400;

/** Tells every process, once the caller's transaction commits. */
export async function announce(db: Reader, { topic, to }: Announcement): Promise<void> {
  if (to?.length === 0) return;
  const reported: Announcement = to && to.length <= maxNames ? { topic, to } : { topic };
  await sql`select pg_notify(${liveChannel}, ${JSON.stringify(reported)})`.execute(db);
}
