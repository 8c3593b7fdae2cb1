import { addSendJob, announce, attemptsPerRound } from '../../kernel/outbox';
import { hasPermission } from '#domain/kernel/access';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensure, forbidden, ensureFound } from '../../platform/http/refusal';
import { lockEmail, requeueEmail } from './emails.queries';
import { canRetry } from './email.rules';

/**
 * Sends an email again on a user's decision, with a new round of attempts. 404 if it is gone, 409 if it is
 * being sent or has arrived.
 */
export async function retryEmail(ctx: WriteContext, id: number): Promise<{ message: string }> {
  const email = ensureFound(await lockEmail(ctx.tx, id), 'Email');
  ensureSeen(ctx, email.supplier_id !== null);
  ensure(canRetry(email));
  const open = await requeueEmail(ctx.tx, id, email.attempts + attemptsPerRound, ctx.now);
  const to = open?.join(', ') ?? email.to_address;
  await addSendJob(ctx.tx, id);
  await announce(ctx.tx, id);
  recordAudit(ctx, {
    action: 'email_retried',
    ...aboutOf(email),
    before: { email: id, status: email.status },
    after: { email: id, status: 'queued', to, subject: email.subject },
  });
  return { message: `The email to ${to} is being sent again.` };
}

/** Users can resend emails they can see: on the supplier's page, or under Sent. */
function ensureSeen({ actor }: WriteContext, isAboutSupplier: boolean): void {
  if (hasPermission(actor, 'view_email') || (isAboutSupplier && hasPermission(actor, 'view_supplier')))
    return;
  throw forbidden('You do not have permission to do this. Ask an administrator.');
}

type Email = NonNullable<Awaited<ReturnType<typeof lockEmail>>>;

/** The entry is about the person to whom the email is, so that it is erased with them (F106). */
function aboutOf(email: Email) {
  const { supplier_id, supplier_name, customer_id, customer_name, employee_id, employee_name } = email;
  const { user_id, user_name } = email;
  if (user_id !== null) return { recordType: 'user', recordId: user_id, recordName: user_name };
  if (supplier_id !== null)
    return { recordType: 'supplier', recordId: supplier_id, recordName: supplier_name };
  if (customer_id !== null)
    return { recordType: 'customer', recordId: customer_id, recordName: customer_name };
  if (employee_id !== null)
    return { recordType: 'employee', recordId: employee_id, recordName: employee_name };
  return { recordType: 'email', recordId: email.id, recordName: email.subject };
}
