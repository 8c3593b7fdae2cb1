import { sql } from 'kysely';
import type { FolderRole } from '#domain/emails/mail-folders.contract';
import { insertedId } from '../../platform/database/inserted-id';
import type { Reader } from '../../platform/database/open-database';

/** The name of a folder that the mailbox lacks, as known to all email programs. */
const defaultNames: Readonly<Record<Exclude<FolderRole, 'inbox' | 'drafts'>, string>> = {
  archive: 'Archive',
  trash: 'Trash',
  junk: 'Junk',
  sent: 'Sent',
};
export type DefaultFolderRole = keyof typeof defaultNames;

/**
 * The mailbox folder for a role, by the server's flag (RFC 6154) or its name. A missing folder is created
 * here at once, and on the server before it is used.
 */
export async function folderFor(db: Reader, role: DefaultFolderRole): Promise<number> {
  const name = defaultNames[role];
  const { rows } = await sql<{ id: number }>`
    with there as (select id from mail_folders where role = ${role} order by id limit 1), made as (
      insert into mail_folders (path, name, role, to_be_made) select ${name}, ${name}, ${role}, true
      where not exists (select from there)
      on conflict (path) do update set path = excluded.path returning id
    )
    select id from there union all select id from made`.execute(db);
  return insertedId(rows);
}
