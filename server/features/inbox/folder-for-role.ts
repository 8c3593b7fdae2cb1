import { sql } from 'kysely';
import type { FolderRole } from '#domain/emails/inbox.contract';
import type { Reader } from '../../platform/database/open-database';

/** What a folder is called that the mailbox lacks: every mail program knows it by this name. */
const usualNames: Readonly<Record<Exclude<FolderRole, 'inbox' | 'drafts'>, string>> = {
  archive: 'Archive',
  trash: 'Trash',
  junk: 'Junk',
  sent: 'Sent',
};
export type UsualRole = keyof typeof usualNames;

/**
 * The folder of the mailbox for a purpose: the one that the server names for it (RFC 6154), or that is called so. A
 * mailbox without one gets it, here at once and on the server before anything is put into it.
 */
export async function folderFor(db: Reader, role: UsualRole): Promise<number> {
  const name = usualNames[role];
  const { rows } = await sql<{ id: number }>`
    with there as (select id from mail_folders where role = ${role} order by id limit 1), made as (
      insert into mail_folders (path, name, role, to_be_made) select ${name}, ${name}, ${role}, true
      where not exists (select from there)
      on conflict (path) do update set path = excluded.path returning id
    )
    select id from there union all select id from made`.execute(db);
  return rows[0]?.id ?? 0;
}
