import { journalKindNames } from '#domain/accounting/journal-kind';
import { decideAccess } from '#domain/kernel/access';
import { missingWords } from '#domain/kernel/access-words';
import type { QueryOf } from '#domain/kernel/call';
import { percentOf } from '#domain/kernel/percent-of';
import {
  type BehindFigure,
  behindFigure,
  type CashLine,
  cashLines,
  figuresFor,
  permissionsFor,
} from '#domain/reports/cash-figures';
import type {
  CashTransaction,
  CashTransactionTotals,
  cashTransactions,
} from '#domain/reports/cash-transactions.contract';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { forbidden } from '../../platform/http/refusal';
import type { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import {
  findCashAccounts,
  listTransactions,
  streamTransactions,
  totalOfTransactions,
  type TransactionRow,
} from './cash-transactions.queries';
import { canSeeDocument } from './payment-visibility';
import { type ResolvedPeriod, resolvePeriod } from './resolve-period';

type Context = { readonly actor: Actor; readonly now: Date };
type Query = QueryOf<typeof cashTransactions.totals>;

type Asked = {
  readonly period: ResolvedPeriod;
  readonly lines: readonly CashLine[];
  readonly behind: BehindFigure;
};

/** What is asked for. 403 for a figure that the report hides from the user. */
async function asked(db: Reader, query: Query, { actor, now }: Context): Promise<Asked> {
  const lines = cashLines(await findCashAccounts(db));
  const access = decideAccess({ allOf: permissionsFor(query.figure, lines) }, actor);
  if (!access.allowed)
    throw forbidden(
      `You do not have permission to see this figure. It needs ${missingWords(access)}. Ask an administrator.`,
    );
  return {
    period: await resolvePeriod(db, query, now),
    lines,
    behind: behindFigure(query.figure, lines, actor),
  };
}

/** Documents are named for users who can see them elsewhere. Sales and credit notes are in the sales reports. */
const readable =
  ({ lines }: Asked, actor: Actor) =>
  ({ document_type, document, party, narrative, line, ...row }: TransactionRow): CashTransaction => {
    const isNamed =
      document_type === 'sale' || document_type === 'credit_note' || canSeeDocument(actor, document_type);
    const { settled, total } = row;
    return {
      ...row,
      document: isNamed ? document : { number: null, link: null },
      party: isNamed ? party : null,
      narrative: isNamed ? narrative : null,
      line: { key: line, label: lines.find(({ key }) => key === line)?.label ?? line },
      proportion: settled === null || total === null ? null : percentOf(settled, total),
    };
  };

export async function findTransactions(
  db: Reader,
  query: QueryOf<typeof cashTransactions.list>,
  context: Context,
) {
  const found = await asked(db, query, context);
  const page = await listTransactions(db, found.period, found.behind, query);
  return { ...page, data: page.data.map(readable(found, context.actor)) };
}

/** The figure that the transactions add up to, and the other figures to choose from. */
export async function findTransactionTotals(
  db: Reader,
  query: Query,
  context: Context,
): Promise<CashTransactionTotals> {
  const { period, behind, lines } = await asked(db, query, context);
  return {
    from: period.from,
    to: period.to,
    ...(await totalOfTransactions(db, period, behind)),
    figures: figuresFor(lines, context.actor),
  };
}

const columns: readonly Column<CashTransaction>[] = [
  { header: 'Date', kind: 'date', width: 12, value: row => row.business_date },
  { header: 'Kind', kind: 'text', width: 20, value: row => journalKindNames[row.kind] },
  { header: 'Document', kind: 'text', width: 14, value: row => row.document.number },
  { header: 'Party', kind: 'text', width: 26, value: row => row.party },
  { header: 'Narrative', kind: 'text', width: 36, value: row => row.narrative },
  { header: 'Line', kind: 'text', width: 26, value: row => row.line.label },
  { header: 'Net', kind: 'money', width: 14, value: row => row.net },
  { header: 'Settled (gross)', kind: 'money', width: 14, value: row => row.settled },
  { header: 'Document total (gross)', kind: 'money', width: 14, value: row => row.total },
  { header: 'Settled %', kind: 'percent', width: 12, value: row => row.proportion },
  { header: 'Amount', kind: 'money', width: 14, value: row => row.amount },
];

export async function exportTransactions(
  db: Reader,
  query: QueryOf<typeof cashTransactions.export>,
  context: Context,
): Promise<FileReply> {
  const found = await asked(db, query, context);
  const rows = streamTransactions(db, found.period, found.behind, query);
  return exportReply('cash-basis', query.format, columns, eachOf(rows, readable(found, context.actor)));
}

async function* eachOf<From, To>(rows: AsyncIterable<From>, convert: (row: From) => To): AsyncIterable<To> {
  for await (const row of rows) yield convert(row);
}
