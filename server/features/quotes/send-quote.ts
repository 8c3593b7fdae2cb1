import { Readable } from 'node:stream';
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
  ensureMayWriteToAll,
  queueEmail,
  writeDocumentMail,
} from '../../kernel/outbox';
import type { Reader } from '../../platform/database/open-database';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import type { StoredUpload } from '../../platform/http/multipart';
import { conflict } from '../../platform/http/refusal';
import type { BeforeWrite } from '../../platform/http/route';
import { getQuote } from './get-quote';
import { drawQuote } from './quote-document';
import { holdForStep } from './stored-quote';

type Asked = BodyOf<typeof quotes.email>;
export type PreparedQuote = Asked & {
  readonly document: Omit<StoredUpload, 'fieldName'>;
  readonly quote: QuoteDetail;
};

const mostBytes = 25 * 1024 * 1024;

/** Draws the quote and stores the document, before any lock is taken. 404 when there is none, 409 when it is past sending. */
export async function prepareQuoteMail(read: BeforeWrite, id: number, asked: Asked): Promise<PreparedQuote> {
  const quote = await getQuote(read.db, id, read.now);
  ensureMayWriteToAll(read.actor, asked, quote.customer_email, 'customer');
  const { send } = quote.can;
  if (!send.allowed) throw conflict(send.reason ?? 'This quote cannot be sent.');
  const { fileName, content } = await drawQuote(read.db, quote, read.now);
  const { sha256, bytes } = await read.files.put(Readable.from([content]), { maxBytes: mostBytes });
  return { ...asked, quote, document: { fileName, mediaType: 'application/pdf', sha256, bytes } };
}

async function composeQuote(db: Reader, quote: QuoteDetail): Promise<ComposedMail> {
  const company = await findCompany(db);
  return {
    subject: `Quote ${quote.number} from ${company.name}`,
    message: `Please find our quote ${quote.number} attached.`,
    rest: [
      {
        facts: [
          ['Quote', quote.number],
          ['Date', formatDate(quote.quoted_on)],
          ['Valid until', formatDate(quote.valid_until)],
          ['Total', formatPounds(quote.gross)],
        ],
      },
      [company.name, ...company.lines].join('\n'),
    ],
  };
}

/** The message as it would go out, for whoever is about to send it. 404 when there is no such quote. */
export async function draftQuoteMail({ db, now }: ReadContext, id: number): Promise<MailDraft> {
  const quote = await getQuote(db, id, now);
  return draftOf(await composeQuote(db, quote), {
    email: quote.customer_email,
    fileName: `${quote.number}.pdf`,
  });
}

/** Stores the message for sending, unless the quote has changed since it was drawn. */
export async function queueQuoteMail(
  ctx: WriteContext,
  { quote, document, email, ...typed }: PreparedQuote,
): Promise<{ email_id: number }> {
  await holdForStep(ctx, 'send', { id: quote.id, version: quote.version });
  const email_id = await queueEmail(ctx, {
    purpose: 'quote',
    to: email,
    ...writeDocumentMail(await composeQuote(ctx.tx, quote), typed),
    about: { type: 'customer', id: quote.customer.id, name: quote.customer.name },
    attachments: [document],
  });
  recordAudit(ctx, {
    action: 'emailed',
    recordType: 'quote',
    recordId: quote.id,
    recordName: quote.number,
    // The address stands with the message, on the customer's page, from where it can be erased.
    after: { email: email_id, revision: quote.revision },
  });
  return { email_id };
}
