import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { useAccess } from '../../platform/access';
import { useReload } from '../../platform/list-page-query';
import { toast } from '../../platform/notices';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { BackButton } from '../../ui/page-link';
import { OrderOrReason } from './order-or-reason';
import { PurchaseOrderForm } from './purchase-order-form';

/** Adds an order as a draft, then shows it to those who may see orders; the others add the next one. */
export function PurchaseOrderCreatePage() {
  usePageTitle('Add Purchase Order');
  const ways = useWays();
  const [added, setAdded] = useState(0);
  return (
    <>
      <PageHeader title="Add Purchase Order" actions={<BackToOrders />} />
      <NoticeAlert notices={ways.notices} />
      <PurchaseOrderForm
        key={added}
        order={null}
        onSaved={order => {
          setAdded(added + 1);
          ways.saved(order);
        }}
        onCancel={ways.toList}
      />
    </>
  );
}

/** Edits a draft or revises an order, then shows it to those who may see orders. */
export const PurchaseOrderEditPage = () => (
  <OrderOrReason title="Edit Purchase Order">{order => <Edit order={order} />}</OrderOrReason>
);

function Edit({ order }: { order: OrderDetail }) {
  usePageTitle(`Edit ${order.po_number}`);
  const ways = useWays();
  const title = order.status === 'draft' ? 'Edit Purchase Order' : 'Revise Purchase Order';
  return (
    <>
      <PageHeader
        title={title}
        detail={`${order.po_number} · ${order.supplier.name}`}
        actions={<BackToOrders />}
      />
      <NoticeAlert notices={ways.notices} />
      {order.can.edit.allowed ? (
        <PurchaseOrderForm
          key={ways.mayView ? order.id : order.version}
          order={order}
          onSaved={ways.saved}
          onCancel={() => ways.show(order)}
        />
      ) : (
        <p>{order.can.edit.reason}</p>
      )}
    </>
  );
}

function useWays() {
  const navigate = useNavigate();
  const reload = useReload(purchases.list.path);
  const notices = useNotice();
  const mayView = useAccess().can('view_purchaseorder');
  const toList = () => void navigate({ to: mayView ? '/purchases' : '/' });
  const show = ({ id }: OrderDetail) =>
    mayView ? void navigate({ to: '/purchases/$id', params: { id: String(id) } }) : toList();
  return {
    notices,
    mayView,
    toList,
    show,
    saved: (order: OrderDetail) => {
      reload();
      const words = `${order.po_number} is saved.`;
      if (!mayView) return notices.succeeded(words);
      toast.success(words);
      show(order);
    },
  };
}

/** Back to the list, for those who may see it. */
export const BackToOrders = () =>
  useAccess().can('view_purchaseorder') ? <BackButton to="/purchases">Back to List</BackButton> : null;
