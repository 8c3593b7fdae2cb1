import type { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/open-database';
import { inTransaction } from '../../../platform/database/transaction';
import { headOf, type MailHead } from './mail-head';
import { announceMail } from '../announce-mail';
import { storeHeads } from './store-heads';
import { uidsIn } from './uids-in';

export type FolderRow = {
  readonly id: number;
  readonly path: string;
  readonly uid_validity: string | null;
  readonly uid_next: number | null;
  readonly modseq: string | null;
  readonly on_server: number;
  /** Whether messages here still lack their number on the server. */
  readonly to_find: boolean;
};

type Parts = { readonly db: Database; readonly clock: () => Date };

const headsAtATime = 200;
/** Without modification numbers, the flags of this many of the newest messages are read again. */
const flagsReadAgain = 1000;

/** The state of a folder on the server. */
type FolderState = { validity: string; uidNext: number; modseq: string | null; exists: number };

/**
 * Syncs our copy of a folder: fetches new messages, newest first, storing each batch at once, removes deleted ones and
 * updates flags. When the server renumbers a folder, or a message was moved here, existing rows are matched by message
 * identity.
 */
export async function syncFolder(parts: Parts, client: ImapFlow, folder: FolderRow): Promise<void> {
  const { db } = parts;
  const lock = await client.getMailboxLock(folder.path);
  try {
    const now = await folderStateOf(client, folder.path);
    const renumbered = folder.uid_validity !== null && folder.uid_validity !== now.validity;
    if (!renumbered && isSame(folder, now)) return;
    if (folder.uid_validity !== now.validity) await beginNumbers(db, folder.id, now);
    const there = await uidsOf(client, now);
    const stored = await storedUids(db, folder.id);
    const onServer = new Set(there);
    await deleteMissing(
      db,
      folder.id,
      stored.filter(uid => !onServer.has(uid)),
    );
    const storedUidSet = new Set(stored);
    const missing = there.filter(uid => !storedUidSet.has(uid)).sort((one, other) => other - one);
    for (let from = 0; from < missing.length; from += headsAtATime)
      await fetchHeads(parts, client, folder.id, missing.slice(from, from + headsAtATime));
    if (storedUidSet.size > 0) await followFlags(db, client, folder, now, [...storedUidSet]);
    await settle(db, folder.id, now, there.length);
  } finally {
    lock.release();
  }
}

/** All message numbers of the folder. A missing response must not look like an empty folder. */
async function uidsOf(client: ImapFlow, { exists }: FolderState): Promise<number[]> {
  if (exists === 0) return [];
  // Most servers respond in ranges; a hundred thousand single numbers would take a second.
  const found = await client.search({ all: true }, { uid: true, returnOptions: ['ALL'] });
  if (Array.isArray(found)) return found;
  if (!found || !found.all) throw new Error('The mail server does not list the messages in the folder.');
  return uidsIn(found.all);
}

async function folderStateOf(client: ImapFlow, path: string): Promise<FolderState> {
  const status = await client.status(path, {
    messages: true,
    uidNext: true,
    uidValidity: true,
    ...(client.capabilities.has('CONDSTORE') ? { highestModseq: true } : {}),
  });
  if (!status) throw new Error(`The mail server does not report the state of the folder ${path}.`);
  return {
    validity: String(status.uidValidity ?? 0),
    uidNext: status.uidNext ?? 0,
    modseq: status.highestModseq === undefined ? null : String(status.highestModseq),
    exists: status.messages ?? 0,
  };
}

const isSame = (folder: FolderRow, now: FolderState): boolean =>
  !folder.to_find &&
  now.modseq !== null &&
  folder.modseq === now.modseq &&
  folder.uid_next === now.uidNext &&
  folder.on_server === now.exists;

/** The old numbers are invalid from here on. Messages have none until they are found again. */
const beginNumbers = (db: Database, folderId: number, { validity, exists }: FolderState): Promise<void> =>
  inTransaction(db, async tx => {
    await tx.updateTable('mail_messages').set({ uid: null }).where('folder_id', '=', folderId).execute();
    await sql`update mail_messages set from_uid = null where from_folder_id = ${folderId}`.execute(tx);
    await sql`update mail_messages set copied_after = 1 where copied_to_id = ${folderId}`.execute(tx);
    await tx
      .updateTable('mail_folders')
      .set({ uid_validity: validity, uid_next: null, modseq: null, on_server: exists })
      .where('id', '=', folderId)
      .execute();
  });

async function storedUids(db: Database, folderId: number): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`
    select uid from mail_messages where folder_id = ${folderId} and uid is not null
    union all
    select from_uid from mail_messages where from_folder_id = ${folderId} and from_uid is not null`.execute(
    db,
  );
  return rows.map(({ uid }) => uid);
}

