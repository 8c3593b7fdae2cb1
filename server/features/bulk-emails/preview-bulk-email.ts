import type { BulkEmailPreview } from '#domain/bulk-emails/bulk-email.contract';
import { maxBulkEmails } from '#domain/bulk-emails/bulk-email.contract';
import { countOf } from '#domain/kernel/count-of';
import type { AnyBulkMailing, MailOptions } from '../../kernel/bulk-emails';
import { findWording } from '../../kernel/outbox';
import type { WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';
import { type Assessed, assessRecords, hashOf, isRecent } from './assess-records';

const maxRecipients = 5;
const maxNamed = 100;

export type Asked = { readonly filter: unknown; readonly options: MailOptions };
export type MailServices = { readonly canSend: boolean };

const noMailServer =
  'No mail server is set up, so nothing can be sent. Enter one under Settings > Outgoing email.';

/** Who would get an email, who is left out and why, and what it would say. Nothing is stored. */
export async function previewBulkEmail(
  ctx: WriteContext,
  mailing: AnyBulkMailing,
  asked: Asked,
  { canSend }: MailServices,
): Promise<BulkEmailPreview> {
  const assessed = await findRecords(ctx, mailing, asked);
  const sending = assessed.filter(isSent);
  return {
    count: assessed.length,
    hash: hashOf(assessed),
    sending: sending.length,
    left_out: leftOutByReason(assessed),
    recipients: sending.slice(0, maxRecipients).map(({ id, name, recipient, email, lastSentAt }) => ({
      id,
      name,
      recipient,
      email,
      last_sent_at: lastSentAt,
    })),
    recent: assessed.filter(
      record => record.refusal === null && record.email !== null && isRecent(record, ctx.now),
    ).length,
    last_sent_at: latest(sending),
    template: mailing.wording ? await findWording(ctx.tx, mailing.wording) : { subject: '', message: '' },
    example: await exampleOf(ctx, mailing, asked, sending[0]),
    problem: canSend ? null : noMailServer,
  };
}

/** The records that a filter finds, and who gets an email. 409 when there are none or too many. */
export async function findRecords(
  { tx, actor, now }: WriteContext,
  mailing: AnyBulkMailing,
  { filter, options }: Asked,
): Promise<Assessed[]> {
  const found = await mailing.find(tx, filter, { actor, now });
  if (found.length === 0) throw conflict('No records match this selection any more. Reload the list.');
  if (found.length > maxBulkEmails)
    throw conflict(
      `Email at most ${countOf(maxBulkEmails, 'record')} at once. Narrow the list with a filter first.`,
    );
  return assessRecords(tx, mailing, found, { options, now });
}

/** Refuses to start without a mail server: every email would fail. */
export function ensureCanSend({ canSend }: MailServices): void {
  if (!canSend) throw conflict(noMailServer);
}

type Sent = Assessed & { readonly email: string };
export const isSent = (record: Assessed): record is Sent => record.leftOut === null && record.email !== null;

function leftOutByReason(assessed: readonly Assessed[]): BulkEmailPreview['left_out'] {
  const byReason = new Map<string, Assessed[]>();
  for (const record of assessed) {
    if (record.leftOut === null) continue;
    const records = byReason.get(record.leftOut) ?? [];
    records.push(record);
    byReason.set(record.leftOut, records);
  }
  return [...byReason]
    .map(([reason, records]) => ({
      reason,
      count: records.length,
      records: records.slice(0, maxNamed).map(({ id, name, recipient }) => ({ id, name, recipient })),
    }))
    .sort((one, other) => other.count - one.count);
}

const latest = (records: readonly Assessed[]): Date | null =>
  records.reduce<Date | null>(
    (last, { lastSentAt }) => (lastSentAt && (!last || lastSentAt > last) ? lastSentAt : last),
    null,
  );

async function exampleOf(
  { tx, actor, now }: WriteContext,
  mailing: AnyBulkMailing,
  { options }: Asked,
  first: Sent | undefined,
): Promise<BulkEmailPreview['example']> {
  if (!first) return null;
  return { email: first.email, ...(await mailing.example(tx, first.id, options, { actor, now })) };
}
