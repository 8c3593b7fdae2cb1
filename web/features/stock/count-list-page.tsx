import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Pence } from '#domain/kernel/money';
import { countScopeNames, countStatus, countStatusNames } from '#domain/stock/count-status';
import { progressWords } from '#domain/stock/count-words';
import { stockCounts } from '#domain/stock/stock-count.contract';
import { useAccess } from '../../platform/access';
import { useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { useShortcut } from '../../platform/shortcuts';
import { type ColumnOf, type Columns, DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { Day } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { LinkButton, TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { Money, Sum } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { CountBadges } from './count-badges';
import './counts.css';
import { countPage, countTotals } from './stock.queries';

/** All stocktakes, newest first. */
export function CountListPage() {
  const list = useListState(stockCounts.list);
  const page = useQuery(countPage(list.query));
  const notices = useNotice();
  const navigate = useNavigate();
  const { canCall } = useAccess();
  const hasValue = canCall(stockCounts.totals);
  const total = currentTotals(useQuery({ ...countTotals(list.query), enabled: hasValue }))?.value;
  const canStart = canCall(stockCounts.create);
  useShortcut('n', 'Start a stocktake', () => void navigate({ to: '/stock/counts/create' }), canStart);
  return (
    <ListPage
      title="Stocktakes"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <ExportMenu list={list} call={stockCounts.export} fileName="stocktakes" />
          {canStart && startButton}
        </>
      }
      filters={
        <>
          <SearchFilter list={list} placeholder="Search by number" />
          <SelectFilter
            list={list}
            name="status"
            label="Status"
            all="All Status"
            options={countStatus.options.map(value => ({ value, label: countStatusNames[value] }))}
          />
          <DateRangeFilter list={list} />
        </>
      }
      empty={
        list.isNarrowed
          ? 'No stocktakes match this search.'
          : 'No stocktakes yet. A stocktake compares what is on the shelf with the stock on record.'
      }
    >
      <DataTable
        label="Stocktakes"
        list={list}
        rows={page.data?.data}
        rowKey={row => row.id}
        isStale={page.isPlaceholderData}
        onOpen={row => void navigate({ to: '/stock/counts/$id', params: { id: String(row.id) } })}
        columns={hasValue ? withValue(total, list.filters.status === undefined) : [number, ...details]}
      />
    </ListPage>
  );
}

/** An element, not a component: see adjustButton. */
const startButton = (
  <LinkButton to="/stock/counts/create" leftSection={<Plus size={16} />}>
    Start stocktake
  </LinkButton>
);

const number: ColumnOf<typeof stockCounts.list> = {
  header: 'Number',
  kind: 'code',
  sort: 'id',
  cell: row => (
    <TextLink to="/stock/counts/$id" params={{ id: String(row.id) }} className="figures" fw={560}>
      {row.number}
    </TextLink>
  ),
};

const details: Columns<typeof stockCounts.list> = [
  { header: 'Date', kind: 'date', sort: 'business_date', cell: row => <Day date={row.business_date} /> },
  { header: 'Status', kind: 'status', cell: row => <CountBadges count={row} /> },
  { header: 'Scope', cell: row => row.scope_name ?? countScopeNames[row.scope] },
  {
    header: 'Progress',
    cell: row => <span className="figures">{progressWords(row.counted, row.products)}</span>,
  },
  { header: 'Note', cell: row => row.note ?? '—' },
  { header: 'Started by', kind: 'person', cell: row => row.started_by },
];

const withValue = (total: Pence | undefined, excludesReversed: boolean): Columns<typeof stockCounts.list> => [
  { ...number, foot: excludesReversed ? 'Total excl. reversed' : 'Total' },
  ...details,
  {
    header: 'Value',
    align: 'end',
    cell: row => (row.value === undefined ? '—' : <Money pence={row.value} />),
    foot: <Sum pence={total} />,
  },
];
