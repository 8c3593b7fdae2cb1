import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { useSavedRecord } from '../../ui/form/use-saved-record';
import { BackToOrders, OrderOrReason } from './order-or-reason';
import { PurchaseOrderForm } from './purchase-order-form';

/** Adds a draft order, then shows it; users who cannot view orders go on to the next one. */
export function PurchaseOrderCreatePage() {
  usePageTitle('Add purchase order');
  const afterSave = useOrderSaved();
  return (
    <>
      <PageHeader title="Add purchase order" actions={<BackToOrders />} />
      <NoticeAlert notices={afterSave.notices} />
      <PurchaseOrderForm
        key={afterSave.times}
        order={null}
        onSaved={afterSave.onSaved}
        onCancel={afterSave.toList}
      />
    </>
  );
}

/** Edits a draft or revises an order, then shows it to users who can view orders. */
export const PurchaseOrderEditPage = () => (
  <OrderOrReason title="Edit Purchase Order" isForEdit>
    {order => <Edit order={order} />}
  </OrderOrReason>
);

function Edit({ order }: { order: OrderDetail }) {
  usePageTitle(`Edit ${order.po_number}`);
  const afterSave = useOrderSaved();
  const title = order.status === 'draft' ? 'Edit Purchase Order' : 'Revise Purchase Order';
  return (
    <>
      <PageHeader
        title={title}
        detail={`${order.po_number} · ${order.supplier.name}`}
        actions={<BackToOrders />}
      />
      <NoticeAlert notices={afterSave.notices} />
      {order.can.edit.allowed ? (
        <PurchaseOrderForm
          key={afterSave.canOpenPage(order) ? order.id : order.version}
          order={order}
          onSaved={afterSave.onSaved}
          onCancel={() => afterSave.toPage(order)}
        />
      ) : (
        <p>{order.can.edit.reason}</p>
      )}
    </>
  );
}

const useOrderSaved = () =>
  useSavedRecord<OrderDetail>({
    read: purchases.list,
    list: '/purchases',
    page: ({ id }) => `/purchases/${id}`,
    words: ({ po_number }) => `${po_number} saved.`,
  });
