import type { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/open-database';
import { askServer, ImapRefused } from '../../../platform/imap';
import { copyAndDelete, type Moving, type Target } from './copy-and-delete';
import { returnMessages, settleMove } from './settle-move';
import type { SyncParts, FolderToPush } from './sync-parts';

const atATime = 500;

/**
 * Moves messages of one folder on the server. A move interrupted by a broken connection is finished by the next one,
 * without duplicates.
 */
export async function moveOnServer(
  parts: SyncParts,
  client: ImapFlow,
  folder: FolderToPush,
): Promise<ReadonlySet<number>> {
  const touched = new Set<number>();
  for (const { target, messages } of await listMoving(parts.db, folder.id)) {
    touched.add(folder.id).add(target.id);
    if (canMove(client)) await moveAll(parts, client, folder, target, messages);
    else await copyAndDelete(parts, client, folder, target, messages);
  }
  return touched;
}

const canMove = ({ capabilities }: ImapFlow) => capabilities.has('MOVE') || capabilities.has('IMAP4rev2');

/** By target folder. A copy in progress is finished first, even if the target has changed. */
async function listMoving(db: Database, folderId: number): Promise<{ target: Target; messages: Moving[] }[]> {
  const { rows } = await sql<Moving & { target_id: number; target_path: string }>`
    select m.id, coalesce(m.from_uid, m.uid) as uid, m.copied_after, m.message_id, m.bytes, m.received_at,
      t.id as target_id, t.path as target_path
    from mail_messages m join mail_folders t on t.id = coalesce(m.copied_to_id, m.folder_id)
    where ((m.from_folder_id = ${folderId} and m.from_uid is not null)
        or (m.from_folder_id is null and m.folder_id = ${folderId} and m.uid is not null and m.copied_to_id is not null))
      and not t.to_be_made and t.id <> ${folderId}
    order by m.id limit ${atATime}`.execute(db);
  const groups = new Map<number, { target: Target; messages: Moving[] }>();
  for (const { target_id, target_path, ...message } of rows) {
    const group = groups.get(target_id) ?? { target: { id: target_id, path: target_path }, messages: [] };
    group.messages.push(message);
    groups.set(target_id, group);
  }
  return [...groups.values()];
}

/** All at once; if the server refuses, one by one, so that one message does not hold up the others. */
async function moveAll(
  parts: SyncParts,
  client: ImapFlow,
  folder: FolderToPush,
  target: Target,
  messages: readonly Moving[],
): Promise<void> {
  try {
    const uids = await sendMove(client, folder.path, target.path, messages);
    await settleMove(
      parts,
      target.id,
      messages.map(({ id, uid }) => ({ id, uid: uids.get(uid) ?? null })),
    );
  } catch (error) {
    if (!(error instanceof ImapRefused)) throw error;
    const [only] = messages;
    if (messages.length === 1 && only) return returnMessages(parts, [only.id], error.message);
    for (const message of messages) await moveAll(parts, client, folder, target, [message]);
  }
}

async function sendMove(
  client: ImapFlow,
  from: string,
  to: string,
  messages: readonly Moving[],
): Promise<ReadonlyMap<number, number>> {
  const lock = await client.getMailboxLock(from);
  try {
    const range = messages.map(({ uid }) => uid).join(',');
    const moved = await askServer(client, () => client.messageMove(range, to, { uid: true }));
    return moved.uidMap ?? new Map();
  } finally {
    lock.release();
  }
}
