import type { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import { inTransaction } from '../../../platform/database/transaction';
import { askServer, ImapRefused } from '../../../platform/imap';
import { returnMessages } from './settle-move';
import type { SyncParts } from './sync-parts';

/** Creates folders on the server that the mailbox lacked when a message was moved to them. */
export async function createFolders(parts: SyncParts, client: ImapFlow): Promise<void> {
  const { rows } = await sql<{ id: number; path: string }>`
    select id, path from mail_folders where to_be_made order by id`.execute(parts.db);
  for (const folder of rows) {
    try {
      const created = await askServer(client, () => client.mailboxCreate(folder.path));
      await storeCreatedFolder(parts, folder.id, created.path);
    } catch (error) {
      if (!(error instanceof ImapRefused)) throw error;
      await giveUp(parts, folder, error.message);
    }
  }
}

/** The server may place it elsewhere, such as below the inbox, or one with the name may exist. */
async function storeCreatedFolder({ db }: SyncParts, id: number, path: string): Promise<void> {
  await inTransaction(db, async tx => {
    const { rows } = await sql<{ id: number }>`
      select id from mail_folders where path = ${path} and id <> ${id}`.execute(tx);
    const [there] = rows;
    if (!there) {
      await sql`update mail_folders set path = ${path}, to_be_made = false where id = ${id}`.execute(tx);
      return;
    }
    await sql`update mail_messages set folder_id = ${there.id} where folder_id = ${id}`.execute(tx);
    await sql`delete from mail_folders where id = ${id}`.execute(tx);
  });
}

async function giveUp(
  parts: SyncParts,
  { id, path }: { id: number; path: string },
  reason: string,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from mail_messages where folder_id = ${id}`.execute(
    parts.db,
  );
  await returnMessages(
    parts,
    rows.map(row => row.id),
    `The folder “${path}” could not be created. ${reason}`,
  );
  await sql`
    delete from mail_folders f where id = ${id}
      and not exists (select from mail_messages m where m.folder_id = f.id)`.execute(parts.db);
}
