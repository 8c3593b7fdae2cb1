import { setTimeout as pause } from 'node:timers/promises';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import type { MailOutcome } from '../../platform/mail/mail-outcome';
import { type MailMessage, recipientsOf } from '../../platform/mail/compose-message';
import type { Mailer } from '../../platform/mail/smtp';
import { type Standing, standingAfter } from './addresses-left';
import { addSendJob } from './email-jobs';
import {
  announce,
  claimEmail,
  type ClaimedEmail,
  listAttachments,
  settleClaim,
  touchClaim,
} from './outbox.queries';
import { auditOutcome } from './audit-outcome';
import { findSender } from './find-sender';
import { noMailServer } from './mailing';

export type MailBody = { readonly subject: string; readonly text: string; readonly html: string };

/** Why an email is not sent, although it was queued. */
export type NotSent = { readonly refused: string };

/** Writes the text of an email that is not stored, in its own transaction just before sending. */
export type Composer = (
  tx: Tx,
  email: { readonly userId: number; readonly to: string; readonly now: Date },
) => Promise<MailBody | NotSent>;

/** Runs when an email was accepted for its first recipient, in the transaction that records it. */
export type OnAccepted = (
  tx: Tx,
  email: {
    readonly to: string;
    readonly purchaseOrderId: number | null;
    /** Of the order as attached; null for an email that was queued before it was stored. */
    readonly purchaseOrderVersion: number | null;
    readonly now: Date;
  },
) => Promise<void>;

export type OutboxParts = {
  readonly db: Database;
  readonly files: { readonly path: (sha256: string) => string };
  /** Null if no mail server is configured. */
  readonly mailer: Mailer | null;
  /** By purpose. */
  readonly composers: Readonly<Record<string, Composer>>;
  /** Also by purpose. */
  readonly onAccepted: Readonly<Record<string, OnAccepted>>;
  readonly clock: () => Date;
  readonly log: { readonly error: (facts: object, message: string) => void };
  /** The delay after each temporary failure; the last one repeats. */
  readonly retryPausesMs?: readonly number[];
};

/** The number of attempts before giving up, and again after a manual retry. */
export const attemptsPerRound = 8;
const minute = 60_000;
const defaultPausesMs = [0.5, 2, 5, 15, 60, 180, 480].map(minutes => minutes * minute);
const heartbeatMs = 15_000;

/**
 * Sends one message if it is due and unclaimed. The claim is committed before sending, so that whatever happens
 * afterwards, it is never sent twice by accident.
 */
export async function sendQueuedEmail(parts: OutboxParts, emailId: number): Promise<void> {
  const { db, clock } = parts;
  const email = await inTransaction(db, tx => claimEmail(tx, emailId, clock()));
  if (!email) return;
  const beating = setInterval(() => void touchClaim(db, email, clock()).catch(() => undefined), heartbeatMs);
  try {
    await settle(parts, email, await attempt(parts, email));
  } finally {
    clearInterval(beating);
  }
}

async function attempt(parts: OutboxParts, email: ClaimedEmail): Promise<MailOutcome> {
  const { db, mailer, files, clock, log } = parts;
  if (!mailer) return { kind: 'refused', reason: noMailServer };
  try {
    const body = await bodyOf(parts, email);
    if ('refused' in body) return { kind: 'refused', reason: body.refused };
    const attachments = await listAttachments(db, email.id, files.path);
    return await mailer.send({
      messageId: email.message_id,
      ...body,
      sender: await findSender(db),
      ...recipientFields(email),
      ...(email.open_addresses === null ? {} : { onlyTo: email.open_addresses }),
      attachments,
      date: clock(),
    });
  } catch (error) {
    // The mailer never throws, so nothing has been sent.
    log.error({ err: error, email: email.id }, 'a message could not be prepared');
    return { kind: 'deferred', reason: 'The server could not prepare the message.' };
  }
}

type StoredEmail = Pick<
  ClaimedEmail,
  'sender_name' | 'more_to' | 'cc_addresses' | 'bcc_addresses' | 'reply_to' | 'in_reply_to' | 'reference_ids'
>;

/** Fields of emails written by users. */
export const emailFields = (email: StoredEmail): Pick<MailMessage, 'letter'> =>
  email.sender_name === null
    ? {}
    : {
        letter: {
          moreTo: email.more_to,
          cc: email.cc_addresses,
          bcc: email.bcc_addresses,
          senderName: email.sender_name,
          replyTo: email.reply_to,
          inReplyTo: email.in_reply_to,
          references: email.reference_ids,
        },
      };

const recipientFields = (email: ClaimedEmail) => ({
  to: email.to_address,
  cc: email.cc_addresses,
  ...emailFields(email),
});

async function bodyOf(parts: OutboxParts, email: ClaimedEmail): Promise<MailBody | NotSent> {
  const { subject, body_text: text, body_html: html, user_id: userId, to_address: to } = email;
  if (text !== null && html !== null) return { subject, text, html };
  const compose = Object.hasOwn(parts.composers, email.purpose) ? parts.composers[email.purpose] : undefined;
  if (!compose || userId === null) return { refused: 'The content of this message could not be found.' };
  return inTransaction(parts.db, tx => compose(tx, { userId, to, now: parts.clock() }));
}

/**
 * Records the outcome of an attempt. The message may have been delivered, so a database that is briefly unavailable is
 * retried; if it stays away, the sweep marks the message unconfirmed.
 */
async function settle(parts: OutboxParts, email: ClaimedEmail, outcome: MailOutcome): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(parts.db, tx => writeOutcome(parts, tx, email, outcome));
    } catch (error) {
      if (tries === 6) throw error;
      await pause(tries * 1000);
    }
  }
}

async function writeOutcome(
  { clock, onAccepted, retryPausesMs = defaultPausesMs }: OutboxParts,
  tx: Tx,
  email: ClaimedEmail,
  outcome: MailOutcome,
): Promise<void> {
  const now = clock();
  const standing = standingAfter(outcome, email, recipientsOf(recipientFields(email)));
  const { status, lastError, open, refused } = standing;
  // A manual retry starts a new round of attempts and delays.
  const attemptsOfRound = email.attempts - (email.last_attempt - attemptsPerRound);
  const pauseMs = retryPausesMs[attemptsOfRound - 1] ?? retryPausesMs.at(-1) ?? minute;
  const nextAttemptAt = new Date(now.getTime() + pauseMs);
  const written = await settleClaim(
    tx,
    email,
    {
      status,
      lastError,
      open,
      refused,
      ...(status === 'sent' ? { sentAt: now } : {}),
      ...(status === 'retrying' ? { nextAttemptAt } : {}),
    },
    now,
  );
  if (!written) return;
  if (status === 'retrying') await addSendJob(tx, email.id, nextAttemptAt);
  await announce(tx, email.id);
  if (standing.hasReachedFirst && Object.hasOwn(onAccepted, email.purpose))
    await onAccepted[email.purpose]?.(tx, {
      to: email.to_address,
      purchaseOrderId: email.purchase_order_id,
      purchaseOrderVersion: email.purchase_order_version,
      now,
    });
  await auditOutcome(tx, email, { ...standing, reason: reasonFor(outcome, standing) }, now);
}

/** As the history of the record has it: what the server said, or who did not get the email. */
const reasonFor = (outcome: MailOutcome, { open, lastError }: Standing): string | null =>
  open === null && outcome.kind !== 'accepted' ? outcome.reason : lastError;
