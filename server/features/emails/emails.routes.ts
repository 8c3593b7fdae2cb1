import { emails } from '#domain/emails/email.contract';
import type { EmailState } from '../../kernel/outbox';
import { ensureFound } from '../../platform/http/refusal';
import { read, type Route, write, writeUpload } from '../../platform/http/route';
import { findSupplierFacts, listEmailsOf } from './emails.queries';
import { retryEmail } from './retry-email';
import { supplierEmailReply, queueSupplierEmail } from './send-supplier-email';

type Services = { readonly awaitEmail: (emailId: number) => Promise<EmailState | undefined> };

export const emailRoutes = ({ awaitEmail }: Services): Route[] => [
  writeUpload(
    emails.sendSupplier,
    ({ ctx, body }) => queueSupplierEmail(ctx, body),
    async (_read, { email_id }) => supplierEmailReply(await awaitEmail(email_id)),
  ),
  read(emails.ofSupplier, async ({ db, params }) => {
    ensureFound(await findSupplierFacts(db, params.id), 'Supplier');
    return { data: await listEmailsOf(db, params.id) };
  }),
  write(emails.retry, ({ ctx, params }) => retryEmail(ctx, params.id)),
];
