import type { EmailValues } from '#domain/emails/document-emails';
import type { MailDraft } from '#domain/emails/document-mail';
import type { BodyOf } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { invoiceKind } from '#domain/sales/invoice-kind';
import type { SaleDetail, sales } from '#domain/sales/sale.contract';
import { paymentInstructions, paymentInstructionsTitle } from '#domain/settings/payment-instructions';
import { recordAudit } from '../../../kernel/audit';
import { findBankDetails, findCompany } from '../../../kernel/company';
import {
  type ComposedMail,
  draftOf,
  ensureCanWriteToAll,
  fillIn,
  findWording,
  lockAddressee,
  type MailTexts,
  queueEmail,
  storeDocument,
  type StoredDocument,
  writeDocumentMail,
} from '../../../kernel/outbox';
import type { Reader } from '../../../platform/database/open-database';
import type { ReadContext, WriteContext } from '../../../platform/http/context';
import type { BeforeWrite } from '../../../platform/http/route';
import { getSale } from '../get-sale';
import { drawSaleOf } from './sale-documents';

type RequestBody = BodyOf<typeof sales.email>;
export type PreparedSale = RequestBody & {
  readonly document: StoredDocument;
  readonly sale: SaleDetail;
  readonly composed: Composed;
};

/**
 * Creates the PDF and stores it before taking locks. Without `texts` the email has the company's wording. 404 when the sale
 * does not exist.
 */
export async function prepareSaleMail(
  read: BeforeWrite,
  id: number,
  body: RequestBody,
  texts?: MailTexts,
): Promise<PreparedSale> {
  const sale = await getSale(read.db, id, read);
  ensureCanWriteToAll(read.actor, body, sale.customer_email, 'customer');
  const drawn = await drawSaleOf(read.db, sale, { paper: 'a4' }, read.now);
  const document = await storeDocument(read.files, drawn);
  const composed = await composeSale(read.db, sale, texts);
  return { ...body, sale, composed, document };
}

type Composed = {
  /** The document's name. */
  readonly kind: string;
  readonly values: EmailValues<'invoice'>;
  readonly mail: ComposedMail;
};

/** The email text, with the values of its placeholders filled in. */
export async function composeSale(db: Reader, sale: SaleDetail, texts?: MailTexts): Promise<Composed> {
  const what = invoiceKind(sale) === 'full' ? 'Invoice' : 'Receipt';
  const company = await findCompany(db);
  const pay = paymentInstructions(await findBankDetails(db), {
    balance: sale.outstanding,
    due: formatDate(sale.due_on),
    reference: sale.number,
  });
  const values = {
    document: what.toLowerCase(),
    number: sale.number,
    customer: sale.customer.name,
    date: formatDate(sale.business_date),
    total: formatPounds(sale.gross),
    balance: formatPounds(sale.outstanding),
    company: company.name,
  };
  const mail = {
    ...fillIn(texts ?? (await findWording(db, 'invoice')), values),
    rest: [
      {
        facts: [
          [what, sale.number],
          ['Date', values.date],
          ['Total', values.total],
        ] as const,
      },
      ...(pay.length === 0 ? [] : [`${paymentInstructionsTitle}:`, { facts: pay }]),
      [company.name, ...company.lines].join('\n'),
    ],
  };
  return { kind: what, values, mail };
}

/** Previews the email. 404 when the sale does not exist. */
export async function draftSaleMail(read: ReadContext, id: number): Promise<MailDraft> {
  const sale = await getSale(read.db, id, read);
  const { mail } = await composeSale(read.db, sale);
  return draftOf(mail, { email: sale.customer_email, fileName: `${sale.number}.pdf` });
}

/** Queues the email. `kind` is the document's name in the reply. */
export async function queueSaleMail(
  ctx: WriteContext,
  { sale, composed: { kind, mail }, document, email, ...typed }: PreparedSale,
): Promise<{ email_id: number; kind: string }> {
  // The invoice of an erased customer can still be sent to an address that the user knows.
  if (sale.customer_email !== null) await lockAddressee(ctx.tx, { type: 'customer', id: sale.customer.id });
  const email_id = await queueEmail(ctx, {
    purpose: 'sale',
    to: email,
    ...writeDocumentMail(mail, typed),
    about: { type: 'customer', id: sale.customer.id, name: sale.customer.name },
    attachments: [document],
  });
  recordAudit(ctx, {
    action: 'emailed',
    recordType: 'sale',
    recordId: sale.id,
    recordName: sale.number,
    // The addresses are stored with the message, where they can be erased.
    after: { email: email_id },
  });
  return { email_id, kind };
}
