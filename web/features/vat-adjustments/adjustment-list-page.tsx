import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { HandCoins } from 'lucide-react';
import { adjustmentReason, adjustmentReasonNames } from '#domain/vat-returns/vat-adjustment';
import {
  type VatAdjustmentRow,
  vatAdjustments,
  type VatAdjustmentTotals,
} from '#domain/vat-returns/vat-adjustment.contract';
import { useAccess } from '../../platform/access';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { useShortcut } from '../../platform/shortcuts';
import { AddButton } from '../../ui/add-button';
import { Badge } from '../../ui/badge';
import { type Columns, DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { Day } from '../../ui/dates/day';
import { ExportMenu } from '../../ui/files/export-menu';
import { LinkButton } from '../../ui/links';
import { ListPage } from '../../ui/list/list-page';
import { useNotice } from '../../ui/notice';
import { PageLink } from '../../ui/page-link';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { BoxChange } from './box-change';
import './vat-adjustments.css';
import { adjustmentPage, adjustmentTotals } from './vat-adjustments.queries';

/** Every VAT adjustment, newest first. */
export function VatAdjustmentListPage() {
  const list = useListState(vatAdjustments.list);
  const page = useQuery(adjustmentPage(list.query));
  const totals = currentTotals(useQuery(adjustmentTotals(list.query)));
  const notices = useNotice();
  const navigate = useNavigate();
  const { canCall } = useAccess();
  const canPost = canCall(vatAdjustments.create);
  const add = () => void navigate({ to: '/vat-adjustments/create' });
  useShortcut('n', 'New VAT adjustment', add, canPost);
  return (
    <ListPage
      title="VAT Adjustments"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <LinkButton variant="default" leftSection={<HandCoins size={16} />} to="/vat-adjustments/reliefs">
            Bad Debts and Unpaid Bills
          </LinkButton>
          <ExportMenu list={list} call={vatAdjustments.export} fileName="vat-adjustments" />
          {canPost && <AddButton label="New adjustment" onClick={add} />}
        </>
      }
      filters={<Filters list={list} />}
      empty={
        list.isNarrowed
          ? 'No VAT adjustments match these filters.'
          : 'No VAT adjustments yet. Use one for anything a VAT return needs besides sales, bills and expenses: bad debts, corrections, reverse charge, import VAT.'
      }
    >
      <DataTable
        label="VAT adjustments"
        list={list}
        rows={page.data?.data}
        rowKey={row => row.id}
        isStale={page.isPlaceholderData}
        columns={columnsWith(totals, list.filters.reversed === undefined)}
        onOpen={({ id }) => void navigate({ to: '/vat-adjustments/$id', params: { id: String(id) } })}
      />
    </ListPage>
  );
}

const Filters = ({ list }: { list: ListStateOf<typeof vatAdjustments.list> }) => (
  <>
    <SearchFilter list={list} placeholder="Search by number or description" />
    <SelectFilter
      list={list}
      name="reason"
      label="Reason"
      all="All reasons"
      options={adjustmentReason.options.map(value => ({ value, label: adjustmentReasonNames[value] }))}
    />
    <SelectFilter
      list={list}
      name="reversed"
      label="Status"
      all="All Status"
      options={[
        { value: 'no', label: 'Posted' },
        { value: 'yes', label: 'Reversed' },
      ]}
    />
    <DateRangeFilter list={list} />
  </>
);

const columnsWith = (
  totals: VatAdjustmentTotals | undefined,
  excludesReversed: boolean,
): Columns<typeof vatAdjustments.list> => [
  {
    header: 'Number',
    sort: 'number',
    width: '120px',
    cell: ({ id, number }) => (
      <PageLink to={`/vat-adjustments/${id}`} className="vat-adjustment-number">
        {number}
      </PageLink>
    ),
    foot: excludesReversed ? 'Total excl. reversed' : 'Total',
  },
  { header: 'Date', kind: 'date', sort: 'business_date', cell: row => <Day date={row.business_date} /> },
  {
    header: 'Reason',
    cell: row => (
      <span>
        {adjustmentReasonNames[row.reason]} {row.is_reversed && <Badge tone="secondary">Reversed</Badge>}
      </span>
    ),
  },
  { header: 'Description', phone: 'title', minWidth: '140px', cell: row => row.description },
  ...adjustedBoxes.map(([header, box]) => ({
    header,
    align: 'end' as const,
    cell: (row: VatAdjustmentRow) => <BoxChange pence={row[box]} />,
    foot: totals && <BoxChange pence={totals[box]} />,
  })),
];

const adjustedBoxes = [
  ['Box 1', 'box_1'],
  ['Box 4', 'box_4'],
  ['Box 6', 'box_6'],
  ['Box 7', 'box_7'],
] as const;
