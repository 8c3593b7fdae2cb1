import { addSendJob, announce, triesPerRound } from '../../kernel/outbox';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensure, found } from '../../platform/http/refusal';
import { lockSupplierEmail, requeueEmail } from './emails.queries';
import { canRetry } from './email.rules';

/**
 * Sends a message again because a person decided so, who has read that it failed or may not have arrived. It gets
 * a new round of tries. 404 when it is gone, 409 when it is on its way or has arrived.
 */
export async function retryEmail(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const email = found(await lockSupplierEmail(ctx.tx, id), 'E-mail');
  ensure(canRetry(email));
  await requeueEmail(ctx.tx, id, email.attempts + triesPerRound, ctx.now);
  await addSendJob(ctx.tx, id);
  await announce(ctx.tx, id);
  recordAudit(ctx, {
    action: 'email_retried',
    recordType: 'supplier',
    recordId: email.supplier_id,
    recordName: email.supplier_name,
    before: { email: id, status: email.status },
    after: { email: id, status: 'queued', to: email.to_address, subject: email.subject },
  });
  return { message: `The e-mail to ${email.to_address} is being sent again.` };
}
