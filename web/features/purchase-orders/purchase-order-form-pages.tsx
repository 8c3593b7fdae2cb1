import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { useSavedRecord } from '../../ui/use-saved-record';
import { OrderOrReason } from './order-or-reason';
import { PurchaseOrderForm } from './purchase-order-form';

/** Adds a draft order, then shows it; users who cannot view orders go on to the next one. */
export function PurchaseOrderCreatePage() {
  usePageTitle('Add purchase order');
  const options = useOrderSaved();
  return (
    <>
      <PageHeader title="Add purchase order" actions={<BackToOrders />} />
      <NoticeAlert notices={options.notices} />
      <PurchaseOrderForm
        key={options.times}
        order={null}
        onSaved={options.onSaved}
        onCancel={options.toList}
      />
    </>
  );
}

/** Edits a draft or revises an order, then shows it to users who can view orders. */
export const PurchaseOrderEditPage = () => (
  <OrderOrReason title="Edit Purchase Order">{order => <Edit order={order} />}</OrderOrReason>
);

function Edit({ order }: { order: OrderDetail }) {
  usePageTitle(`Edit ${order.po_number}`);
  const options = useOrderSaved();
  const title = order.status === 'draft' ? 'Edit Purchase Order' : 'Revise Purchase Order';
  return (
    <>
      <PageHeader
        title={title}
        detail={`${order.po_number} · ${order.supplier.name}`}
        actions={<BackToOrders />}
      />
      <NoticeAlert notices={options.notices} />
      {order.can.edit.allowed ? (
        <PurchaseOrderForm
          key={options.canOpenPage(order) ? order.id : order.version}
          order={order}
          onSaved={options.onSaved}
          onCancel={() => options.toPage(order)}
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
    words: ({ po_number }) => `${po_number} is saved.`,
  });

/** Back to the list, for users who can see it. */
export const BackToOrders = () => <BackButton to="/purchases">Back to List</BackButton>;
