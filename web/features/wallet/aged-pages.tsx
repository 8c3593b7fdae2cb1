import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  type AgedRow,
  type AgedTotals,
  agedCreditors,
  agedDebtors,
  overdueWords,
} from '#domain/wallet/aged.contract';
import { formatDate } from '#domain/kernel/dates';
import { type ListState, type ListStateOf, useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { today } from '../../ui/form/dated-fields';
import { dueWithinOptions } from '../../ui/filters/due-within-options';
import { TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { Balance, Money, Troubling } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { ReportExport } from '../../ui/files/report-export';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { type Shown, ShownAs, ShownAsPicker, useShownAs } from '../../ui/charts/shown-as';
import { Tiles } from '../../ui/tiles';
import { BulkEmailsLink } from '../bulk-emails';
import { SavedMenu } from '../saved-reports';
import './wallet.css';
import { useReminders } from './reminder-bar';
import { DateInput } from '../../ui/dates/date-input';
import { PrintedDays } from '../../ui/filters/filter-chips';
import { creditorPage, creditorTotals, debtorPage, debtorTotals } from './wallet.queries';

const kinds = {
  supplier: {
    calls: agedCreditors,
    read: creditorPage,
    total: creditorTotals,
    title: 'Aged Creditors',
    label: 'Aged creditors',
    all: 'All suppliers',
    name: 'Supplier',
    fileName: 'aged-creditors',
    search: 'Search by supplier',
    empty: 'No supplier is owed anything.',
    soon: 'Bills due',
    ledger: '/wallet/supplier/$id',
    sums: [
      ['Bills overdue', 'overdue'],
      ['Payables', 'owed'],
      ['Supplier prepayments', 'credit'],
    ],
  },
  customer: {
    calls: agedDebtors,
    read: debtorPage,
    total: debtorTotals,
    title: 'Aged Debtors',
    label: 'Aged debtors',
    all: 'All customers',
    name: 'Customer',
    fileName: 'aged-debtors',
    search: 'Search by customer',
    empty: 'No customer owes anything.',
    soon: 'Due',
    ledger: '/wallet/customer/$id',
    sums: [
      ['Overdue', 'overdue'],
      ['Receivables', 'owed'],
      ['Customer credit held', 'credit'],
    ],
  },
} as const;
type Kind = keyof typeof kinds;

export const AgedCreditorsPage = () => <AgedPage kind="supplier" />;
export const AgedDebtorsPage = () => <AgedPage kind="customer" />;

/** Aged creditors and aged debtors at a date; debtors can be sent reminders. */
function AgedPage({ kind }: { kind: Kind }) {
  const { calls, read, total, title, label, fileName, empty, ledger } = kinds[kind];
  const list = useListState(calls.list);
  const page = useQuery(read(list.query));
  const found = useQuery(total(list.query));
  const totals = found.data;
  const notices = useNotice();
  const navigate = useNavigate();
  const reminders = useReminders({ list, page: page.data, notices });
  const reminded = kind === 'customer' ? reminders : null;
  const asAt = list.filters.as_at ?? today();
  const shown = useShownAs('table');
  const listed = currentTotals(found)?.listed;
  return (
    <ListPage
      title={title}
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <SavedMenu report={fileName} />
          <Export kind={kind} list={list} rows={page.data?.total} />
          {reminded && <BulkEmailsLink kind="reminders" />}
        </>
      }
      filters={<Filters list={list} kind={kind} asAt={asAt} shown={shown} />}
      selection={reminded?.bar}
      empty={empty}
      above={<Totals kind={kind} asAt={asAt} dueWithin={list.filters.due_within} totals={totals} />}
    >
      <ShownAs shown={shown} chart={{ label: `${label} by age`, of: 'Age', bars: listed && barsOf(listed) }}>
        <DataTable
          label={label}
          list={list}
          rows={page.data?.data}
          rowKey={row => row.id}
          isStale={page.isPlaceholderData}
          columns={[...(reminded ? [reminded.column] : []), ...columns(kind, listed)]}
          onOpen={({ id }) => void navigate({ to: ledger, params: { id: String(id) } })}
        />
      </ShownAs>
    </ListPage>
  );
}

function Export({ kind, list, rows }: { kind: Kind; list: ListState; rows: number | undefined }) {
  const { calls, fileName } = kinds[kind];
  const { page: _page, per_page: _perPage, ...query } = list.query;
  return <ReportExport call={calls.export} pdf={calls.pdf} query={query} name={fileName} rows={rows} />;
}

type FiltersProps = { list: ListStateOf<typeof agedDebtors.list>; kind: Kind; asAt: string; shown: Shown };

const Filters = ({ list, kind, asAt, shown }: FiltersProps) => (
  <>
    <SearchFilter list={list} placeholder={kinds[kind].search} />
    <DateInput isFilter aria-label="As at" value={asAt} onChange={date => list.setFilter('as_at', date)} />
    <SelectFilter
      list={list}
      name="overdue"
      label="Overdue"
      all="Overdue or not"
      options={[{ value: 'yes', label: overdueWords }]}
    />
    <SelectFilter
      list={list}
      name="due_within"
      label="Due"
      all="Any due date"
      options={dueWithinOptions(list.filters.due_within)}
    />
    <ShownAsPicker shown={shown} />
  </>
);

const parts = [
  ['Not due', 'not_due'],
  ['1–30 days', 'days_30'],
  ['31–60 days', 'days_60'],
  ['61–90 days', 'days_90'],
  ['Over 90 days', 'over_90'],
  ['Unallocated', 'unallocated'],
  ['Total', 'total'],
] as const satisfies readonly (readonly [string, keyof AgedTotals])[];

/** What is listed, by age; unallocated money, which reduces the total, is below the line. */
const barsOf = (listed: AgedTotals['listed']) =>
  parts.slice(0, -1).map(([label, part]) => ({ key: part, label, value: listed[part] }));

type TotalsProps = {
  kind: Kind;
  asAt: string;
  dueWithin: string | undefined;
  totals: AgedTotals | undefined;
};

/** The totals, whatever the list is filtered to. */
function Totals({ kind, asAt, dueWithin: days, totals: data }: TotalsProps) {
  const { all, soon } = kinds[kind];
  const within = days === '0' ? 'today' : `in ${days} ${days === '1' ? 'day' : 'days'}`;
  const dueSoon = days === undefined ? [] : [[`${soon} ${within}`, 'due_soon'] as const];
  return (
    <section className="aged-totals" aria-label={all}>
      {/* The list may be filtered; these are not. */}
      <h2>{all}</h2>
      <PrintedDays label="As at" days={formatDate(asAt)} />
      <Tiles
        tiles={[...parts, ...kinds[kind].sums, ...dueSoon].map(([label, part]) => ({
          label,
          value: data ? (
            <Troubling when={part === 'overdue' && data.overdue > 0}>
              {part === 'total' ? <Balance pence={data.total} /> : <Money pence={data[part] ?? 0} />}
            </Troubling>
          ) : (
            '…'
          ),
        }))}
      />
    </section>
  );
}

const amountOf = (pence: number) => (pence === 0 ? '—' : <Money pence={pence} />);
const balanceOf = (pence: number) => (pence === 0 ? '—' : <Balance pence={pence} />);

/** The columns, with the totals of what is listed. */
const columns = (kind: Kind, listed: AgedTotals['listed'] | undefined): Columns<typeof agedDebtors.list> => [
  {
    header: kinds[kind].name,
    sort: 'name',
    cell: ({ id, name }) => (
      <TextLink to={kinds[kind].ledger} params={{ id: String(id) }} fw={560}>
        {name}
      </TextLink>
    ),
    foot: 'Total',
  },
  ...parts.slice(0, -1).map(([header, part]) => ({
    header,
    align: 'end' as const,
    cell: (row: AgedRow) => amountOf(row[part]),
    foot: listed && amountOf(listed[part]),
  })),
  {
    header: 'Total',
    align: 'end',
    sort: 'total',
    cell: ({ total }) => balanceOf(total),
    foot: listed && balanceOf(listed.total),
  },
];
