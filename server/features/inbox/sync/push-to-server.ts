import type { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/open-database';
import { createFolders } from './create-folders';
import { moveOnServer } from './move-on-server';
import { pushFlags } from './push-flags';
import type { SyncParts, FolderToPush } from './sync-parts';

/**
 * Sends marks and moves made here to the server, before anything is fetched, so that neither overwrites the
 * other. Returns the folders it changed.
 */
export async function pushToServer(parts: SyncParts, client: ImapFlow): Promise<ReadonlySet<number>> {
  const { db } = parts;
  await createFolders(parts, client);
  const touched = new Set<number>();
  for (const folder of await foldersToPush(db)) {
    // With stale numbers the wrong messages would be meant, so the folder is renumbered first.
    if (!(await isNumberedAsBefore(client, folder))) continue;
    await pushFlags(parts, client, folder);
    for (const id of await moveOnServer(parts, client, folder)) touched.add(id);
  }
  return touched;
}

async function foldersToPush(db: Database): Promise<FolderToPush[]> {
  const { rows } = await sql<FolderToPush>`
    select id, path, uid_validity from mail_folders f
    where not to_be_made and (
      exists (select from mail_messages m where m.folder_id = f.id and m.seen_here)
      or exists (select from mail_messages m where m.folder_id = f.id and m.flagged_here)
      or exists (select from mail_messages m where m.folder_id = f.id and m.answered_here)
      or exists (select from mail_messages m where m.from_folder_id = f.id)
      or exists (select from mail_messages m where m.folder_id = f.id and m.copied_to_id is not null))
    order by id`.execute(db);
  return rows;
}

async function isNumberedAsBefore(client: ImapFlow, { path, uid_validity }: FolderToPush): Promise<boolean> {
  const lock = await client.getMailboxLock(path);
  try {
    return client.mailbox !== false && String(client.mailbox.uidValidity) === uid_validity;
  } finally {
    lock.release();
  }
}
