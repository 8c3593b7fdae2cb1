import type { ImapFlow, ListResponse } from 'imapflow';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/open-database';
import { type BodyParts, fetchBodies } from './fetch-bodies';
import { tidyLine } from './mail-head';
import { type FolderRow, syncFolder } from './sync-folder';

const roles: Readonly<Record<string, string>> = {
  '\\Inbox': 'inbox',
  '\\Sent': 'sent',
  '\\Drafts': 'drafts',
  '\\Junk': 'junk',
  '\\Trash': 'trash',
  '\\Archive': 'archive',
};
const bodiesAtATime = 40;

/** The folders that there are, as rows; what is gone on the server goes here, with its messages. */
export async function syncFolders(db: Database, client: ImapFlow): Promise<void> {
  const listed = (await client.list()).filter(isFolder).map(folder => ({
    path: folder.path,
    name: folder.path.toUpperCase() === 'INBOX' ? 'Inbox' : tidyLine(folder.name, 200) || folder.path,
    role: folder.path.toUpperCase() === 'INBOX' ? 'inbox' : (roles[folder.specialUse ?? ''] ?? null),
  }));
  // There is always an inbox: without one the answer is no answer, and nothing is to be taken away for it.
  if (!listed.some(({ role }) => role === 'inbox')) throw new Error('The mail server lists no inbox.');
  await sql`
    insert into mail_folders (path, name, role)
    select path, name, role from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as f (path text, name text, role text)
    on conflict (path) do update set name = excluded.name, role = excluded.role
      where (mail_folders.name, mail_folders.role) is distinct from (excluded.name, excluded.role)`.execute(
    db,
  );
  await sql`delete from mail_folders where path <> all(${listed.map(({ path }) => path)}::text[])`.execute(
    db,
  );
}

// "All mail" holds every message of the other folders once more.
const isFolder = ({ flags, specialUse, path }: ListResponse): boolean =>
  !flags.has('\\Noselect') && !flags.has('\\NonExistent') && specialUse !== '\\All' && !/\0/.test(path);

/**
 * One round: the folders, or the inbox and those where something was marked here; then some texts. Answers whether
 * there is more to fetch at once.
 */
export async function syncRound(parts: BodyParts, client: ImapFlow, everything: boolean): Promise<boolean> {
  const { db } = parts;
  if (everything) await syncFolders(db, client);
  for (const folder of await foldersToSync(db, everything)) await syncFolder(parts, client, folder);
  return fetchBodies(parts, client, bodiesAtATime);
}

async function foldersToSync(db: Database, everything: boolean): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    select id, path, uid_validity, uid_next, modseq, on_server from mail_folders f
    where ${everything} or role = 'inbox' or exists (select from mail_messages m where m.folder_id = f.id and m.seen_here)
    order by (role = 'inbox') is true desc, id`.execute(db);
  return rows;
}
