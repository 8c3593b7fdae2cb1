import type { ReactNode } from 'react';
import type { OrderDetail } from '#domain/purchase-orders/purchase-order.contract';
import type { RecordList } from '../../platform/queries';
import { BackButton } from '../../ui/page-link';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { orderById } from './purchase-orders.queries';

type Props = {
  title?: string;
  list?: RecordList;
  isForEdit?: boolean;
  children: (order: OrderDetail) => ReactNode;
};

/** Back to the list, with permission to see it. */
export const BackToOrders = () => <BackButton to="/purchases">Back to List</BackButton>;

/** Loads the order in the address and shows it, or the reason it cannot. */
export const OrderOrReason = ({ title = 'Purchase Order', ...props }: Props) => (
  <RecordOrReason record={orderById} noun="purchase order" title={title} back={<BackToOrders />} {...props} />
);
