import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pence } from '#domain/kernel/money';
import { saleExceptionKind, saleExceptionNames } from '#domain/sales/sale-exception';
import { type SaleExceptionListed, saleExceptions } from '#domain/sales/sale-exceptions.contract';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { Badge } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { ExactMoment } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { Money, Sum } from '../../ui/money';
import { OnlyChosen } from '../../ui/filters/only-chosen';
import { useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { everything, useReload } from '../../platform/reload';
import { useBulkActs } from '../bulk-changes';
import { exceptionActs } from './exception-bulk';
import { ReviewDialog } from './review-dialog';
import { exceptionPage, exceptionTotals } from './tills.queries';

const states = [
  { value: 'open', label: 'To review' },
  { value: 'reviewed', label: 'Reviewed' },
];

/** Paid sales that were posted with something unusual (decision 067). */
export function SaleExceptionListPage() {
  const list = useListState(saleExceptions.list);
  const page = useQuery(exceptionPage(list.query));
  const total = currentTotals(useQuery(exceptionTotals(list.query)))?.amount;
  const selected = useBulkActs<SaleExceptionListed>({
    ...exceptionActs,
    list,
    page: page.data,
    nameOf: ({ sale, receipt_number, words }) => sale?.number ?? receipt_number ?? words,
  });
  const notices = useNotice();
  const reload = useReload(everything);
  const [chosen, choose] = useState<SaleExceptionListed | null>(null);
  return (
    <>
      <ListPage
        title="Paid sales to review"
        list={list}
        page={page}
        notices={notices}
        actions={<ExportMenu list={list} call={saleExceptions.export} fileName="sale-exceptions" />}
        filters={<Filters list={list} />}
        selection={selected.bar}
        empty={
          list.isNarrowed
            ? 'No exceptions match this search.'
            : 'No exceptions. Sales taken offline are always recorded, and anything unusual about them is listed here.'
        }
      >
        <DataTable
          label="Exceptions"
          list={list}
          rows={page.data?.data}
          rowKey={row => row.id}
          isStale={page.isPlaceholderData}
          onOpen={choose}
          columns={[...(selected.column ? [selected.column] : []), ...columnsOf(choose, total)]}
        />
      </ListPage>
      {chosen && (
        <ReviewDialog
          exception={chosen}
          onClose={() => choose(null)}
          onDone={message => {
            choose(null);
            reload(() => notices.succeeded(message));
          }}
        />
      )}
    </>
  );
}

const Filters = ({ list }: { list: ListStateOf<typeof saleExceptions.list> }) => (
  <>
    <SearchFilter list={list} placeholder="Search by number or text" />
    <SelectFilter list={list} name="state" label="Status" all="All Status" options={states} />
    <SelectFilter
      list={list}
      name="kind"
      label="Kind"
      all="All kinds"
      options={saleExceptionKind.options.map(value => ({ value, label: saleExceptionNames[value] }))}
    />
    <DateRangeFilter list={list} />
    <OnlyChosen list={list} name="session_id" kind="till session" />
  </>
);

const columnsOf = (
  review: (row: SaleExceptionListed) => void,
  total: Pence | undefined,
): Columns<typeof saleExceptions.list> => [
  {
    header: 'Sale',
    minWidth: '110px',
    cell: row =>
      row.sale ? (
        <TextLink to="/sales/invoices/$id" params={{ id: String(row.sale.id) }} fw={560}>
          {row.sale.number}
        </TextLink>
      ) : (
        (row.receipt_number ?? '—')
      ),
    foot: 'Total',
  },
  {
    header: 'Kind',
    kind: 'code',
    minWidth: '142px',
    phone: 'detail',
    cell: row => (
      <Badge tone={row.kind === 'not_booked' ? 'danger' : 'warning'}>{saleExceptionNames[row.kind]}</Badge>
    ),
  },
  {
    header: 'Details',
    minWidth: '280px',
    phone: 'detail',
    cell: row => <span className="till-exception-words">{row.words}</span>,
  },
  {
    header: 'Amount',
    align: 'end',
    sort: 'amount',
    cell: row => (row.amount === null ? '—' : <Money pence={row.amount} />),
    foot: <Sum pence={total} />,
  },
  { header: 'Sold by', kind: 'person', phone: 'detail', cell: row => row.sold_by ?? '—' },
  {
    header: 'Recorded',
    kind: 'moment',
    sort: 'id',
    cell: row => <ExactMoment at={row.raised_at} />,
  },
  {
    header: 'Review',
    minWidth: '116px',
    phone: 'detail',
    cell: row =>
      row.reviewed_at === null ? (
        <Button size="xs" variant="default" onClick={() => review(row)}>
          Review
        </Button>
      ) : (
        `${row.reviewed_by ?? ''}${row.note ? `: ${row.note}` : ''}`
      ),
  },
];
