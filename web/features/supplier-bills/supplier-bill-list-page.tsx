import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  billKindNames,
  type SupplierBillRow,
  supplierBills,
} from '#domain/purchase-orders/supplier-bill.contract';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { DataTable } from '../../ui/table/data-table';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { dueWithinOptions } from '../../ui/filters/due-within-options';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { MoreFilters } from '../../ui/filters/more-filters';
import { useNotice } from '../../ui/notice';
import { optionsFrom } from '../../ui/form/options-from';
import { RulesLink } from '../../ui/rules-link';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { useBulkActs } from '../bulk-changes';
import { SupplierFilter } from '../suppliers';
import { supplierBillColumns } from './supplier-bill-columns';
import { billPage, billTotals } from './supplier-bills.queries';

/** The bills of all suppliers, with what is outstanding on them. */
export function SupplierBillListPage() {
  const list = useListState(supplierBills.list);
  const page = useQuery(billPage(list.query));
  const totals = useQuery(billTotals(list.query));
  const navigate = useNavigate();
  const notices = useNotice();
  const selected = useBulkActs<SupplierBillRow>({
    list,
    page: page.data,
    nameOf: ({ number }) => number,
    one: 'bill',
    many: 'bills',
    exported: { call: supplierBills.export, fileName: 'supplier-bills' },
  });
  return (
    <ListPage
      title="Supplier Bills"
      list={list}
      page={page}
      notices={notices}
      actions={
        <>
          <RulesLink section="purchasing" />
          <ExportMenu list={list} call={supplierBills.export} fileName="supplier-bills" />
        </>
      }
      filters={<Filters list={list} />}
      selection={selected.bar}
      empty={
        list.isNarrowed
          ? 'No bills match these filters.'
          : 'No supplier bills yet. Record one on its purchase order, or on the supplier’s page if it has no order.'
      }
    >
      <DataTable
        label="Supplier bills"
        list={list}
        rows={page.data?.data}
        rowKey={bill => bill.id}
        isStale={page.isPlaceholderData}
        columns={[
          ...(selected.column ? [selected.column] : []),
          ...supplierBillColumns(totals.data, list.filters.state === undefined),
        ]}
        onOpen={({ id }) => void navigate({ to: '/purchases/bills/$id', params: { id: String(id) } })}
      />
    </ListPage>
  );
}

const states = { open: 'To pay', overdue: 'Overdue', paid: 'Paid', reversed: 'Reversed' } as const;

const Filters = ({ list }: { list: ListStateOf<typeof supplierBills.list> }) => (
  <>
    <SearchFilter list={list} placeholder="Search by number or supplier" />
    <SupplierFilter list={list} />
    <SelectFilter list={list} name="state" label="Status" all="All Status" options={optionsFrom(states)} />
    <DateRangeFilter list={list} />
    <MoreFilters list={list} names={['due_within', 'kind']}>
      <SelectFilter
        list={list}
        name="due_within"
        label="Due"
        all="Any due date"
        options={dueWithinOptions(list.filters.due_within)}
      />
      <SelectFilter
        list={list}
        name="kind"
        label="For"
        all="All kinds"
        options={optionsFrom(billKindNames)}
      />
    </MoreFilters>
  </>
);
