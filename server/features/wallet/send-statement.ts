import type { EmailValues } from '#domain/emails/document-emails';
import type { MailDraft } from '#domain/emails/document-mail';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { paymentInstructionsTitle } from '#domain/settings/payment-instructions';
import { balanceDue, overdueOfBalance } from '#domain/wallet/balance-due';
import { balanceForParty } from '#domain/wallet/balance-words';
import type { Statement, wallets } from '#domain/wallet/wallet.contract';
import { findBankDetails, findCompany } from '../../kernel/company';
import {
  type ComposedMail,
  draftOf,
  fillIn,
  findWording,
  lockAddressee,
  type MailTexts,
  queueEmail,
  storeDocument,
  type StoredDocument,
  writeDocumentMail,
} from '../../kernel/outbox';
import type { Party } from '../../kernel/parties';
import type { Reader } from '../../platform/database/open-database';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import type { BeforeWrite } from '../../platform/http/route';
import { recordLetter } from './letters.queries';
import { drawStatement, statementPay } from './statement-document';
import { findStatement } from './statement.queries';

type RequestBody = BodyOf<(typeof wallets)['customer']['email']>;
export type PreparedStatement = RequestBody & {
  readonly document: StoredDocument;
  readonly party: Statement['party'];
  readonly composed: ComposedMail;
};

/** Creates and stores the statement before any lock is taken. Without `texts` the email has the company's wording. */
export async function prepareStatement(
  read: BeforeWrite,
  party: Party,
  body: RequestBody,
  texts?: MailTexts,
): Promise<PreparedStatement> {
  // Read first: what is drawn of an erased customer afterwards names no one.
  const statement = await findStatement(read.db, party, body, read.now);
  const drawn = await drawStatement(read.db, party, body, read.now);
  const { mail: composed } = await composeStatement(read.db, statement, { on: londonDate(read.now), texts });
  const document = await storeDocument(read.files, drawn);
  return { ...body, document, party: statement.party, composed };
}

/** Queues the email and records that it was sent. */
export async function queueStatement(
  ctx: WriteContext,
  mail: PreparedStatement,
): Promise<{ email_id: number }> {
  const { party, composed, document, email, cc, subject, message } = mail;
  if (party.kind === 'customer' && !party.is_erased)
    await lockAddressee(ctx.tx, { type: 'customer', id: party.id });
  const email_id = await queueEmail(ctx, {
    purpose: 'statement',
    to: email,
    ...writeDocumentMail(composed, { cc, subject, message }),
    about: { type: party.kind, id: party.id, name: party.name },
    attachments: [document],
  });
  if (party.kind === 'customer')
    await recordLetter(ctx, { customerId: party.id, kind: 'statement', how: 'email', emailId: email_id });
  return { email_id };
}

/** The email text, with the values of its placeholders filled in. */
export async function composeStatement(
  db: Reader,
  statement: Pick<Statement, 'party' | 'from' | 'to' | 'today' | 'open_items'>,
  { on, texts }: { readonly on: CalendarDate; readonly texts?: MailTexts | undefined },
): Promise<{ readonly values: EmailValues<'statement'>; readonly mail: ComposedMail }> {
  const { party, from, to, today } = statement;
  const company = await findCompany(db);
  const pay = statementPay(statement, await findBankDetails(db));
  const values = {
    customer: party.name,
    period: periodWords(from, to),
    balance: formatPounds(balanceDue(today)),
    overdue: formatPounds(overdueOfBalance(today)),
    company: company.name,
  };
  const mail = {
    ...fillIn(texts ?? (await findWording(db, 'statement')), values),
    rest: [
      ...(party.kind === 'customer' ? [{ facts: figures(today, on) }] : []),
      ...(pay.length === 0 ? [] : [`${paymentInstructionsTitle}:`, { facts: pay }]),
      [company.name, ...company.lines].join('\n'),
    ],
  };
  return { values, mail };
}

/** The email as it would be sent, as a preview. 404 if there is no such party. */
export async function draftStatementMail(
  { db, now }: ReadContext,
  party: Party,
  period: Parameters<typeof findStatement>[2],
): Promise<MailDraft> {
  const statement = await findStatement(db, party, period, now);
  const { mail } = await composeStatement(db, statement, { on: londonDate(now) });
  return draftOf(mail, { email: statement.party.email, fileName: statementFileName(statement) });
}

export const statementFileName = ({ party, to }: Pick<Statement, 'party' | 'to'>): string =>
  `Statement-${party.name}-${to}.pdf`;

const periodWords = (from: CalendarDate | null, to: CalendarDate): string =>
  from === null ? `up to ${formatDate(to)}` : `from ${formatDate(from)} to ${formatDate(to)}`;

/** Invoices, then credit, then the balance due that is left of them. */
const figures = (today: Statement['today'], on: CalendarDate): [string, string][] => [
  ['Open invoices', formatPounds(today.outstanding)],
  [`Invoices due by ${formatDate(on)}`, formatPounds(today.due)],
  ['Overdue invoices', formatPounds(today.overdue)],
  ['Unused credit', formatPounds(today.unallocated)],
  today.balance < 0
    ? ['Balance', balanceForParty(today.balance, 'customer')]
    : ['Balance due', formatPounds(today.balance)],
];
