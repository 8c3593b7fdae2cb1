import { sql } from 'kysely';
import type { Draft } from '#domain/emails/draft.contract';
import { findCompany } from '../../kernel/company';
import { type EmailState, type EmailFields, queueEmail, writeMailBody } from '../../kernel/outbox';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import { lockDraft } from './drafts.queries';
import { wakeMailbox } from './mailbox.queries';

const maxReferencesLength = 30;

/** Queues a draft for sending and deletes it, in one transaction. Returns the id of the email. */
export async function sendDraft(ctx: WriteContext, id: number): Promise<{ email_id: number }> {
  const draft = await lockDraft(ctx.tx, ctx.actor.id, id);
  const [to, ...moreTo] = draft.to_addresses;
  if (to === undefined) throw invalid({ to_addresses: 'Enter at least one recipient.' });
  if (draft.subject === '') throw invalid({ subject: 'Subject is required.' });
  const company = await findCompany(ctx.tx);
  const mailbox = await ctx.tx.selectFrom('mailbox').select('address').executeTakeFirst();
  const email_id = await queueEmail(ctx, {
    purpose: 'letter',
    to,
    subject: draft.subject,
    body: writeMailBody(draft.body.split(/\n{2,}/)),
    about: await findPartner(ctx.tx, to),
    letter: {
      moreTo,
      cc: draft.cc_addresses,
      bcc: draft.bcc_addresses,
      senderName: `${ctx.actor.name}, ${company.name}`,
      replyTo: mailbox?.address ?? null,
      ...(await conversationOf(ctx.tx, draft)),
    },
    attachments: await filesOf(ctx.tx, id),
  });
  if (draft.answers_id !== null && draft.kind !== 'forward') await markAnswered(ctx.tx, draft.answers_id);
  await sql`delete from mail_drafts where id = ${id}`.execute(ctx.tx);
  return { email_id };
}

/** Here, then on the mail server, so that nobody answers it a second time. */
async function markAnswered(tx: Tx, messageId: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update mail_messages set answered = true, answered_here = true where id = ${messageId} and not answered`.execute(
    tx,
  );
  if (numAffectedRows) await wakeMailbox(tx, 'check');
}

/** The supplier or customer with this address gets the email in its history. */
async function findPartner(tx: Tx, address: string) {
  const { rows } = await sql<{ type: 'supplier' | 'customer'; id: number; name: string }>`
    select 'supplier' as type, id, name from suppliers where lower(email) = ${address.toLowerCase()}
    union all select 'customer', id, name from customers where lower(email) = ${address.toLowerCase()}
    limit 2`.execute(tx);
  // If two have the same address, neither is chosen.
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

type Conversation = Pick<EmailFields, 'inReplyTo' | 'references' | 'threadKey'>;

/** The headers that thread a reply, in email programs and here. */
async function conversationOf(tx: Tx, { answers_id, kind }: Draft): Promise<Conversation> {
  const answered =
    answers_id === null || kind === 'forward'
      ? undefined
      : await tx
          .selectFrom('mail_messages')
          .select(['message_id', 'reference_ids', 'thread_key'])
          .where('id', '=', answers_id)
          .executeTakeFirst();
  if (!answered) return { inReplyTo: null, references: [], threadKey: null };
  const { message_id, reference_ids, thread_key } = answered;
  return {
    inReplyTo: message_id,
    references: [...reference_ids, ...(message_id === null ? [] : [message_id])].slice(-maxReferencesLength),
    threadKey: thread_key,
  };
}

type Sent = {
  fileName: string;
  mediaType: string;
  sentAs: string | null;
  sha256: string;
  bytes: number;
};

async function filesOf(tx: Tx, draftId: number) {
  const { rows } = await sql<Sent>`
    select a.file_name as "fileName", f.content_type as "mediaType", a.content_type as "sentAs", a.sha256, f.bytes
    from mail_draft_attachments a join files f using (sha256) where a.draft_id = ${draftId} order by a.id`.execute(
    tx,
  );
  return rows;
}

/** The message after the first attempt, or after ten seconds. */
export function draftReply(email: EmailState | undefined): { success: boolean; message: string } {
  const reason = email?.last_error ?? '';
  if (email?.has_reached_first) return { success: true, message: `Email sent. ${reason}`.trim() };
  if (email?.status === 'failed')
    return { success: false, message: `The email was not sent. ${reason}`.trim() };
  if (email?.status === 'unconfirmed') return { success: false, message: reason };
  return {
    success: true,
    message: `The email is being delivered. Check its status under Sent. ${reason}`.trim(),
  };
}
