import type { ReactNode } from 'react';
import { journalKindNames } from '#domain/accounting/journal-kind';
import {
  type PaymentMethod,
  paymentMethod,
  paymentMethodNames,
  paymentStatusNames,
} from '#domain/payments/payment.status';
import { paymentName } from '#domain/reports/payment-name';
import {
  moneyDirections,
  type PaymentTotals,
  type PaymentTransaction,
  paymentTransactions,
} from '#domain/reports/payment-transactions.contract';
import { useListPage, useTotals } from '../../platform/list-page-query';
import { customerMethodName, ownNames } from '../../platform/payment-names';
import { type ListState, useListState } from '../../platform/list-state';
import { Badge } from '../../ui/badge';
import { type Column, DataTable } from '../../ui/data-table';
import { Day } from '../../ui/day';
import { DocumentLink } from '../../ui/document-link';
import { ListPage } from '../../ui/list-page';
import { FigureLink } from '../../ui/figure-link';
import { Money } from '../../ui/money';
import { type Notices, useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/options-from';
import { SearchFilter } from '../../ui/search-filter';
import { Tiles } from '../../ui/tiles';
import { paymentTones } from '../suppliers';
import { Change } from '../../ui/change';
import { behindPayments, type Search } from './behind-figures';
import { ComparedWith } from './compared-with';
import { SavedMenu } from '../saved-reports';
import { MoneyAccounts } from './money-accounts';
import { ReconcileMenu, Reconciled } from './reconcile';
import { ReportExport } from '../../ui/report-export';
import { Choice, ComparePicker, PeriodPicker } from './report-filters';
import { type ReportState, useReportState } from './report-state';
import { useReportChoices } from './use-choices';
import './reports.css';

/** How the firm pays and how it is paid are one filter: where it has a word of its own, both are said. */
const bothNames = (method: PaymentMethod): string =>
  [...new Set([customerMethodName(method), paymentMethodNames[method]])].join(' / ');

const methodOptions = () => paymentMethod.options.map(value => ({ value, label: bothNames(value) }));

/** Payments are of these kinds; the others of a journal move no money. */
const kinds = [
  'sale',
  'credit_note',
  'customer_receipt',
  'customer_payout',
  'supplier_payment',
  'supplier_refund',
  'expense',
  'expense_payment',
  'salary',
  'till_cash',
  'till_difference',
  'manual',
  'opening',
  'reversal',
] as const;

/** Every payment in or out, and each account that money is kept in from opening to closing (rule R5). */
export function PaymentTransactionsPage() {
  const list = useListState(paymentTransactions.list);
  const page = useListPage<PaymentTransaction>(paymentTransactions.list, list);
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
  ]);
  const totals = useTotals(paymentTransactions.totals, state.query);
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
            name="payment-transactions"
            rows={page.data?.total}
          />
        </>
      }
      filters={<Filters list={list} state={state} found={totals} />}
      empty="No money moved in this period."
    >
      {totals && <Totals found={totals} filters={state.query} />}
      <DataTable
        label="Payment transactions"
        list={list}
        rows={page.data?.data}
        rowKey={row => row.key}
        isStale={page.isPlaceholderData}
        columns={columnsWith(notices)}
      />
      {totals && totals.accounts.length > 0 && <MoneyAccounts found={totals} />}
    </ListPage>
  );
}

const all = (label: string, options: readonly { value: string; label: string }[]) => [
  { value: '', label },
  ...options,
];

function Filters({
  list,
  state,
  found,
}: {
  list: ListState;
  state: ReportState;
  found: PaymentTotals | undefined;
}) {
  const choices = useReportChoices();
  return (
    <>
      <PeriodPicker state={state} shown={found} />
      <ComparePicker state={state} />
      <Choice
        state={state}
        name="direction"
        label="Direction"
        options={all('In and out', optionsFrom(moneyDirections))}
      />
      <Choice
        state={state}
        name="kind"
        label="Kind"
        options={all(
          'All kinds',
          kinds.map(kind => ({ value: kind, label: journalKindNames[kind] })),
        )}
      />
      <Choice state={state} name="method" label="Method" options={all('All methods', methodOptions())} />
      <Choice
        state={state}
        name="status"
        label="Status"
        options={all('All statuses', optionsFrom(paymentStatusNames))}
      />
      {found && found.accounts.length > 0 && (
        <Choice
          state={state}
          name="account"
          label="Account"
          options={all(
            'All accounts',
            found.accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
          )}
        />
      )}
      <Choice
        state={state}
        name="person_id"
        label="Recorded by"
        options={all('Everybody', choices.cashiers.slice(1))}
      />
      <Choice
        state={state}
        name="reconciled"
        label="Reconciled"
        options={[
          { value: '', label: 'Reconciled or not' },
          { value: 'yes', label: 'Reconciled' },
          { value: 'no', label: 'Not reconciled' },
        ]}
      />
      <Choice
        state={state}
        name="transfers"
        label="Transfers"
        options={[
          { value: '', label: 'With transfers' },
          { value: 'no', label: 'Without transfers' },
          { value: 'yes', label: 'Transfers only' },
        ]}
      />
      <SearchFilter list={list} placeholder="Search by number or words" />
    </>
  );
}

function Totals({ found, filters }: { found: PaymentTotals; filters: Search }) {
  const { completed, before, compared } = found;
  const flow = (label: string, figure: 'in' | 'out' | 'net') => ({
    label,
    value: (
      <>
        <Payments search={behindPayments(found, filters, figure)} label={label}>
          <Money pence={completed[figure]} />
        </Payments>
        <Change now={completed[figure]} before={before?.[figure]} />
      </>
    ),
  });
  const isOfOneAccount = filters.account !== undefined || filters.transfers !== undefined;
  const transfers = {
    label: 'Between own accounts',
    value: (
      <Payments search={behindPayments(found, filters, 'transfers')} label="Between own accounts">
        <Money pence={found.transfers.in} />
      </Payments>
    ),
  };
  const open = (status: 'pending' | 'failed' | 'cancelled') => ({
    label: `${paymentStatusNames[status]} (${found[status].count})`,
    value: <Money pence={found[status].amount} />,
  });
  return (
    <section className="card-body" aria-label="Totals">
      <Tiles
        tiles={[
          flow('Money in', 'in'),
          flow('Money out', 'out'),
          flow('Net', 'net'),
          ...(isOfOneAccount ? [] : [transfers]),
          open('pending'),
          open('failed'),
          open('cancelled'),
        ]}
      />
      <ComparedWith days={compared} />
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

const columnsWith = (notices: Notices): Column<PaymentTransaction>[] => [
  { header: 'Date', sort: 'business_date', cell: row => <Day date={row.business_date} /> },
  {
    header: 'Number',
    cell: row => <DocumentLink document={{ number: row.number ?? 'No number', link: row.link }} />,
  },
  {
    header: 'Kind',
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
    cell: row => <Badge tone={paymentTones[row.status]}>{paymentStatusNames[row.status]}</Badge>,
  },
  { header: 'Reference', cell: row => row.reference ?? '—' },
  { header: 'Account', cell: row => row.account?.name ?? '—' },
  { header: 'Reconciled', cell: row => <Reconciled row={row} notices={notices} /> },
  { header: 'In', align: 'end', sort: 'amount', cell: row => signed(row, 'in') },
  { header: 'Out', align: 'end', cell: row => signed(row, 'out') },
];
