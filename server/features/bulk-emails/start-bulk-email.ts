import { type BulkEmailDetail, bulkEmailItemNames } from '#domain/bulk-emails/bulk-email.contract';
import { countOf } from '#domain/kernel/count-of';
import { recordAudit } from '../../kernel/audit';
import type { AnyBulkMailing } from '../../kernel/bulk-emails';
import type { MailTexts } from '../../kernel/outbox';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound } from '../../platform/http/refusal';
import { hashOf } from './assess-records';
import { addBulkEmailJob } from './bulk-email-jobs';
import { ensureCanEmailMany } from './bulk-email-kinds';
import { endBulkEmail, insertBulkEmail, lockBulkEmail } from './bulk-emails.queries';
import { getBulkEmail } from './get-bulk-email';
import { type Asked, ensureCanSend, findRecords, isSent, type MailServices } from './preview-bulk-email';

/** Stores who gets an email, and starts queueing them. 409 if that is no longer as in the preview. */
export async function startBulkEmail(
  ctx: WriteContext,
  mailing: AnyBulkMailing,
  { hash, subject, message, ...asked }: Asked & MailTexts & { readonly hash: string },
  services: MailServices,
): Promise<BulkEmailDetail> {
  ensureCanSend(services);
  const assessed = await findRecords(ctx, mailing, asked);
  if (hashOf(assessed) !== hash)
    throw conflict('The selected records have changed since the preview. Check the preview again.');
  if (!assessed.some(isSent)) throw conflict('None of these can be emailed. The preview says why.');
  const id = await insertBulkEmail(
    ctx.tx,
    { kind: mailing.kind, options: asked.options, subject, message, assessed },
    { now: ctx.now, userId: ctx.actor.id },
  );
  await addBulkEmailJob(ctx.tx, id);
  return noted(ctx, id, 'started');
}

/** Stops queueing. Emails already in the outbox are still sent. 409 if none is left to stop. */
export async function stopBulkEmail(ctx: WriteContext, id: number): Promise<BulkEmailDetail> {
  const stored = ensureFound(await lockBulkEmail(ctx.tx, id), 'Bulk email');
  ensureCanEmailMany(ctx.actor, stored.kind);
  if (stored.state !== 'running')
    throw conflict('All emails are already in the outbox, so there is nothing left to stop.');
  await endBulkEmail(ctx.tx, id, {
    // Who stopped it is in the audit log, from which they can be erased.
    reason: 'Stopped before it was sent.',
    now: ctx.now,
  });
  return noted(ctx, id, 'stopped');
}

async function noted(ctx: WriteContext, id: number, action: string): Promise<BulkEmailDetail> {
  const detail = await getBulkEmail(ctx.tx, ctx.actor, id);
  const { kind, row_count, queued_count, left_out_count } = detail;
  recordAudit(ctx, {
    action,
    recordType: 'bulk_email',
    recordId: id,
    recordName: countOf(row_count, bulkEmailItemNames[kind]),
    after: { records: row_count, queued: queued_count, left_out: left_out_count },
  });
  return detail;
}
