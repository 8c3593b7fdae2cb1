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

/** Somebody has to approve the draft, or a revision of it. */
export const WaitingBadge = () => <Badge tone="warning">Waiting for approval</Badge>;

/** The expected day has passed and goods are still missing. */
export const OverdueBadge = () => <Badge tone="danger">Overdue</Badge>;
