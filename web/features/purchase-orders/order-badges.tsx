import {
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

export const PaidBadge = ({ status }: { status: PaidStatus }) => (
  <Badge tone={paidTones[status]}>{paidStatusNames[status]}</Badge>
);

/** The draft, or a revision of it, needs approval. */
export const WaitingBadge = () => <Badge tone="warning">Waiting for approval</Badge>;

/** The expected delivery date has passed and goods are outstanding. */
export const OverdueBadge = () => <Badge tone="danger">Overdue</Badge>;