/**
 * Deletes here what is gone there. A message moved from here may be in its target folder, so it is looked for
 * first.
 */
async function deleteMissing(db: Database, folderId: number, uids: readonly number[]): Promise<void> {
  if (uids.length === 0) return;
  await inTransaction(db, async tx => {
    await sql`delete from mail_messages where folder_id = ${folderId} and uid = any(${uids}::bigint[])`.execute(
      tx,
    );
    await sql`
      update mail_messages set from_folder_id = null, from_uid = null, copied_to_id = null, copied_after = null
      where from_folder_id = ${folderId} and from_uid = any(${uids}::bigint[])`.execute(tx);
    await announceMail(tx);
  });
}

/** Received messages are kept even if the connection breaks; the next one continues. */
async function fetchHeads(
  { db, clock }: Parts,
  client: ImapFlow,
  folderId: number,
  uids: readonly number[],
): Promise<void> {
  const requested = new Set(uids);
  const heads: MailHead[] = [];
  try {
    // A server may report other messages in between.
    for await (const message of client.fetch(uids.join(','), fetchQuery, { uid: true }))
      if (requested.delete(message.uid)) heads.push(headOf(message, clock()));
  } finally {
    await storeHeads(db, folderId, heads);
  }
}

const fetchQuery = {
  uid: true,
  flags: true,
  envelope: true,
  internalDate: true,
  size: true,
  bodyStructure: true,
  headers: ['references'],
};

/** Applies flags changed elsewhere. Marks made here that are not sent yet win. */
async function followFlags(
  db: Database,
  client: ImapFlow,
  folder: FolderRow,
  now: FolderState,
  stored: readonly number[],
): Promise<void> {
  const since = now.modseq !== null && folder.modseq !== null ? BigInt(folder.modseq) : null;
  const range = since === null ? newest(stored).join(',') : '1:*';
  const changed = await client.fetchAll(
    range,
    { uid: true, flags: true },
    { uid: true, ...(since === null ? {} : { changedSince: since }) },
  );
  const flags = changed.map(message => ({
    uid: message.uid,
    seen: message.flags?.has('\\Seen') ?? false,
    answered: message.flags?.has('\\Answered') ?? false,
    flagged: message.flags?.has('\\Flagged') ?? false,
  }));
  if (flags.length === 0) return;
  const changes = await sql`
    update mail_messages m set seen = case when m.seen_here then m.seen else f.seen end,
      answered = case when m.answered_here then m.answered else f.answered end,
      flagged = case when m.flagged_here then m.flagged else f.flagged end
    from jsonb_to_recordset(${JSON.stringify(flags)}::jsonb) as f (uid bigint, seen boolean, answered boolean, flagged boolean)
    where m.folder_id = ${folder.id} and m.uid = f.uid
      and (m.seen, m.answered, m.flagged) is distinct from (case when m.seen_here then m.seen else f.seen end,
        case when m.answered_here then m.answered else f.answered end, case when m.flagged_here then m.flagged else f.flagged end)`.execute(
    db,
  );
  if (changes.numAffectedRows) await announceMail(db);
}

const newest = (uids: readonly number[]): number[] =>
  [...uids].sort((one, other) => other - one).slice(0, flagsReadAgain);

/** All messages are here; those still without a number were deleted on the server. */
const settle = (db: Database, folderId: number, now: FolderState, onServer: number): Promise<void> =>
  inTransaction(db, async tx => {
    await sql`
      delete from mail_messages where folder_id = ${folderId} and uid is null and from_folder_id is null`.execute(
      tx,
    );
    await sql`
      update mail_messages set from_folder_id = null, copied_to_id = null, copied_after = null
      where from_folder_id = ${folderId} and from_uid is null`.execute(tx);
    await sql`
      update mail_folders set uid_next = ${now.uidNext}, modseq = ${now.modseq}, on_server = ${onServer},
        fetched = (select count(*) from mail_messages where folder_id = ${folderId})
      where id = ${folderId}`.execute(tx);
  });
