import { useQuery } from '@tanstack/react-query';
import type { Pence } from '#domain/kernel/money';
import { adjustmentReason, adjustmentReasonNames } from '#domain/stock/adjustment-reason';
import { stockAdjustments } from '#domain/stock/stock-adjustment.contract';
import { useAccess } from '../../platform/access';
import { useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { Day, ExactMoment } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { TextLink } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { Money, Sum } from '../../ui/money';
import { useNotice } from '../../ui/notice';
import { SelectFilter } from '../../ui/filters/select-filter';
import { adjustButton } from './stock-levels-page';
import { adjustmentPage, adjustmentTotals } from './stock.queries';
import { totalledColumns } from './totalled-columns';

/** All stock adjustments, newest first; the number links to the page. */
export function AdjustmentListPage() {
  const list = useListState(stockAdjustments.list);
  const page = useQuery(adjustmentPage(list.query));
  const notices = useNotice();
  const { canCall } = useAccess();
  const hasValue = canCall(stockAdjustments.totals);
  const total = currentTotals(useQuery({ ...adjustmentTotals(list.query), enabled: hasValue }))?.value;
  return (
    <ListPage
      title="Stock Adjustments"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <ExportMenu list={list} call={stockAdjustments.export} fileName="stock-adjustments" />
          {canCall(stockAdjustments.create) && adjustButton}
        </>
      }
      filters={
        <>
          <SelectFilter
            list={list}
            name="reason"
            label="Reason"
            all="All reasons"
            options={adjustmentReason.options.map(value => ({ value, label: adjustmentReasonNames[value] }))}
          />
          <DateRangeFilter list={list} />
        </>
      }
      empty={
        list.isNarrowed
          ? 'No adjustments match this search.'
          : 'No stock adjustments yet. Adjust stock when goods are damaged, lost or found.'
      }
    >
      <DataTable
        label="Stock adjustments"
        list={list}
        rows={page.data?.data}
        rowKey={row => row.id}
        isStale={page.isPlaceholderData}
        columns={hasValue ? withValue(total) : columns}
      />
    </ListPage>
  );
}

const columns: Columns<typeof stockAdjustments.list> = [
  {
    header: 'Number',
    kind: 'code',
    opens: true,
    cell: row => (
      <TextLink to="/stock/adjustments/$id" params={{ id: String(row.id) }} className="figures">
        {row.number}
      </TextLink>
    ),
  },
  { header: 'Date', kind: 'date', sort: 'business_date', cell: row => <Day date={row.business_date} /> },
  { header: 'Reason', cell: row => adjustmentReasonNames[row.reason] },
  { header: 'Note', cell: row => row.note ?? '—' },
  { header: 'By', kind: 'person', cell: row => row.posted_by },
  { header: 'Posted', kind: 'moment', hidden: true, cell: row => <ExactMoment at={row.posted_at} /> },
  { header: 'Products', align: 'end', cell: row => <span className="figures">{row.products}</span> },
];

const withValue = (total: Pence | undefined): Columns<typeof stockAdjustments.list> => [
  ...totalledColumns(columns),
  {
    header: 'Value',
    align: 'end',
    cell: row => <Money pence={row.value ?? 0} />,
    foot: <Sum pence={total} />,
  },
];
