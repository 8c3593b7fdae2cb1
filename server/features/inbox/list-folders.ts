import { sql } from 'kysely';
import type { Folder } from '#domain/emails/mail-folders.contract';
import type { MailboxStatus } from '#domain/emails/mailbox-status';
import type { Reader } from '../../platform/database/open-database';
import { findStatus } from './mailbox.queries';

/** The folders with their unread counts, counted over unread messages only. */
export async function listFolders(
  db: Reader,
  userId: number,
): Promise<{ mailbox: MailboxStatus | null; folders: Folder[]; sent_failed: number; drafts: number }> {
  const { rows: folders } = await sql<Folder>`
    select f.id, f.name, f.role, f.fetched, f.on_server,
      (select count(*) from mail_messages m where m.folder_id = f.id and not m.seen) as unread
    from mail_folders f
    order by array_position(array['inbox', 'drafts', 'sent', 'archive', 'junk', 'trash'], coalesce(f.role, 'archive')), f.name, f.id`.execute(
    db,
  );
  const { rows } = await sql<{ sent_failed: number; drafts: number }>`
    select (select count(*) from emails where status in ('failed', 'unconfirmed')) as sent_failed,
      (select count(*) from mail_drafts where user_id = ${userId}) as drafts`.execute(db);
  return { mailbox: await findStatus(db), folders, ...(rows[0] ?? { sent_failed: 0, drafts: 0 }) };
}
