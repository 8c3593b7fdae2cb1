import { journalKindNames } from '#domain/accounting/journal-kind';
import { type OwnNames, paymentName } from '#domain/reports/payment-name';
import { hasPermission } from '#domain/kernel/access';
import type { QueryOf } from '#domain/kernel/call';
import { formatDay } from '#domain/kernel/dates';
import { formatPounds, toPence } from '#domain/kernel/money';
import { paymentStatusNames } from '#domain/payments/payment.status';
import {
  flowLabels,
  isOtherSide,
  moneyDirections,
  type PaymentTotals,
  type PaymentTransaction,
  type paymentTransactions,
  transferred,
} from '#domain/reports/payment-transactions.contract';
import { findPaymentWords } from '../../kernel/tills';
import { printedRows } from '#domain/kernel/list-query';
import { daysInWords } from '#domain/kernel/period';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { FileReply } from '../../platform/http/route';
import type { Column } from '../../platform/spreadsheets/column';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import {
  type Flow,
  flowsOf,
  listPayments,
  moneyByAccount,
  streamPayments,
} from './payment-transactions.queries';
import { comparedWords, withPrevious } from './compared-figures';
import { reportFile, truncationNote } from './report-file';
import { fileNameOf, filtersInWords } from './report-filters';
import { resolvePeriod } from './resolve-period';
import { paymentVisibility } from './payment-visibility';

type Context = { readonly actor: Actor; readonly now: Date };

/** One page of the payments of a period (rule R5). */
export async function findPayments(
  db: Reader,
  query: QueryOf<typeof paymentTransactions.list>,
  { actor, now }: Context,
) {
  const visibility = await paymentVisibility(db, actor);
  const page = await listPayments(db, await resolvePeriod(db, query, now), { ...query, visibility });
  // Journals belong to the ledger, so their numbers need permission to open it.
  return visibility.balances ? page : { ...page, data: page.data.map(row => ({ ...row, journal_id: null })) };
}

const none = toPence(0);
const nothing = { count: 0, in: none, out: none, transferred_in: none, transferred_out: none };

/** Money in or out, with transfers if requested. */
const completedOf = (flows: readonly Flow[], withTransfers: boolean) => {
  const flow = flows.find(({ status }) => status === 'completed') ?? nothing;
  const into = withTransfers ? flow.in : toPence(flow.in - flow.transferred_in);
  const out = withTransfers ? flow.out : toPence(flow.out - flow.transferred_out);
  return { count: flow.count, in: into, out, net: toPence(into - out) };
};

const transfersOf = (flows: readonly Flow[]) => {
  const flow = flows.find(({ status }) => status === 'completed') ?? nothing;
  return { in: flow.transferred_in, out: flow.transferred_out };
};

const openEnds = (flows: readonly Flow[], status: Flow['status']) => {
  const flow = flows.find(candidate => candidate.status === status);
  return { count: flow?.count ?? 0, amount: toPence(flow ? flow.in + flow.out : 0) };
};

/**
 * Money in and out (completed only), payments not completed yet, and each account from opening to closing.
 */
export async function findPaymentTotals(
  db: Reader,
  requestedQuery: QueryOf<typeof paymentTransactions.totals>,
  { actor, now }: Context,
): Promise<PaymentTotals> {
  const visibility = await paymentVisibility(db, actor);
  const query = { ...requestedQuery, visibility };
  const period = await resolvePeriod(db, query, now);
  const { from, to, compared } = period;
  const [flows, before, accounts] = await Promise.all([
    flowsOf(db, period, query),
    compared && flowsOf(db, compared, query),
    visibility.balances ? moneyByAccount(db, period) : [],
  ]);
  const withTransfers = query.account !== undefined || query.transfers === 'yes';
  return {
    from,
    to,
    compared,
    completed: completedOf(flows, withTransfers),
    before: before && completedOf(before, withTransfers),
    transfers: transfersOf(flows),
    pending: openEnds(flows, 'pending'),
    failed: openEnds(flows, 'failed'),
    cancelled: openEnds(flows, 'cancelled'),
    // The balance of the drawer would reveal the expected cash of a blind count (rule T2).
    accounts: accounts.filter(({ code }) => code !== '1000' || visibility.blindSessions.length === 0),
  };
}

