import type { ImapFlow, ListResponse } from 'imapflow';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/open-database';
import { type BodyParts, fetchBodies } from './fetch-bodies';
import { tidyLine } from './mail-head';
import { storeSent, type StoreSentParts } from './store-sent';
import { type FolderRow, syncFolder } from './sync-folder';
import { pushToServer } from './push-to-server';

const roles: Readonly<Record<string, string>> = {
  '\\Inbox': 'inbox',
  '\\Sent': 'sent',
  '\\Drafts': 'drafts',
  '\\Junk': 'junk',
  '\\Trash': 'trash',
  '\\Archive': 'archive',
};
const bodiesAtATime = 40;

/** Stores the list of folders. Folders gone on the server are deleted here with their messages. */
export async function syncFolders(db: Database, client: ImapFlow): Promise<void> {
  const listed = (await client.list()).filter(isFolder).map(folder => ({
    path: folder.path,
    name: folder.path.toUpperCase() === 'INBOX' ? 'Inbox' : tidyLine(folder.name, 200) || folder.path,
    role: folder.path.toUpperCase() === 'INBOX' ? 'inbox' : (roles[folder.specialUse ?? ''] ?? null),
  }));
  // There is always an inbox; a response without one is invalid and deletes nothing.
  if (!listed.some(({ role }) => role === 'inbox')) throw new Error('The mail server lists no inbox.');
  await sql`
    insert into mail_folders (path, name, role)
    select path, name, role from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) as f (path text, name text, role text)
    on conflict (path) do update set name = excluded.name, role = excluded.role, to_be_made = false
      where (mail_folders.name, mail_folders.role, mail_folders.to_be_made) is distinct from (excluded.name, excluded.role, false)`.execute(
    db,
  );
  await sql`
    delete from mail_folders where not to_be_made and path <> all(${listed.map(({ path }) => path)}::text[])`.execute(
    db,
  );
}

// "All mail" holds every message of the other folders once more.
const isFolder = ({ flags, specialUse, path }: ListResponse): boolean =>
  !flags.has('\\Noselect') && !flags.has('\\NonExistent') && specialUse !== '\\All' && !/\0/.test(path);

/**
 * One round: sends changes made here and copies of sent emails, then syncs all folders or the inbox and
 * changed ones, then fetches texts. Returns whether there is more to fetch.
 */
export async function syncRound(parts: RoundParts, client: ImapFlow, everything: boolean): Promise<boolean> {
  const { db } = parts;
  if (everything) await syncFolders(db, client);
  const touched = new Set(await pushToServer(parts, client));
  for (const id of await storeSent(parts, client)) touched.add(id);
  for (const folder of await foldersToSync(db, everything, [...touched]))
    await syncFolder(parts, client, folder);
  // Messages whose number has only just been found.
  const isPushed = (await pushToServer(parts, client)).size === 0;
  return (await fetchBodies(parts, client, bodiesAtATime)) || !isPushed;
}

export type RoundParts = BodyParts & StoreSentParts;

async function foldersToSync(
  db: Database,
  everything: boolean,
  touched: readonly number[],
): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    select * from (
      select id, path, role, uid_validity, uid_next, modseq, on_server,
        exists (select from mail_messages m where m.folder_id = f.id and m.uid is null and m.from_folder_id is null)
        or exists (select from mail_messages m where m.from_folder_id = f.id and m.from_uid is null) as to_find
      from mail_folders f where not to_be_made) folders
    where ${everything} or role = 'inbox' or to_find or id = any(${[...touched]}::bigint[])
    order by (role = 'inbox') is true desc, id`.execute(db);
  return rows;
}
