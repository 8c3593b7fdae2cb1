import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { journalKindNames } from '#domain/accounting/journal-kind';
import { valuesIn } from '#domain/kernel/list-query';
import { paymentStatusNames } from '#domain/payments/payment.status';
import { paymentName } from '#domain/reports/payment-name';
import {
  flowLabels,
  isOtherSide,
  type PaymentTotals,
  type PaymentTransaction,
  paymentTransactions,
  transferred,
} from '#domain/reports/payment-transactions.contract';
import { ownNames } from '../../platform/payment-names';
import { useAccess } from '../../platform/access';
import { useListState } from '../../platform/list-state';
import { Badge } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { DocumentLink } from '../../ui/record/document-link';
import { ListPage } from '../../ui/list/list-page';
import { FigureLink } from '../../ui/figure-link';
import { Money } from '../../ui/money';
import { type Notices, useNotice } from '../../ui/notice';
import { Tiles } from '../../ui/tiles';
import { paymentTones } from '../suppliers';
import { Change } from '../../ui/change';
import { paymentDrillDown, type Search } from './drill-down';
import { AwaitedFigure } from './awaited-figure';
import { ComparedWith } from './compared-with';
import { emptyOfPeriod } from './empty-of-period';
import { SavedMenu } from '../saved-reports';
import { MoneyAccounts } from './money-accounts';
import { ReconcileMenu, Reconciled } from './reconcile';
import { ReportExport } from '../../ui/files/report-export';
import { PaymentFilters } from './payment-filters';
import { useReportState } from './report-state';
import './reports.css';
import { paymentPage, paymentTotals } from './reports.queries';

/** Every payment in or out, and each money account from opening to closing (rule R5). */
export function PaymentTransactionsPage() {
  const list = useListState(paymentTransactions.list);
  const page = useQuery(paymentPage(list.query));
  const state = useReportState(paymentTransactions.totals, [
    'direction',
    'kind',
    'method',
    'status',
    'account',
    'person_id',
    'session_id',
    'reconciled',
    'transfers',
    'search',
  ]);
  const { data: totals, isError } = useQuery(paymentTotals(state.query));
  const notices = useNotice();
  const { page: _page, per_page: _perPage, ...listed } = list.query;
  return (
    <ListPage
      title="Payment Transactions"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <ReconcileMenu list={list} total={page.data?.total} notices={notices} />
          <SavedMenu report="payment-transactions" />
          <ReportExport
            call={paymentTransactions.export}
            pdf={paymentTransactions.pdf}
            query={listed}
            compare={state.query.compare}
            name="payment-transactions"
            rows={page.data?.total}
          />
        </>
      }
      filters={<PaymentFilters list={list} state={state} found={totals} />}
      empty={emptyOfPeriod('payments', list)}
      above={<Totals found={totals} none={isError ? '—' : '…'} filters={state.query} />}
      below={page.data && totals && totals.accounts.length > 0 && <MoneyAccounts found={totals} />}
    >
      <DataTable
        label="Payment transactions"
        list={list}
        rows={page.data?.data}
        rowKey={row => row.key}
        isStale={page.isPlaceholderData}
        columns={columnsWith(notices)}
      />
    </ListPage>
  );
}

/** Money in and out counts completed payments only (rule R5), so other statuses have none. */
const completedIsLeftOut = (status: string | undefined) =>
  Boolean(status) && !valuesIn(status).includes('completed');

type TotalsProps = { found: PaymentTotals | undefined; none: string; filters: Search };

function Totals({ found, none, filters }: TotalsProps) {
  const isCompared = filters.compare !== undefined;
  const isLeftOut = completedIsLeftOut(filters.status);
  const labels = flowLabels(useAccess().can('view_pay'));
  const flow = (figure: 'in' | 'out' | 'net') => ({
    label: labels[figure],
    value:
      isLeftOut || isOtherSide(figure, filters.direction) ? (
        '—'
      ) : found ? (
        <>
          <Payments search={paymentDrillDown(found, filters, figure)} label={labels[figure]}>
            <Money pence={found.completed[figure]} />
          </Payments>
          <Change now={found.completed[figure]} before={found.before?.[figure]} />
        </>
      ) : (
        <AwaitedFigure none={none} isCompared={isCompared} />
      ),
  });
  const isOfOneAccount = filters.account !== undefined || filters.transfers !== undefined;
  const transfers = {
    label: 'Between own accounts',
    value: isLeftOut ? (
      '—'
    ) : found ? (
      <Payments search={paymentDrillDown(found, filters, 'transfers')} label="Between own accounts">
        <Money pence={transferred(found)} />
      </Payments>
    ) : (
      none
    ),
  };
  const open = (status: 'pending' | 'failed' | 'cancelled') => ({
    label: `${paymentStatusNames[status]} (${found?.[status].count ?? none})`,
    value: found ? <Money pence={found[status].amount} /> : none,
  });
  return (
    <section className="card-body" aria-label="Totals">
      <Tiles
        tiles={[
          flow('in'),
          flow('out'),
          flow('net'),
          ...(isOfOneAccount ? [] : [transfers]),
          open('pending'),
          open('failed'),
          open('cancelled'),
        ]}
      />
      <ComparedWith days={found?.compared} none={isCompared ? none : ''} />
    </section>
  );
}

const Payments = ({ search, label, children }: { search: Search; label: string; children: ReactNode }) => (
  <FigureLink label={label} place={{ path: '/reports/payment-transactions', search }}>
    {children}
  </FigureLink>
);

const signed = (row: PaymentTransaction, direction: 'in' | 'out') =>
  row.direction === direction ? <Money pence={row.amount} /> : null;

/** A phone has one figure of a payment: what went out is negative. */
const eitherWay = ({ direction, amount }: PaymentTransaction) => (
  <Money pence={direction === 'out' ? 0 - amount : amount} />
);

const columnsWith = (notices: Notices): Columns<typeof paymentTransactions.list> => [
  { header: 'Date', kind: 'date', sort: 'business_date', cell: row => <Day date={row.business_date} /> },
  {
    header: 'Number',
    kind: 'code',
    opens: true,
    cell: row => <DocumentLink document={{ number: row.number ?? 'No number', link: row.link }} />,
  },
  {
    header: 'Kind',
    // Not the party, which takings and transfers do not have.
    phone: 'title',
    minWidth: '120px',
    cell: row => (
      <span>
        {journalKindNames[row.kind]} {row.is_transfer && <span className="aside">own accounts</span>}{' '}
        {row.is_reversed && <span className="aside">reversed later</span>}
      </span>
    ),
  },
  { header: 'Party', cell: row => row.party ?? '—' },
  { header: 'Method', cell: row => (row.method ? paymentName(row.kind, row.method, ownNames()) : '—') },
  {
    header: 'Status',
    kind: 'status',
    cell: row => <Badge tone={paymentTones[row.status]}>{paymentStatusNames[row.status]}</Badge>,
  },
  { header: 'Reference', cell: row => row.reference ?? '—' },
  { header: 'Account', hidden: true, cell: row => row.account?.name ?? '—' },
  { header: 'Reconciled', cell: row => <Reconciled row={row} notices={notices} /> },
  {
    header: 'In',
    phone: 'figure',
    align: 'end',
    sort: 'amount',
    cell: row => signed(row, 'in'),
    phoneCell: eitherWay,
  },
  {
    header: 'Out',
    phone: 'figure',
    align: 'end',
    cell: row => signed(row, 'out'),
    phoneCell: eitherWay,
  },
];
