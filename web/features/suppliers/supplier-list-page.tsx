import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { outstandingLabel } from '#domain/kernel/money';
import {
  type Supplier,
  type SupplierRow,
  type SupplierTotals,
  suppliers,
} from '#domain/suppliers/supplier.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { currentTotals } from '../../platform/queries';
import { AddButton } from '../../ui/add-button';
import { DataTable } from '../../ui/table/data-table';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { ListTotals } from '../../ui/list/list-totals';
import { removeAfterConfirming, useNotice } from '../../ui/notice';
import { SearchFilter } from '../../ui/filters/search-filter';
import { StatusFilter } from '../../ui/filters/select-filter';
import { useEditedInList } from '../../ui/table/use-edited-in-list';
import { useListSelection } from '../../ui/list/use-list-selection';
import { BulkChangesLink } from '../bulk-changes';
import { ImportLink } from '../imports';
import {
  SendSupplierEmailDialog,
  SupplierCellEditor,
  SupplierDialog,
  SupplierSelectionBar,
} from './lazy-dialogs';
import { supplierColumns } from './supplier-columns';
import { supplierPage, supplierTotals } from './suppliers.queries';

export function SupplierListPage() {
  const list = useListState(suppliers.list);
  const page = useQuery(supplierPage(list.query));
  const totals = useQuery(supplierTotals(list.query));
  const { can, canCall } = useAccess();
  const navigate = useNavigate();
  const notices = useNotice();
  const { edited, edit, add, reload, dialogProps } = useEditedInList<Supplier>({
    one: 'Supplier',
    read: suppliers.list,
    canAdd: can('create_supplier'),
    notices,
  });
  const selection = useListSelection<SupplierRow>({ list, page: page.data, label: nameOfBox });
  const canSelect = can('edit_supplier') || canCall(suppliers.export);
  const [mailed, setMailed] = useState<SupplierRow | null>(null);

  const open = (supplier: SupplierRow) =>
    void navigate({ to: '/suppliers/$id', params: { id: String(supplier.id) } });
  const remove = (supplier: SupplierRow) =>
    void removeAfterConfirming(notices, {
      question: 'Delete this supplier?',
      isAskedByBrowser: true,
      send: () => request(suppliers.remove, { params: { id: supplier.id }, shownInPlace: true }),
      failure: 'Error',
      onDone: () => {
        selection.forget(supplier.id);
        reload();
      },
    });
  const columns = supplierColumns(
    {
      onEdit: can('edit_supplier') && edit,
      onOpen: can('view_supplier') && open,
      onEmail: can('create_email') && setMailed,
      onDelete: can('delete_supplier') && remove,
    },
    canSelect && selection.column,
    can('view_ledger') && { total: currentTotals(totals)?.owed_amount },
  );
  return (
    <>
      <ListPage
        title="Suppliers"
        list={list}
        page={page}
        notices={notices}
        actions={actionsOf(list, can('create_supplier') && add)}
        filters={<SupplierFilters list={list} totals={totals.isError ? null : totals.data} />}
        selection={selection.bulk.count > 0 && <SupplierSelectionBar selection={selection} />}
        empty="No suppliers found"
      >
        <DataTable
          label="Suppliers"
          list={list}
          rows={page.data?.data}
          rowKey={supplier => supplier.id}
          isStale={page.isPlaceholderData}
          columns={columns}
          onOpen={open}
          edits={can('edit_supplier') && { Editor: SupplierCellEditor }}
        />
      </ListPage>
      {edited && <SupplierDialog supplier={edited === 'new' ? null : edited} {...dialogProps} />}
      {mailed && <SendSupplierEmailDialog supplier={mailed} onClose={() => setMailed(null)} />}
    </>
  );
}

const nameOfBox = ({ name }: SupplierRow) => `Select ${name}`;

/** Not a component, because a phone shows the primary one and puts the others into a menu. */
const actionsOf = (list: ListStateOf<typeof suppliers.list>, onAdd: false | (() => void)) => (
  <>
    <ExportMenu list={list} call={suppliers.export} fileName="suppliers" />
    <ImportLink kind="suppliers" needs="create_supplier" />
    <BulkChangesLink list="suppliers" needs="edit_supplier" />
    {onAdd && <AddButton label="Add Supplier" onClick={onAdd} />}
  </>
);

type FiltersProps = { list: ListStateOf<typeof suppliers.list>; totals: SupplierTotals | undefined | null };

const SupplierFilters = ({ list, totals }: FiltersProps) => (
  <>
    <SearchFilter list={list} placeholder="Search by name, email, phone" />
    <StatusFilter list={list} />
    <Totals totals={totals} />
  </>
);

/** Totals of the suppliers in the list; none if they could not be loaded. */
function Totals({ totals }: Pick<FiltersProps, 'totals'>) {
  if (totals === null) return null;
  return (
    <ListTotals
      sums={[
        ['Total', totals?.total_purchase_amount],
        ['Paid', totals?.total_paid_amount],
        [outstandingLabel(totals?.outstanding_amount ?? 0), totals && Math.abs(totals.outstanding_amount)],
      ]}
    />
  );
}
