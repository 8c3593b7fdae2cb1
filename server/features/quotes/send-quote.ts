import type { EmailValues } from '#domain/emails/document-emails';
import type { MailDraft } from '#domain/emails/document-mail';
import type { BodyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import type { QuoteDetail, quotes } from '#domain/quotes/quote.contract';
import { recordAudit } from '../../kernel/audit';
import { findCompany } from '../../kernel/company';
import {
  type ComposedMail,
  draftOf,
  ensureCanWriteToAll,
  fillIn,
  findWording,
  type MailTexts,
  queueEmail,
  storeDocument,
  type StoredDocument,
  writeDocumentMail,
} from '../../kernel/outbox';
import type { Reader } from '../../platform/database/open-database';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';
import type { BeforeWrite } from '../../platform/http/route';
import { getQuote } from './get-quote';
import { drawQuote } from './quote-document';
import { lockQuoteForStep } from './stored-quote';

type RequestBody = BodyOf<typeof quotes.email>;
export type PreparedQuote = RequestBody & {
  readonly document: StoredDocument;
  readonly quote: QuoteDetail;
  readonly mail: ComposedMail;
};

/**
 * Creates the PDF and stores it before taking locks. Without `texts` the email has the company's wording. 404 when the
 * quote does not exist, 409 when it can no longer be sent.
 */
export async function prepareQuoteMail(
  read: BeforeWrite,
  id: number,
  body: RequestBody,
  texts?: MailTexts,
): Promise<PreparedQuote> {
  const quote = await getQuote(read.db, id, read);
  ensureCanWriteToAll(read.actor, body, quote.customer_email, 'customer');
  const { send } = quote.can;
  if (!send.allowed) throw conflict(send.reason ?? 'This quote cannot be sent.');
  const document = await storeDocument(read.files, await drawQuote(read.db, quote, read.now));
  const { mail } = await composeQuote(read.db, quote, texts);
  return { ...body, quote, mail, document };
}

/** The email text, with the values of its placeholders filled in. */
export async function composeQuote(
  db: Reader,
  quote: QuoteDetail,
  texts?: MailTexts,
): Promise<{ readonly values: EmailValues<'quote'>; readonly mail: ComposedMail }> {
  const company = await findCompany(db);
  const values = {
    number: quote.number,
    customer: quote.customer.name,
    date: formatDate(quote.quoted_on),
    valid_until: formatDate(quote.valid_until),
    total: formatPounds(quote.gross),
    company: company.name,
  };
  const mail = {
    ...fillIn(texts ?? (await findWording(db, 'quote')), values),
    rest: [
      {
        facts: [
          ['Quote', quote.number],
          ['Date', values.date],
          ['Valid until', values.valid_until],
          ['Total', values.total],
        ] as const,
      },
      [company.name, ...company.lines].join('\n'),
    ],
  };
  return { values, mail };
}

/** Previews the email. 404 when the quote does not exist. */
export async function draftQuoteMail({ db, ...looking }: ReadContext, id: number): Promise<MailDraft> {
  const quote = await getQuote(db, id, looking);
  const { mail } = await composeQuote(db, quote);
  return draftOf(mail, { email: quote.customer_email, fileName: `${quote.number}.pdf` });
}

/** Queues the email, unless the quote changed since its PDF was created. */
export async function queueQuoteMail(
  ctx: WriteContext,
  { quote, mail, document, email, ...typed }: PreparedQuote,
): Promise<{ email_id: number }> {
  await lockQuoteForStep(ctx, 'send', { id: quote.id, version: quote.version });
  const email_id = await queueEmail(ctx, {
    purpose: 'quote',
    to: email,
    ...writeDocumentMail(mail, typed),
    about: { type: 'customer', id: quote.customer.id, name: quote.customer.name },
    attachments: [document],
  });
  recordAudit(ctx, {
    action: 'emailed',
    recordType: 'quote',
    recordId: quote.id,
    recordName: quote.number,
    // The address is stored with the message on the customer's page, where it can be erased.
    after: { email: email_id, revision: quote.revision },
  });
  return { email_id };
}
