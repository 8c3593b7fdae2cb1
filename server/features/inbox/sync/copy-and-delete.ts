import type { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import { askServer, ImapRefused } from '../../../platform/imap';
import { deleteMessages } from './delete-messages';
import { headOf } from './mail-head';
import { returnMessages, settleMove } from './settle-move';
import type { SyncParts, FolderToPush } from './sync-parts';

/** A message to move: its number, and the copy an earlier attempt may have made. */
export type Moving = {
  readonly id: number;
  readonly uid: number;
  readonly copied_after: number | null;
  readonly message_id: string | null;
  readonly bytes: number;
  readonly received_at: Date;
};

export type Target = { readonly id: number; readonly path: string };

/**
 * Moves messages on servers without MOVE: each is copied, then deleted. The expected position of the copy is
 * recorded first, so that a broken connection does not duplicate it.
 */
export async function copyAndDelete(
  parts: SyncParts,
  client: ImapFlow,
  folder: FolderToPush,
  target: Target,
  messages: readonly Moving[],
): Promise<void> {
  const copied = await findCopies(parts, client, target, messages);
  const toCopy = messages.filter(({ id }) => !copied.has(id));
  try {
    for (const [id, uid] of await copy(parts, client, folder, target, toCopy)) copied.set(id, uid);
  } catch (error) {
    if (!(error instanceof ImapRefused)) throw error;
    const ids = messages.map(({ id }) => id);
    if (ids.length === 1) return returnMessages(parts, ids, error.message);
    for (const message of messages) await copyAndDelete(parts, client, folder, target, [message]);
    return;
  }
  await finish(parts, client, folder, target, messages, copied);
}

/** Copies made before an earlier connection broke. */
async function findCopies(
  { clock }: SyncParts,
  client: ImapFlow,
  { path }: Target,
  messages: readonly Moving[],
): Promise<Map<number, number | null>> {
  const found = new Map<number, number | null>();
  const started = messages.filter(({ copied_after }) => copied_after !== null);
  if (started.length === 0) return found;
  const first = Math.max(1, Math.min(...started.map(({ copied_after }) => copied_after ?? 1)));
  const lock = await client.getMailboxLock(path);
  try {
    const fetchQuery = { uid: true, envelope: true, internalDate: true, size: true };
    for await (const each of client.fetch(`${first}:*`, fetchQuery, { uid: true })) {
      const head = headOf(each, clock());
      const same = started.find(
        message =>
          !found.has(message.id) &&
          each.uid >= (message.copied_after ?? 1) &&
          message.message_id === head.message_id &&
          message.bytes === head.bytes &&
          message.received_at.toISOString() === head.received_at,
      );
      if (same) found.set(same.id, each.uid);
    }
  } finally {
    lock.release();
  }
  return found;
}

async function copy(
  { db }: SyncParts,
  client: ImapFlow,
  folder: FolderToPush,
  target: Target,
  messages: readonly Moving[],
): Promise<Map<number, number | null>> {
  if (messages.length === 0) return new Map();
  const status = await client.status(target.path, { uidNext: true });
  const ids = messages.map(({ id }) => id);
  await sql`
    update mail_messages set copied_to_id = ${target.id}, copied_after = ${(status && status.uidNext) || 1}
    where id = any(${ids}::bigint[])`.execute(db);
  const lock = await client.getMailboxLock(folder.path);
  try {
    const range = messages.map(({ uid }) => uid).join(',');
    const { uidMap } = await askServer(client, () => client.messageCopy(range, target.path, { uid: true }));
    return new Map(messages.map(({ id, uid }) => [id, uidMap?.get(uid) ?? null]));
  } finally {
    lock.release();
  }
}

/** Deletes the originals. If the server refuses, the copies are removed again. */
async function finish(
  parts: SyncParts,
  client: ImapFlow,
  folder: FolderToPush,
  target: Target,
  messages: readonly Moving[],
  copied: ReadonlyMap<number, number | null>,
): Promise<void> {
  const landed = messages.map(({ id }) => ({ id, uid: copied.get(id) ?? null }));
  try {
    await deleteMessages(
      client,
      folder.path,
      messages.map(({ uid }) => uid),
    );
    await settleMove(parts, target.id, landed);
  } catch (error) {
    if (!(error instanceof ImapRefused)) throw error;
    const copies = landed.map(({ uid }) => uid).filter(uid => uid !== null);
    await deleteMessages(client, target.path, copies).catch((failed: unknown) => {
      if (!(failed instanceof ImapRefused)) throw failed;
    });
    await returnMessages(
      parts,
      messages.map(({ id }) => id),
      error.message,
    );
  }
}