const columnsWith = (own: OwnNames): readonly Column<PaymentTransaction>[] => [
  { header: 'Date', kind: 'date', width: 12, value: row => row.business_date },
  { header: 'Number', kind: 'text', width: 14, value: row => row.number },
  { header: 'Kind', kind: 'text', width: 22, value: row => journalKindNames[row.kind] },
  { header: 'Direction', kind: 'text', width: 10, value: row => moneyDirections[row.direction] },
  { header: 'Party', kind: 'text', width: 28, value: row => row.party },
  {
    header: 'Method',
    kind: 'text',
    width: 14,
    value: row => row.method && paymentName(row.kind, row.method, own),
  },
  { header: 'Status', kind: 'text', width: 12, value: row => paymentStatusNames[row.status] },
  { header: 'Reversed', kind: 'text', width: 14, value: row => (row.is_reversed ? 'Reversed later' : null) },
  { header: 'Reference', kind: 'text', width: 18, value: row => row.reference },
  {
    header: 'Account',
    kind: 'text',
    width: 24,
    value: ({ account }) => account && `${account.code} ${account.name}`,
  },
  { header: 'By', kind: 'text', width: 18, value: row => row.person },
  {
    header: 'Reconciled',
    kind: 'text',
    width: 22,
    value: ({ reconciled }) => reconciled && `${formatDay(reconciled.at)}, ${reconciled.by}`,
  },
  { header: 'In', kind: 'money', width: 14, value: row => (row.direction === 'in' ? row.amount : null) },
  { header: 'Out', kind: 'money', width: 14, value: row => (row.direction === 'out' ? row.amount : null) },
  // The rest of the completed payments adds up to money in and money out (rule R5).
  { header: 'Between own accounts', kind: 'money', width: 18, value: row => row.transferred || null },
];

export async function exportPayments(
  db: Reader,
  query: QueryOf<typeof paymentTransactions.export>,
  { actor, now }: Context,
): Promise<FileReply> {
  const visibility = await paymentVisibility(db, actor);
  const period = await resolvePeriod(db, query, now);
  const rows = streamPayments(db, period, { ...query, visibility });
  const { names } = await findPaymentWords(db);
  const fileName = fileNameOf('payment-transactions', period, await filtersInWords(db, query));
  return exportReply(fileName, query.format, columnsWith(names), rows);
}

const noFigures = ['Money in and out', '—'] as const;

const spreadsheetOnly = new Set(['By', 'Direction', 'Reconciled', 'Reversed']);

/** The figures of the page, in its words (rule R5). */
function factsOf(
  found: PaymentTotals,
  { status, direction, account, transfers }: QueryOf<typeof paymentTransactions.pdf>,
  actor: Actor,
): readonly (readonly [string, string])[] {
  const { completed, before } = found;
  const labels = flowLabels(hasPermission(actor, 'view_pay'));
  const flow = (figure: 'in' | 'out' | 'net') =>
    [
      labels[figure],
      isOtherSide(figure, direction) ? '—' : withPrevious(completed[figure], before?.[figure]),
    ] as const;
  const isOfOneAccount = account !== undefined || transfers !== undefined;
  return [
    // Other statuses have moved no money, so there is nothing to print of them.
    ...(status && !status.includes('completed')
      ? [noFigures]
      : [
          flow('in'),
          flow('out'),
          flow('net'),
          ...(isOfOneAccount
            ? []
            : [['Transfers between own accounts', formatPounds(transferred(found))] as const]),
        ]),
    ...openStatuses.map(
      one => [`${paymentStatusNames[one]} (${found[one].count})`, formatPounds(found[one].amount)] as const,
    ),
  ];
}
const openStatuses = ['pending', 'failed', 'cancelled'] as const;

export async function drawPayments(
  db: Reader,
  query: QueryOf<typeof paymentTransactions.pdf>,
  context: Context,
): Promise<FileReply> {
  const { actor, now } = context;
  const found = await findPaymentTotals(db, query, context);
  const { accounts } = found;
  const listed = await listPayments(db, found, {
    ...query,
    visibility: await paymentVisibility(db, actor),
    sort_by: query.sort_by ?? 'business_date',
    sort_order: query.sort_order ?? 'desc',
    page: 1,
    per_page: printedRows,
  });
  const filters = await filtersInWords(db, query);
  const report = {
    name: fileNameOf('payment-transactions', found, filters),
    title: 'Payment Transactions',
    subtitle: daysInWords(found),
    filters,
    facts: [
      {
        heading: 'Totals',
        facts: [
          ...factsOf(found, query, actor),
          ['Compared with', comparedWords(query.compare, found.compared)],
          ...truncationNote(listed.total),
        ] as const,
      },
      ...(accounts.length === 0
        ? []
        : [
            {
              heading: 'Accounts',
              facts: accounts.map(
                ({ code, name, opening, in: into, out, closing, reconciled, unreconciled }) =>
                  [
                    `${code} ${name}`,
                    `${formatPounds(opening)} + ${formatPounds(into)} − ${formatPounds(out)} = ${formatPounds(closing)}. Reconciled ${formatPounds(reconciled)}, not reconciled ${formatPounds(unreconciled)}`,
                  ] as const,
              ),
            },
          ]),
    ],
    columns: columnsWith((await findPaymentWords(db)).names).filter(
      ({ header }) => !spreadsheetOnly.has(header),
    ),
    rows: listed.data,
    empty: 'No payments in this period.',
  };
  return reportFile(db, report, { format: 'pdf', now });
}
