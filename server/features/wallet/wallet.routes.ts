import { creditPart, owedPart } from '#domain/kernel/money';
import { londonDate } from '#domain/kernel/dates';
import { type AgedRow, agedCreditors, agedDebtors } from '#domain/wallet/aged.contract';
import type { PartyKind } from '#domain/wallet/balance-words';
import { wallets } from '#domain/wallet/wallet.contract';
import { emailReply, type EmailState } from '../../kernel/outbox';
import { inListTurns } from '../../platform/http/in-turns';
import { FileReply, read, type Route, writeSettled } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { findAgedTotals, listAged, streamAged } from './aged.queries';
import { customerWalletRoutes } from './customer-wallet.routes';
import { draftStatementMail, prepareStatement, queueStatement } from './send-statement';
import { drawStatement } from './statement-document';
import { findStatement } from './statement.queries';

type Services = { readonly awaitEmail: (emailId: number) => Promise<EmailState | undefined> };

export const agedColumns = (party: string): readonly Column<AgedRow>[] => [
  { header: party, kind: 'text', width: 32, value: row => row.name },
  { header: 'Not due', kind: 'money', width: 14, value: row => row.not_due },
  { header: '1 to 30 days', kind: 'money', width: 14, value: row => row.days_30 },
  { header: '31 to 60 days', kind: 'money', width: 14, value: row => row.days_60 },
  { header: '61 to 90 days', kind: 'money', width: 14, value: row => row.days_90 },
  { header: 'Over 90 days', kind: 'money', width: 14, value: row => row.over_90 },
  { header: 'Unallocated', kind: 'money', width: 14, value: row => row.unallocated },
  { header: 'Total', kind: 'money', width: 14, value: row => owedPart(row.total) },
  { header: 'In credit', kind: 'money', width: 14, value: row => creditPart(row.total) },
];

/** Calls shared by both kinds of ledger: the statement on screen, as a PDF and by email. */
function statementRoutes(kind: PartyKind, { awaitEmail }: Services): Route[] {
  const calls = wallets[kind];
  return [
    read(calls.statement, ({ db, params, query, now }) =>
      findStatement(db, { kind, id: params.id }, query, now),
    ),
    read(calls.pdf, async ({ db, params, query, now }) => {
      const { fileName, content } = await drawStatement(db, { kind, id: params.id }, query, now);
      return new FileReply(fileName, 'application/pdf', content);
    }),
    read(calls.emailDraft, ({ params, query, ...context }) =>
      draftStatementMail(context, { kind, id: params.id }, query),
    ),
    writeSettled(calls.email, {
      prepare: (before, { params, body }) => prepareStatement(before, { kind, id: params.id }, body),
      handle: ({ ctx, body }) => queueStatement(ctx, body),
      settle: async (_read, { email_id }) => emailReply(await awaitEmail(email_id), 'Statement'),
    }),
  ];
}

function agedRoutes(kind: PartyKind): Route[] {
  const calls = kind === 'customer' ? agedDebtors : agedCreditors;
  const [name, party] = kind === 'customer' ? ['aged-debtors', 'Customer'] : ['aged-creditors', 'Supplier'];
  return [
    read(calls.totals, ({ db, query, now }) => findAgedTotals(db, kind, query, londonDate(now))),
    read(calls.list, ({ db, query, now }) => listAged(db, kind, query, londonDate(now))),
    read(calls.export, async ({ db, query, now }) =>
      exportReply(name, query.format, agedColumns(party), streamAged(db, kind, query, londonDate(now))),
    ),
  ];
}

/** Aged debtors and aged creditors. */
export const agedReportRoutes: readonly Route[] = inListTurns([
  ...agedRoutes('supplier'),
  ...agedRoutes('customer'),
]);

export const walletRoutes = (services: Services): Route[] => [
  ...customerWalletRoutes(services),
  ...statementRoutes('supplier', services),
  ...statementRoutes('customer', services),
  ...agedReportRoutes,
];
