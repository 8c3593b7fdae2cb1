import type { ImapFlow } from 'imapflow';
import { askServer } from '../../../platform/imap';

/**
 * Expunges messages. Without UIDPLUS, messages marked as deleted by other programs are unmarked meanwhile.
 * @throws ImapRefused
 */
export async function deleteMessages(client: ImapFlow, path: string, uids: readonly number[]): Promise<void> {
  if (uids.length === 0) return;
  const lock = await client.getMailboxLock(path);
  const range = uids.join(',');
  try {
    const others = canRemoveSome(client) ? [] : await markedByOthers(client, uids);
    if (others.length > 0) await client.messageFlagsRemove(others, ['\\Deleted'], { uid: true });
    await askServer(client, () => client.messageDelete(range, { uid: true }));
    if (others.length > 0) await client.messageFlagsAdd(others, ['\\Deleted'], { uid: true });
  } finally {
    lock.release();
  }
}

const canRemoveSome = ({ capabilities }: ImapFlow) =>
  capabilities.has('UIDPLUS') || capabilities.has('IMAP4rev2');

async function markedByOthers(client: ImapFlow, ours: readonly number[]): Promise<number[]> {
  const marked = await client.search({ deleted: true }, { uid: true });
  return Array.isArray(marked) ? marked.filter(uid => !ours.includes(uid)) : [];
}
