import {
  hasPaidStatus,
  type PaidStatus,
  paidStatusNames,
  type PurchaseOrderStatus,
  purchaseOrderStatusNames,
} from '#domain/purchase-orders/purchase-order.status';
import { Badge } from '../../ui/badge';
import { orderTones, paidTones } from '../suppliers';

export const OrderBadge = ({ status }: { status: PurchaseOrderStatus }) => (
  <Badge tone={orderTones[status]}>{purchaseOrderStatusNames[status]}</Badge>
);

type Payable = { readonly status: PurchaseOrderStatus; readonly paid_status: PaidStatus };

export const PaidBadge = ({ order: { status, paid_status } }: { order: Payable }) =>
  hasPaidStatus(status) && <Badge tone={paidTones[paid_status]}>{paidStatusNames[paid_status]}</Badge>;

/** The draft, or a revision of it, needs approval. */
export const WaitingBadge = () => <Badge tone="warning">Waiting for approval</Badge>;

/** The expected delivery date has passed and goods are outstanding. */
export const OverdueBadge = () => <Badge tone="danger">Overdue</Badge>;
