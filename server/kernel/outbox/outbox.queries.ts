import { sql } from 'kysely';
import type { EmailStatus } from '#domain/emails/email.contract';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { MailAttachment } from '../../platform/mail/compose-message';
import type { RefusedAddress } from './addresses-left';

/** An email claimed by the one process that may send it. `attempts` identifies the claim. */
export type ClaimedEmail = {
  readonly id: number;
  readonly message_id: string;
  readonly purpose: string;
  readonly to_address: string;
  readonly subject: string;
  readonly body_text: string | null;
  readonly body_html: string | null;
  readonly attempts: number;
  readonly last_attempt: number;
  readonly supplier_id: number | null;
  readonly customer_id: number | null;
  readonly employee_id: number | null;
  readonly user_id: number | null;
  readonly purchase_order_id: number | null;
  readonly purchase_order_version: number | null;
  readonly more_to: readonly string[];
  readonly cc_addresses: readonly string[];
  readonly bcc_addresses: readonly string[];
  readonly in_reply_to: string | null;
  readonly reference_ids: readonly string[];
  readonly reply_to: string | null;
  readonly sender_name: string | null;
  /** The addresses still to be tried; null while none has been settled on its own, so that all are. */
  readonly open_addresses: readonly string[] | null;
  readonly refused_addresses: readonly RefusedAddress[];
};

/** The channel that announces status changes of emails, by id. */
export const emailChannel = 'email_state';

/** Notifies processes waiting for the email, after the commit. */
export async function announce(tx: Tx, emailId: number): Promise<void> {
  await sql`select pg_notify(${emailChannel}, ${String(emailId)})`.execute(tx);
}

/** Claims a due email. One of several processes gets it; undefined if there is nothing to do. */
export const claimEmail = (tx: Tx, id: number, now: Date): Promise<ClaimedEmail | undefined> =>
  tx
    .updateTable('emails')
    .set(update => ({
      status: 'sending',
      attempts: update('attempts', '+', 1),
      next_attempt_at: null,
      updated_at: now,
    }))
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'retrying'])
    .where(where => where.or([where('next_attempt_at', 'is', null), where('next_attempt_at', '<=', now)]))
    .returning([
      'id',
      'message_id',
      'purpose',
      'to_address',
      'subject',
      'body_text',
      'body_html',
      'attempts',
      'last_attempt',
      'supplier_id',
      'customer_id',
      'employee_id',
      'user_id',
      'purchase_order_id',
      'purchase_order_version',
      'more_to',
      'cc_addresses',
      'bcc_addresses',
      'in_reply_to',
      'reference_ids',
      'reply_to',
      'sender_name',
      'open_addresses',
      'refused_addresses',
    ])
    .$castTo<ClaimedEmail>()
    .executeTakeFirst();

/** The heartbeat of a sender. */
export async function touchClaim(
  db: Reader,
  { id, attempts }: Pick<ClaimedEmail, 'id' | 'attempts'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('emails')
    .set({ updated_at: now })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'sending')
    .execute();
}

type NewState = {
  status: EmailStatus;
  lastError: string | null;
  open: readonly string[] | null;
  refused: readonly RefusedAddress[];
  sentAt?: Date;
  nextAttemptAt?: Date;
};

/**
 * Records the result of a claimed attempt; false if a later claim holds the email. A result arriving after
 * "unconfirmed" still counts.
 */
export async function settleClaim(
  tx: Tx,
  { id, attempts }: ClaimedEmail,
  state: NewState,
  now: Date,
): Promise<boolean> {
  const written = await tx
    .updateTable('emails')
    .set({
      status: state.status,
      last_error: state.lastError,
      sent_at: state.sentAt ?? null,
      next_attempt_at: state.nextAttemptAt ?? null,
      open_addresses: state.open && [...state.open],
      refused_addresses: JSON.stringify(state.refused),
      updated_at: now,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', 'in', ['sending', 'unconfirmed'])
    .executeTakeFirst();
  return written.numUpdatedRows > 0n;
}

/** The attachments of an email in order; `path` finds each in the file store. */
export async function listAttachments(
  db: Reader,
  emailId: number,
  path: (sha256: string) => string,
): Promise<MailAttachment[]> {
  const rows = await db
    .selectFrom('email_attachments')
    .innerJoin('files', 'files.sha256', 'email_attachments.sha256')
    .select([
      'file_name',
      'email_attachments.content_type as sent_as',
      'files.content_type',
      'bytes',
      'files.sha256',
    ])
    .where('email_id', '=', emailId)
    .orderBy('position')
    .execute();
  return rows.map(row => ({
    fileName: row.file_name,
    mediaType: row.sent_as ?? row.content_type,
    bytes: row.bytes,
    path: path(row.sha256),
  }));
}

/** Emails whose sender has had no heartbeat since then. */
export const abandonClaims = (
  tx: Tx,
  silentSince: Date,
  reason: string,
  now: Date,
): Promise<ClaimedEmail[]> =>
  tx
    .updateTable('emails')
    .set({ status: 'unconfirmed', last_error: reason, updated_at: now })
    .where('status', '=', 'sending')
    .where('updated_at', '<', silentSince)
    .returningAll()
    .$castTo<ClaimedEmail>()
    .execute();

/** Emails due before `dueBefore` that were not claimed, because their job was lost. */
export const listOverdue = (db: Reader, dueBefore: Date): Promise<{ id: number }[]> =>
  db
    .selectFrom('emails')
    .select('id')
    .where(where =>
      where.or([
        where.and([where('status', '=', 'queued'), where('updated_at', '<', dueBefore)]),
        where.and([where('status', '=', 'retrying'), where('next_attempt_at', '<', dueBefore)]),
      ]),
    )
    .orderBy('id')
    .limit(500)
    .execute();

export const findEmailState = (
  db: Reader,
  id: number,
): Promise<
  | {
      status: EmailStatus;
      last_error: string | null;
      to_address: string;
      /** Whether its first recipient got it, even if others have not yet or never will. */
      has_reached_first: boolean;
    }
  | undefined
> =>
  db
    .selectFrom('emails')
    .select(['status', 'last_error', 'to_address'])
    .select(
      sql<boolean>`status = 'sent' or (open_addresses is not null and to_address <> all (open_addresses)
        and not refused_addresses @> jsonb_build_array(jsonb_build_object('address', to_address)))`.as(
        'has_reached_first',
      ),
    )
    .where('id', '=', id)
    .$narrowType<{ status: EmailStatus }>()
    .executeTakeFirst();
