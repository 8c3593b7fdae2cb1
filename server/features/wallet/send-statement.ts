import { Readable } from 'node:stream';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import type { Statement, wallets } from '#domain/wallet/wallet.contract';
import { findCompany } from '../../kernel/company';
import { queueEmail, writeMailBody } from '../../kernel/outbox';
import type { Party } from '../../kernel/parties';
import type { WriteContext } from '../../platform/http/context';
import type { StoredUpload } from '../../platform/http/multipart';
import type { BeforeWrite } from '../../platform/http/route';
import { noteLetter } from './letters.queries';
import { drawStatement } from './statement-document';
import { findStatement } from './statement.queries';

type Asked = BodyOf<(typeof wallets)['customer']['email']>;
export type PreparedStatement = Asked & {
  readonly document: Omit<StoredUpload, 'fieldName'>;
  readonly statement: Pick<Statement, 'party' | 'from' | 'to' | 'today'>;
};

export const mostLetterBytes = 25 * 1024 * 1024;

/** Draws the statement and stores it, before any lock is taken. */
export async function prepareStatement(
  read: BeforeWrite,
  party: Party,
  asked: Asked,
): Promise<PreparedStatement> {
  const { fileName, content } = await drawStatement(read.db, party, asked, read.now);
  const { party: facts, from, to, today } = await findStatement(read.db, party, asked, read.now);
  const { sha256, bytes } = await read.files.put(Readable.from([content]), { maxBytes: mostLetterBytes });
  return {
    ...asked,
    document: { fileName, mediaType: 'application/pdf', sha256, bytes },
    statement: { party: facts, from, to, today },
  };
}

/** Stores the message for sending, and that it was sent. */
export async function queueStatement(
  ctx: WriteContext,
  mail: PreparedStatement,
): Promise<{ email_id: number }> {
  const { party, from, to, today } = mail.statement;
  const company = await findCompany(ctx.tx);
  const email_id = await queueEmail(ctx, {
    purpose: 'statement',
    to: mail.email,
    subject: `Statement from ${company.name}`,
    body: writeMailBody([
      mail.message ?? `Please find the statement of your account ${periodWords(from, to)} attached.`,
      ...(party.kind === 'customer' ? [{ facts: figures(today, londonDate(ctx.now)) }] : []),
      [company.name, ...company.lines].join('\n'),
    ]),
    about: { type: party.kind, id: party.id, name: party.name },
    attachments: [mail.document],
  });
  if (party.kind === 'customer')
    await noteLetter(ctx, { customerId: party.id, kind: 'statement', how: 'email', emailId: email_id });
  return { email_id };
}

const periodWords = (from: CalendarDate | null, to: CalendarDate): string =>
  from === null ? `up to ${formatDate(to)}` : `from ${formatDate(from)} to ${formatDate(to)}`;

const figures = (today: Statement['today'], on: CalendarDate): [string, string][] => [
  [`To pay on ${formatDate(on)}`, formatPounds(today.outstanding)],
  ['Of it overdue', formatPounds(today.overdue)],
  ['Your unused credit', formatPounds(today.unallocated)],
];
