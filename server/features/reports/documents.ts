import { hasPermission } from '#domain/kernel/access';
import type { QueryOf } from '#domain/kernel/call';
import { textFromQuantity } from '#domain/kernel/quantity';
import { profitOnSales } from '#domain/reports/product-margins.contract';
import {
  blindTendersWords,
  paidByWords,
  reportDocuments,
  type ReportDocument,
} from '#domain/reports/sales-summary.contract';
import type { TenderMethod } from '#domain/sales/tender';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { ensureFigures } from '../../platform/http/ensure-figures';
import { forbidden } from '../../platform/http/refusal';
import type { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { listDocuments, streamDocuments, totalOfDocuments } from './documents.queries';
import { isBlindIn } from './payment-visibility';
import { type ResolvedPeriod, resolvePeriod } from './resolve-period';

type Context = { readonly actor: Actor; readonly now: Date };

const withCost = ({ actor }: Context) => hasPermission(actor, 'view_cost');

/**
 * The days asked for. 403 for a filter whose total is hidden: by supplier from users who do not see suppliers, and by any
 * payment method from those who count a drawer blind, because cash is the takings without the other methods (rule T2, decision 179).
 */
async function asked(
  db: Reader,
  query: QueryOf<typeof reportDocuments.totals>,
  { actor, now }: Context,
): Promise<ResolvedPeriod> {
  ensureFigures(reportDocuments.list, query, actor);
  const period = await resolvePeriod(db, query, now);
  if (query.method && (await isBlindIn(db, period, actor))) throw forbidden(blindTendersWords);
  return period;
}

/** One page of the documents behind a figure. */
export async function findDocuments(
  db: Reader,
  query: QueryOf<typeof reportDocuments.list>,
  context: Context,
) {
  return listDocuments(db, await asked(db, query, context), query, withCost(context));
}

export async function findDocumentTotals(
  db: Reader,
  query: QueryOf<typeof reportDocuments.totals>,
  context: Context,
) {
  const { from, to, compared } = await asked(db, query, context);
  return { from, to, compared, ...(await totalOfDocuments(db, { from, to }, query, withCost(context))) };
}

export async function exportDocuments(
  db: Reader,
  query: QueryOf<typeof reportDocuments.export>,
  context: Context,
): Promise<FileReply> {
  const rows = streamDocuments(db, await asked(db, query, context), query, withCost(context));
  return exportReply(
    'report-documents',
    query.format,
    documentColumns(withCost(context), query.method),
    rows,
  );
}

const documentColumns = (
  hasCost: boolean,
  methods: readonly TenderMethod[] | undefined,
): readonly Column<ReportDocument>[] => [
  { header: 'Date', kind: 'date', width: 12, value: row => row.business_date },
  { header: 'Document', kind: 'text', width: 14, value: row => row.number },
  { header: 'Sale', kind: 'text', width: 14, value: row => row.sale?.number ?? null },
  { header: 'Customer', kind: 'text', width: 28, value: row => row.customer },
  { header: 'By', kind: 'text', width: 20, value: row => row.person },
  { header: 'Units', kind: 'quantity', width: 10, value: row => textFromQuantity(row.quantity) },
  { header: 'Net', kind: 'money', width: 14, value: row => row.net },
  { header: 'VAT', kind: 'money', width: 12, value: row => row.vat },
  { header: 'Gross', kind: 'money', width: 14, value: row => row.gross },
  { header: 'Discounts', kind: 'money', width: 12, value: row => row.discounts },
  ...(hasCost
    ? [
        {
          header: profitOnSales.cost,
          kind: 'money',
          width: 14,
          value: (row: ReportDocument) => row.cost ?? null,
        } as const,
      ]
    : []),
  { header: paidByWords(methods), kind: 'money', width: 14, value: row => row.paid },
];
