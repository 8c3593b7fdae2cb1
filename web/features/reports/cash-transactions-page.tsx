import { useQuery } from '@tanstack/react-query';
import { journalKindNames } from '#domain/accounting/journal-kind';
import { profitPartNames } from '#domain/accounting/profit-parts';
import { cashCauses, goodsLabel, goodsLine } from '#domain/reports/cash-basis';
import { isCause } from '#domain/reports/cash-figures';
import {
  type CashTransaction,
  type CashTransactionTotals,
  cashTransactions,
} from '#domain/reports/cash-transactions.contract';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { Percent } from '../../ui/change';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { Day } from '../../ui/dates/day';
import { DocumentLink } from '../../ui/record/document-link';
import { ExportMenu } from '../../ui/files/export-menu';
import { JournalLink } from '../../ui/record/journal-link';
import { ListPage } from '../../ui/list/list-page';
import { Money, Sum } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { SelectFilter } from '../../ui/filters/select-filter';
import { PeriodPicker } from './report-filters';
import { useReportState } from './report-state';
import './reports.css';
import { cashPage, cashTotals } from './reports.queries';

type List = ListStateOf<typeof cashTransactions.list>;

/** The documents and journals behind a figure of the profit and loss on the cash basis, with their total. */
export function CashTransactionsPage() {
  const list = useListState(cashTransactions.list);
  const page = useQuery(cashPage(list.query));
  const totals = useQuery(cashTotals(list.filters)).data;
  const notices = useNotice();
  return (
    <ListPage
      title="Cash Basis Transactions"
      list={list}
      page={page}
      notices={notices}
      actions={<ExportMenu list={list} call={cashTransactions.export} fileName="cash-basis-transactions" />}
      filters={<Filters list={list} totals={totals} />}
      empty="Nothing counts in this figure on these days. On the cash basis, documents count once they are settled."
    >
      <DataTable
        label="Cash basis transactions"
        list={list}
        rows={page.data?.data}
        rowKey={row => `${row.journal_id} ${row.line.key} ${row.business_date}`}
        isStale={page.isPlaceholderData}
        columns={columnsFor(list.filters.figure, totals)}
      />
    </ListPage>
  );
}

function Filters({ list, totals }: { list: List; totals: CashTransactionTotals | undefined }) {
  const state = useReportState(cashTransactions.totals, ['figure']);
  const { figure } = list.filters;
  const figures = totals?.figures ?? (figure === undefined ? [] : [{ key: figure, label: labelOf(figure) }]);
  return (
    <>
      <PeriodPicker state={state} shown={totals} />
      <SelectFilter
        list={list}
        name="figure"
        label="Figure"
        all="All lines"
        options={figures.map(({ key, label }) => ({ value: key, label }))}
      />
    </>
  );
}

/** The name of a figure before the server has answered. */
const labelOf = (figure: string): string =>
  (({ ...profitPartNames, ...cashCauses, [goodsLine]: goodsLabel }) as Record<string, string>)[figure] ??
  figure;

/** A document without a number is opened by its journal. */
const Source = ({ row: { document, journal_id } }: { row: CashTransaction }) =>
  document.number === null ? <JournalLink id={journal_id} /> : <DocumentLink document={document} />;

/** What a cause of the reconciliation lists is not settled, so it does not say that it is. */
function Settled({ row: { settled, total }, figure }: { row: CashTransaction; figure: string | undefined }) {
  if (settled === null || total === null) return isCause(figure) ? '—' : 'In full';
  return (
    <span className="figures">
      <Money pence={settled} /> of <Money pence={total} />
    </span>
  );
}

function columnsFor(
  figure: string | undefined,
  totals: CashTransactionTotals | undefined,
): Columns<typeof cashTransactions.list> {
  const isOneLine = figure !== undefined && /^(\d{4}|goods)$/.test(figure);
  return [
    {
      header: 'Date',
      kind: 'date',
      sort: 'business_date',
      cell: row => <Day date={row.business_date} />,
      foot: 'Total',
    },
    { header: 'Kind', kind: 'code', cell: row => journalKindNames[row.kind] },
    { header: 'Document', phone: 'title', opens: true, cell: row => <Source row={row} /> },
    { header: 'Details', minWidth: '140px', cell: row => row.party ?? row.narrative ?? '—' },
    ...(isOneLine
      ? []
      : [{ header: 'Line', minWidth: '120px', cell: (row: CashTransaction) => row.line.label }]),
    { header: 'Net', align: 'end', cell: row => <Money pence={row.net} /> },
    {
      header: 'Settled (gross)',
      align: 'end',
      minWidth: '200px',
      cell: row => <Settled row={row} figure={figure} />,
    },
    {
      header: '% settled',
      align: 'end',
      phone: 'hidden',
      cell: row => <Percent hundredths={row.proportion} />,
    },
    {
      header: 'Amount',
      sort: 'amount',
      align: 'end',
      minWidth: '116px',
      phone: 'figure',
      cell: row => <Money pence={row.amount} />,
      foot: <Sum pence={totals?.amount} />,
    },
  ];
}
