import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { useReload } from '../../platform/list-page-query';
import { toast } from '../../platform/notices';
import { usePageTitle } from '../../platform/page-title';
import { PageHeader } from '../../ui/page-header';
import { OrderOrReason } from './order-or-reason';
import { PurchaseOrderForm } from './purchase-order-form';

/** Adds an order as a draft, then shows it. */
export function PurchaseOrderCreatePage() {
  usePageTitle('Add Purchase Order');
  const { saved, toList } = useWays();
  return (
    <>
      <PageHeader title="Add Purchase Order" actions={<BackToOrders />} />
      <PurchaseOrderForm order={null} onSaved={saved} onCancel={toList} />
    </>
  );
}

/** Edits a draft or revises an order, then shows it. */
export const PurchaseOrderEditPage = () => (
  <OrderOrReason title="Edit Purchase Order">{order => <Edit order={order} />}</OrderOrReason>
);

function Edit({ order }: { order: OrderDetail }) {
  usePageTitle(`Edit ${order.po_number}`);
  const { saved, show } = useWays();
  const title = order.status === 'draft' ? 'Edit Purchase Order' : 'Revise Purchase Order';
  return (
    <>
      <PageHeader
        title={title}
        detail={`${order.po_number} · ${order.supplier.name}`}
        actions={<BackToOrders />}
      />
      {order.can.edit.allowed ? (
        <PurchaseOrderForm key={order.id} order={order} onSaved={saved} onCancel={() => show(order)} />
      ) : (
        <p>{order.can.edit.reason}</p>
      )}
    </>
  );
}

function useWays() {
  const navigate = useNavigate();
  const reload = useReload(purchases.list.path);
  const show = ({ id }: OrderDetail) => void navigate({ to: '/purchases/$id', params: { id: String(id) } });
  return {
    show,
    toList: () => void navigate({ to: '/purchases' }),
    saved: (order: OrderDetail) => {
      reload();
      toast.success(`${order.po_number} is saved.`);
      show(order);
    },
  };
}

export const BackToOrders = () => (
  <Button variant="default" leftSection={<ArrowLeft size={16} />} component={Link} to="/purchases">
    Back to List
  </Button>
);
