import { londonDate } from '#domain/kernel/dates';
import { quotes } from '#domain/quotes/quote.contract';
import { emailReply, type EmailState } from '../../kernel/outbox';
import { FileReply, read, type Route, write, writeSettled } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { comparePrices, confirmPrices } from './confirm-prices';
import { getQuote, showQuote } from './get-quote';
import { drawQuote } from './quote-document';
import { quoteExportColumns } from './quote-exports';
import { listQuotes, streamQuotes, totalQuotes } from './quotes.queries';
import { createQuote, reviseQuote } from './save-quote';
import { draftQuoteMail, prepareQuoteMail, queueQuoteMail } from './send-quote';
import { stepQuote } from './step-quote';

type Services = { readonly awaitEmail: (emailId: number) => Promise<EmailState | undefined> };

export const quoteRoutes = ({ awaitEmail }: Services): Route[] => [
  read(quotes.list, ({ query, ...context }) => listQuotes(context, query)),
  read(quotes.totals, ({ db, query, now }) => totalQuotes(db, query, londonDate(now))),
  read(quotes.export, async ({ db, query, now }) =>
    exportReply('quotes', query.format, quoteExportColumns, streamQuotes(db, query, londonDate(now))),
  ),
  read(quotes.get, ({ params, ...context }) => showQuote(context, params.id)),
  read(quotes.prices, ({ params, ...context }) => comparePrices(context, params.id)),
  read(quotes.pdf, async ({ db, params, query, ...looking }) => {
    const revision = query.revision === undefined ? undefined : Number(query.revision);
    const { fileName, content } = await drawQuote(
      db,
      await getQuote(db, params.id, looking, revision),
      looking.now,
    );
    return new FileReply(fileName, 'application/pdf', content);
  }),
  write(quotes.create, ({ ctx, body }) => createQuote(ctx, body)),
  write(quotes.revise, ({ ctx, params, body }) => reviseQuote(ctx, params.id, body)),
  read(quotes.emailDraft, ({ params, ...context }) => draftQuoteMail(context, params.id)),
  writeSettled(quotes.email, {
    prepare: (before, { params, body }) => prepareQuoteMail(before, params.id, body),
    handle: ({ ctx, body }) => queueQuoteMail(ctx, body),
    settle: async (_read, { email_id }) => emailReply(await awaitEmail(email_id), 'Quote'),
  }),
  write(quotes.accept, ({ ctx, params, body }) => stepQuote(ctx, 'accept', { id: params.id, ...body })),
  write(quotes.decline, ({ ctx, params, body }) => stepQuote(ctx, 'decline', { id: params.id, ...body })),
  write(quotes.reopen, ({ ctx, params, body }) => stepQuote(ctx, 'reopen', { id: params.id, ...body })),
  write(quotes.confirm, ({ ctx, params, body }) => confirmPrices(ctx, params.id, body)),
];
