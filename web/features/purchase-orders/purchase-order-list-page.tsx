import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type OrderRow, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { paidStatusNames, purchaseOrderStatusNames } from '#domain/purchase-orders/purchase-order.status';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { type ListStateOf, useListState } from '../../platform/list-state';
import { useShortcut } from '../../platform/shortcuts';
import { optionsFrom } from '../../ui/form/options-from';
import { AddButton } from '../../ui/add-button';
import { DateRangeFilter } from '../../ui/filters/date-range-filter';
import { DataTable } from '../../ui/table/data-table';
import { ExportMenu } from '../../ui/files/export-menu';
import { ListPage } from '../../ui/list/list-page';
import { ListTotals } from '../../ui/list/list-totals';
import { type Notices, removeAfterConfirming, useNotice } from '../../ui/notice';
import { RulesLink } from '../../ui/rules-link';
import { MoreFilters } from '../../ui/filters/more-filters';
import { SearchFilter } from '../../ui/filters/search-filter';
import { SelectFilter } from '../../ui/filters/select-filter';
import { useReload } from '../../platform/reload';
import { BulkEmailsLink, useBulkEmailSelection } from '../bulk-emails';
import { SupplierFilter } from '../suppliers';
import { OrderReasonDialog } from './lazy-dialogs';
import { orderMailTerms } from './order-bulk-email';
import { orderColumns } from './purchase-order-columns';
import { orderPage, orderTotals } from './purchase-orders.queries';
import { useDuplicate } from './use-duplicate';

/** All purchase orders, with delivery status and outstanding amount. */
export function PurchaseOrderListPage() {
  const list = useListState(purchases.list);
  const page = useQuery(orderPage(list.query));
  const { can } = useAccess();
  const navigate = useNavigate();
  const notices = useNotice();
  const [cancelled, setCancelled] = useState<OrderRow | null>(null);
  const selected = useBulkEmailSelection<OrderRow>({
    list,
    page: page.data,
    terms: orderMailTerms,
    exported: { call: purchases.export, fileName: 'purchase-orders' },
  });
  const { remove, duplicate, reload } = useRowWork(notices, selected.forget);
  const add = () => void navigate({ to: '/purchases/create' });
  useShortcut('n', 'Add purchase order', add, can('create_purchaseorder'));

  const open = ({ id }: { id: number }) =>
    void navigate({ to: '/purchases/$id', params: { id: String(id) } });
  const columns = orderColumns({
    onOpen: open,
    onEdit:
      can('edit_purchaseorder') &&
      (({ id }) => void navigate({ to: '/purchases/$id/edit', params: { id: String(id) } })),
    onDuplicate: can('create_purchaseorder') && (({ id }) => void duplicate(id)),
    onCancel: can('cancel_purchaseorder') && setCancelled,
    onDelete: can('delete_purchaseorder') && remove,
  });
  return (
    <>
      <ListPage
        title="Purchase Orders"
        list={list}
        page={page}
        notices={notices}
        actions={
          <>
            <RulesLink section="purchasing" />
            <ExportMenu list={list} call={purchases.export} fileName="purchase-orders" />
            <BulkEmailsLink kind="orders" />
            {can('create_purchaseorder') && <AddButton label="Add purchase order" onClick={add} />}
          </>
        }
        filters={<OrderFilters list={list} />}
        selection={selected.bar}
        empty="No purchase orders found"
      >
        <DataTable
          label="Purchase orders"
          list={list}
          rows={page.data?.data}
          rowKey={order => order.id}
          isStale={page.isPlaceholderData}
          columns={selected.column ? [selected.column, ...columns] : columns}
          onOpen={open}
        />
      </ListPage>
      {cancelled && (
        <OrderReasonDialog
          order={cancelled}
          kind="cancel"
          onClose={() => setCancelled(null)}
          onDone={message => {
            setCancelled(null);
            reload(() => notices.succeeded(message));
          }}
        />
      )}
    </>
  );
}

function useRowWork(notices: Notices, forget: (id: number) => void) {
  const reload = useReload(purchases.list);
  const duplicate = useDuplicate(notices);
  return {
    reload,
    remove: (order: OrderRow) =>
      void removeAfterConfirming(notices, {
        question: `Delete the draft ${order.po_number}?`,
        send: () => request(purchases.remove, { params: { id: order.id }, shownInPlace: true }),
        failure: 'The order could not be deleted.',
        onDone: () => {
          forget(order.id);
          reload();
        },
      }),
    duplicate,
  };
}

const OrderFilters = ({ list }: { list: ListStateOf<typeof purchases.list> }) => (
  <>
    <SearchFilter list={list} placeholder="Search by PO number, supplier, reference" />
    <SupplierFilter list={list} />
    <SelectFilter
      list={list}
      name="status"
      label="Status"
      all="All Status"
      options={optionsFrom(purchaseOrderStatusNames)}
    />
    <SelectFilter
      list={list}
      name="paid_status"
      label="Payment"
      all="All payments"
      options={optionsFrom(paidStatusNames)}
    />
    <DateRangeFilter list={list} />
    <MoreFilters list={list} names={['open', 'approval', 'late']}>
      <SelectFilter
        list={list}
        name="open"
        label="Open"
        all="Open and closed"
        options={[{ value: 'yes', label: 'Open' }]}
      />
      <SelectFilter
        list={list}
        name="approval"
        label="Approval"
        all="Any approval"
        options={[{ value: 'waiting', label: 'Waiting for approval' }]}
      />
      <SelectFilter
        list={list}
        name="late"
        label="Delivery"
        all="Any delivery"
        options={[{ value: 'yes', label: 'Overdue' }]}
      />
    </MoreFilters>
    <Totals list={list} />
  </>
);

/** Totals of the committed orders in the list, across all pages. */
function Totals({ list }: { list: ListStateOf<typeof purchases.list> }) {
  const { data: totals, isError } = useQuery(orderTotals(list.query));
  if (isError) return null;
  return (
    <ListTotals
      sums={[
        ['Value of orders', totals?.owed],
        ['Paid on orders', totals?.paid],
        ['Remaining', totals?.outstanding],
        ['Not yet received', totals?.to_come],
      ]}
    />
  );
}
