import { randomUUID } from 'node:crypto';
import type { WriteContext } from '../../platform/http/context';
import { recordAudit } from '../audit';
import { recordFiles } from '../stored-files';
import { addSendJob } from './email-jobs';
import type { StoredDocument } from './store-document';

export type QueuedEmail = {
  /** The purpose of the email: `supplier-details`, `password-reset`. */
  readonly purpose: string;
  readonly to: string;
  readonly subject: string;
  /**
   * The text, or null for an email with a secret link. The composer of its purpose then writes it at the
   * moment of sending, so that the link is never stored.
   */
  readonly body: { readonly text: string; readonly html: string } | null;
  /** The record that shows the email and records it in its history. */
  readonly about: {
    readonly type: 'supplier' | 'customer' | 'employee' | 'user';
    readonly id: number;
    readonly name: string;
  } | null;
  /** Copies of a document; an email written by a user has its own. */
  readonly cc?: readonly string[];
  /** An email written by a user, with its recipients and threading. */
  readonly letter?: EmailFields;
  /** The purchase order attached, in this version; it counts as sent once the email is accepted. */
  readonly purchaseOrder?: { readonly id: number; readonly version: number };
  readonly attachments?: readonly AttachedFile[];
};

type AttachedFile = StoredDocument & {
  /** The type that a forwarded file came with: no one has checked it, so it is not that of the stored file. */
  readonly sentAs?: string | null;
};

export type EmailFields = {
  readonly moreTo: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly senderName: string;
  readonly replyTo: string | null;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly threadKey: string | null;
};

type Context = Pick<WriteContext, 'tx' | 'actor' | 'now' | 'audits'>;

/** Stores an email and its job in the caller's transaction. Returns its id. */
export async function queueEmail(ctx: Context, email: QueuedEmail): Promise<number> {
  const { about, letter, attachments = [] } = email;
  const cc = letter?.cc ?? email.cc ?? [];
  const { id } = await ctx.tx
    .insertInto('emails')
    .values({
      message_id: randomUUID(),
      purpose: email.purpose,
      to_address: email.to,
      subject: email.subject,
      body_text: email.body?.text ?? null,
      body_html: email.body?.html ?? null,
      supplier_id: about?.type === 'supplier' ? about.id : null,
      customer_id: about?.type === 'customer' ? about.id : null,
      employee_id: about?.type === 'employee' ? about.id : null,
      user_id: about?.type === 'user' ? about.id : null,
      more_to: [...(letter?.moreTo ?? [])],
      cc_addresses: [...cc],
      bcc_addresses: [...(letter?.bcc ?? [])],
      sender_name: letter?.senderName ?? null,
      reply_to: letter?.replyTo ?? null,
      in_reply_to: letter?.inReplyTo ?? null,
      reference_ids: [...(letter?.references ?? [])],
      thread_key: letter?.threadKey ?? null,
      purchase_order_id: email.purchaseOrder?.id ?? null,
      purchase_order_version: email.purchaseOrder?.version ?? null,
      created_by: ctx.actor.id || null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (attachments.length > 0) await attach(ctx, id, attachments);
  await addSendJob(ctx.tx, id);
  recordAudit(ctx, {
    action: 'email_queued',
    recordType: about?.type ?? 'email',
    recordId: about?.id ?? id,
    recordName: about?.name ?? email.subject,
    after: {
      email: id,
      to: [email.to, ...(letter?.moreTo ?? [])].join(', '),
      ...(cc.length > 0 ? { cc: cc.join(', ') } : {}),
      ...(letter && letter.bcc.length > 0 ? { bcc: letter.bcc.join(', ') } : {}),
      subject: email.subject,
      attachments: attachments.map(({ fileName }) => fileName),
    },
  });
  return id;
}

async function attach(
  ctx: Context,
  emailId: number,
  files: NonNullable<QueuedEmail['attachments']>,
): Promise<void> {
  await recordFiles(ctx, files);
  await ctx.tx
    .insertInto('email_attachments')
    .values(
      files.map(({ fileName, sha256, sentAs }, position) => ({
        email_id: emailId,
        position,
        file_name: fileName,
        sha256,
        content_type: sentAs ?? null,
      })),
    )
    .execute();
}
