import { customerSales } from '#domain/customers/customer-trade.contract';
import { londonDate } from '#domain/kernel/dates';
import { saleAttachments } from '#domain/sales/sale-attachment.contract';
import { saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { sales } from '#domain/sales/sale.contract';
import { attachmentRoutes } from '../../kernel/attachments';
import { emailReply, type EmailState } from '../../kernel/outbox';
import { ensureFound } from '../../platform/http/refusal';
import type { ReadContext } from '../../platform/http/context';
import {
  FileReply,
  goesFirst,
  read,
  type Route,
  write,
  writeSettled,
  writeThenRead,
} from '../../platform/http/route';
import type { Secrets } from '../../platform/secrets';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { cancelSale } from './refunds/cancel-sale';
import { completeSale, type SaleRef } from './complete-sale';
import { findCustomerTrade } from './customer-trade.queries';
import { getSale } from './get-sale';
import { refundSale } from './refunds/refund-sale';
import { addressInvoice } from './papers/address-invoice';
import { draftSaleMail, prepareSaleMail, queueSaleMail } from './papers/send-sale';
import { addExportEvidence } from './papers/export-evidence';
import { exchangeGoods, replaceSale } from './refunds/replace-sale';
import { drawCreditNote, drawSale } from './papers/sale-documents';
import { recordTillSale } from './paid-sales/record-paid-sale';
import { recordSealedSale } from './paid-sales/record-sealed-sale';
import { postException, reviewException } from './paid-sales/review-exception';
import { documentsOfSales } from './papers/sale-attachments';
import { exceptionExportColumns, saleExportColumns } from './sale-exports';
import { listExceptions, streamExceptions, totalExceptions } from './paid-sales/sale-exceptions.queries';
import { findSaleByNumber, listSales, streamSales, totalSales } from './sales.queries';

type Services = {
  readonly awaitEmail: (emailId: number) => Promise<EmailState | undefined>;
  /** Opens the sales that tills sealed. */
  readonly secrets: Secrets;
};

const exceptionRoutes: readonly Route[] = [
  read(saleExceptions.list, ({ db, query }) => listExceptions(db, query)),
  read(saleExceptions.totals, ({ db, query }) => totalExceptions(db, query)),
  read(saleExceptions.export, async ({ db, query }) =>
    exportReply('sale-exceptions', query.format, exceptionExportColumns, streamExceptions(db, query)),
  ),
  write(saleExceptions.review, ({ ctx, params, body }) => reviewException(ctx, params.id, body.note ?? null)),
  write(saleExceptions.postAgain, ({ ctx, params }) => postException(ctx, params.id)),
];

export const saleRoutes = ({ awaitEmail, secrets }: Services): Route[] => [
  read(sales.list, ({ db, query, now }) => listSales(db, query, londonDate(now))),
  read(sales.totals, ({ db, query, now }) => totalSales(db, query, londonDate(now))),
  read(sales.export, async ({ db, query, now }) =>
    exportReply('sales', query.format, saleExportColumns, streamSales(db, query, londonDate(now))),
  ),
  read(sales.find, async ({ db, query, actor, now }) =>
    getSale(db, ensureFound(await findSaleByNumber(db, query.number), 'Sale'), { actor, now }),
  ),
  read(customerSales, ({ db, params, now }) => findCustomerTrade(db, params.id, londonDate(now))),
  read(sales.get, ({ db, params, actor, now }) => getSale(db, params.id, { actor, now })),
  read(sales.pdf, async ({ db, params, query, actor, now }) => {
    const options = { paper: query.paper, copy: query.copy === 'yes', gift: query.gift === 'yes' };
    const { fileName, content } = await drawSale(db, params.id, options, { actor, now });
    return new FileReply(fileName, 'application/pdf', content);
  }),
  read(sales.creditNotePdf, async ({ db, params, actor, now }) => {
    const { fileName, content } = await drawCreditNote(db, params, { actor, now });
    return new FileReply(fileName, 'application/pdf', content);
  }),
  writeThenRead(
    sales.addEvidence,
    ({ ctx, params, body }) => addExportEvidence(ctx, params.id, body),
    readSale,
  ),
  ...attachmentRoutes(saleAttachments, documentsOfSales),
  writeThenRead(
    sales.addressInvoice,
    ({ ctx, params, body }) => addressInvoice(ctx, params.id, body),
    readSale,
  ),
  read(sales.emailDraft, ({ params, ...context }) => draftSaleMail(context, params.id)),
  writeSettled(sales.email, {
    prepare: (before, { params, body }) => prepareSaleMail(before, params.id, body),
    handle: ({ ctx, body }) => queueSaleMail(ctx, body),
    settle: async (_read, { email_id, kind }) => emailReply(await awaitEmail(email_id), kind),
  }),
  goesFirst(writeThenRead(sales.complete, ({ ctx, body }) => completeSale(ctx, body), readSale)),
  goesFirst(
    writeThenRead(
      sales.recordPaid,
      ({ ctx, body }) => recordTillSale(ctx, body),
      async (ctx, recorded) =>
        'reason' in recorded
          ? { sale: null, kept: recorded.reason }
          : { sale: await readSale(ctx, recorded), kept: null },
    ),
  ),
  goesFirst(write(sales.recordSealed, ({ ctx, body }) => recordSealedSale(ctx, secrets, body))),
  ...exceptionRoutes,
  goesFirst(
    writeThenRead(sales.refund, ({ ctx, params, body }) => refundSale(ctx, params.id, body), readSale),
  ),
  writeThenRead(sales.cancel, ({ ctx, params, body }) => cancelSale(ctx, params.id, body), readSale),
  writeThenRead(sales.replace, ({ ctx, params, body }) => replaceSale(ctx, params.id, body), readSale),
  goesFirst(
    writeThenRead(
      sales.exchange,
      ({ ctx, params, body }) => exchangeGoods(ctx, params.id, body),
      async (ctx, { credit_note_number, sale }) => ({
        credit_note_number,
        sale: await readSale(ctx, sale),
      }),
    ),
  ),
];

const readSale = (ctx: ReadContext, { id }: SaleRef) => getSale(ctx.db, id, ctx);
