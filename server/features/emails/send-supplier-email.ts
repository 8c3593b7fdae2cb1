import { supplierEmailFields } from '#domain/emails/email.contract';
import { findCompany } from '../../kernel/company';
import { type EmailState, queueEmail } from '../../kernel/outbox';
import type { WriteContext } from '../../platform/http/context';
import type { MultipartBody } from '../../platform/http/multipart';
import { ensureFound, invalid } from '../../platform/http/refusal';
import { findSupplierFacts } from './emails.queries';
import { supplierEmailBody, supplierEmailSubject } from './supplier-email-body';

const fileFields = new Set(['attachments', 'attachments[]']);

/** Queues an email with the supplier's details and returns its id (SE-05). 404 if the supplier is gone. */
export async function queueSupplierEmail(
  ctx: WriteContext,
  { fields, files }: MultipartBody,
): Promise<{ email_id: number }> {
  const { supplier_id, email } = supplierEmailFields.parse({ ...fields });
  const stray = files.find(({ fieldName }) => !fileFields.has(fieldName));
  if (stray) throw invalid({ [stray.fieldName.slice(0, 100)]: 'Unknown field.' });
  const supplier = ensureFound(await findSupplierFacts(ctx.tx, supplier_id), 'Supplier');
  const company = await findCompany(ctx.tx);
  const email_id = await queueEmail(ctx, {
    purpose: 'supplier-details',
    to: email,
    subject: supplierEmailSubject(supplier),
    body: supplierEmailBody(supplier, company, files.length),
    about: { type: 'supplier', id: supplier.id, name: supplier.name },
    attachments: files,
  });
  return { email_id };
}

/** The message after the first attempt, or after ten seconds (SE-05, SE-06). */
export function supplierEmailReply(email: EmailState | undefined): { success: boolean; message: string } {
  if (!email) return { success: false, message: 'The message was removed before it was sent.' };
  const { to_address: to, status } = email;
  const reason = email.last_error ?? '';
  if (email.has_reached_first) return { success: true, message: `Email sent to ${to}. ${reason}`.trim() };
  if (status === 'failed')
    return { success: false, message: `The email to ${to} was not sent. ${reason}`.trim() };
  if (status === 'unconfirmed') return { success: false, message: reason };
  if (status === 'retrying')
    return {
      success: true,
      message: `The email to ${to} could not be delivered yet. Delivery is being retried. ${reason}`.trim(),
    };
  return {
    success: true,
    message: `The mail server has not responded yet. Delivery to ${to} is being retried in the background. Check the status on the supplier’s page.`,
  };
}
