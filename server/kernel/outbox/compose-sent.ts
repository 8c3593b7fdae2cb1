import { buffer } from 'node:stream/consumers';
import type { Database } from '../../platform/database/open-database';
import { composeMessage, lazily } from '../../platform/mail/compose-message';
import type { MailAddress } from '../../platform/mail/mail-server';
import { listAttachments } from './outbox.queries';
import { emailFields } from './send-email';

/** `messageId` is the part before the @, which is unique whatever the sender's domain. */
export type SentMessage = { readonly messageId: string; readonly content: Buffer; readonly date: Date };

/** A sent email as it left, for the Sent folder. Null if its text was never stored. */
export async function composeSent(
  { db, files }: { readonly db: Database; readonly files: { readonly path: (sha256: string) => string } },
  sender: MailAddress,
  emailId: number,
): Promise<SentMessage | null> {
  const email = await db.selectFrom('emails').selectAll().where('id', '=', emailId).executeTakeFirst();
  if (!email || email.body_text === null || email.body_html === null) return null;
  const attachments = await listAttachments(db, emailId, files.path);
  const date = email.sent_at ?? email.created_at;
  const content = await buffer(
    composeMessage(
      sender,
      {
        messageId: email.message_id,
        to: email.to_address,
        subject: email.subject,
        text: email.body_text,
        html: email.body_html,
        ...emailFields(email),
        attachments,
        date,
      },
      attachments.map(lazily),
      { isOwnCopy: true },
    ),
  );
  return { messageId: email.message_id, content, date };
}
