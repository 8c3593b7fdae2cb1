import type { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/open-database';
import type { FolderRow } from './sync-folder';

const atATime = 500;

/** Tells the server what was marked here as read or unread. The folder is open. */
export async function tellServer(db: Database, client: ImapFlow, folder: FolderRow): Promise<void> {
  const { rows } = await sql<{ uid: number; seen: boolean }>`
    select uid, seen from mail_messages where folder_id = ${folder.id} and seen_here and uid is not null
    order by id limit ${atATime}`.execute(db);
  for (const seen of [true, false]) {
    const uids = rows.filter(row => row.seen === seen).map(({ uid }) => uid);
    if (uids.length === 0) continue;
    const range = uids.join(',');
    if (seen) await client.messageFlagsAdd(range, ['\\Seen'], { uid: true });
    else await client.messageFlagsRemove(range, ['\\Seen'], { uid: true });
    // Whoever has marked it the other way meanwhile is told next time.
    await sql`
      update mail_messages set seen_here = false
      where folder_id = ${folder.id} and uid = any(${uids}::bigint[]) and seen = ${seen}`.execute(db);
  }
}
