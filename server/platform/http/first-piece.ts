import type { Readable } from 'node:stream';
import { cancellation } from '../database/cancellation';
import { Refusal } from './refusal';
import { FileReply } from './route';

/**
 * Waits for the first piece of a file that is made while it is sent: until then it has the time of any request, and the
 * rest takes as long as it needs (R09). A file that is stopped, or whose client has gone, is not made at all.
 */
export async function awaitFirstPiece(reply: unknown, gone?: AbortSignal): Promise<void> {
  if (!(reply instanceof FileReply) || Buffer.isBuffer(reply.content)) return;
  const { content } = reply;
  if (content.destroyed) return;
  const ending = cancellation();
  const stop = () => content.destroy(ending?.reason as Error);
  const leave = () => content.destroy(new Refusal('unavailable', 'The client closed the connection.'));
  ending?.addEventListener('abort', stop);
  gone?.addEventListener('abort', leave);
  if (gone?.aborted) leave();
  try {
    await hasPiece(content);
  } finally {
    ending?.removeEventListener('abort', stop);
    gone?.removeEventListener('abort', leave);
  }
}

/** An empty file says that it is readable, too. */
const hasPiece = (content: Readable): Promise<void> =>
  new Promise((resolve, reject) => {
    content.once('error', reject);
    content.once('readable', resolve);
  });
