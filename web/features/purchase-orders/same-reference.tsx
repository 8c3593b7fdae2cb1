import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { useAccess } from '../../platform/access';
import { openOrdersByText } from './purchase-orders.queries';

type Props = {
  /** The order being edited; null for a new one. */
  orderId: number | null;
  supplier: { readonly id: number } | null;
  reference: string;
};

/** Warns that another open order of the supplier has the same reference: it may have been entered twice. */
export function SameReference({ orderId, supplier, reference }: Props) {
  const { canCall } = useAccess();
  const [text] = useDebouncedValue(reference.trim(), 300);
  const { data } = useQuery({
    ...openOrdersByText(supplier?.id, text),
    enabled: supplier !== null && text !== '' && canCall(purchases.list),
  });
  const same = data?.data.filter(
    order => order.id !== orderId && order.reference?.trim().toLowerCase() === text.toLowerCase(),
  );
  return (
    <span role="status">
      {same && same.length > 0 && (
        <span className="line-warning">
          {same.map(({ po_number }) => po_number).join(', ')} {same.length === 1 ? 'has' : 'have'} the same
          reference. Check that this order has not been entered already.
        </span>
      )}
    </span>
  );
}
