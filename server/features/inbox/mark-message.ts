import { hasPermission } from '#domain/kernel/access';
import { ensureFound } from '../../platform/http/refusal';
import { FileReply } from '../../platform/http/route';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import { announceMail } from './announce-mail';
import { wakeMailbox } from './mailbox.queries';

/**
 * Marks a message here, then on the mail server. Users with read-only access do not change it: only its text
 * is fetched.
 */
export async function markMessage(
  ctx: WriteContext,
  id: number,
  seen: boolean,
): Promise<{ message: string }> {
  const row = await ctx.tx
    .selectFrom('mail_messages')
    .select(['seen', 'body_state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const was = ensureFound(row, 'Message');
  const marks = hasPermission(ctx.actor, 'create_email');
  const changed = {
    ...(was.seen === seen || !marks ? {} : { seen, seen_here: true }),
    // The user is waiting for the text, so it is fetched first.
    ...(seen && was.body_state === 'waiting' ? { body_state: 'wanted' } : {}),
  };
  if (Object.keys(changed).length > 0) {
    await ctx.tx.updateTable('mail_messages').set(changed).where('id', '=', id).execute();
    await wakeMailbox(ctx.tx, 'check');
    if ('seen' in changed) await announceMail(ctx.tx);
  }
  if (!marks) return { message: 'The message stays unread for users who can reply to it.' };
  return { message: seen ? 'Marked as read.' : 'Marked as unread.' };
}

/** An attachment of a message. Always sent as a download, so that a browser never runs or displays it. */
export async function sendMailAttachment(
  { db, files }: Pick<ReadContext, 'db' | 'files'>,
  { id, attachment_id }: { id: number; attachment_id: number },
): Promise<FileReply> {
  const file = await db
    .selectFrom('mail_attachments')
    .select(['file_name', 'sha256'])
    .where('message_id', '=', id)
    .where('id', '=', attachment_id)
    .executeTakeFirst();
  const { file_name, sha256 } = ensureFound(file, 'Attachment');
  return new FileReply(file_name, 'application/octet-stream', files.read(sha256));
}
