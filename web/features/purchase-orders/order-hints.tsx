import { Alert, Button } from '@mantine/core';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import type { Notices } from '../../ui/notice';

type Props = { order: OrderDetail; notices: Notices; onChanged: (message: string) => void };

/** What stands between the order and its next step, with the button that removes it for whoever may. */
export function OrderHints({ order, notices, onChanged }: Props) {
  const { mayCall } = useAccess();
  if (order.status === 'cancelled')
    return (
      <Hint>{order.cancel_reason ? `Cancelled: ${order.cancel_reason}` : 'This order is cancelled.'}</Hint>
    );
  if (order.status !== 'draft') return null;
  if (order.can.approve.allowed)
    return (
      <Hint action={<ApproveButton order={order} notices={notices} onChanged={onChanged} />}>
        This order is above the limit, so it waits for approval before it is sent.
      </Hint>
    );
  const { send } = order.can;
  return mayCall(purchases.send) && !send.allowed && send.reason ? <Hint>{send.reason}</Hint> : null;
}

const Hint = ({ children, action }: { children: React.ReactNode; action?: React.ReactNode }) => (
  <Alert
    role="status"
    color="yellow"
    variant="light"
    mb={12}
    icon={<Info size={18} />}
    styles={{ message: { color: 'var(--mantine-color-text)' } }}
  >
    <div className="order-hint">
      {children}
      {action}
    </div>
  </Alert>
);

function ApproveButton({ order, notices, onChanged }: Props) {
  const [busy, setBusy] = useState(false);
  const approve = async () => {
    setBusy(true);
    try {
      await request(purchases.approve, { params: { id: order.id }, shownInPlace: true });
      onChanged(`${order.po_number} is approved.`);
    } catch (error) {
      notices.failed(messageOf(error, 'The order could not be approved.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="xs" loading={busy} onClick={() => void approve()}>
      Approve
    </Button>
  );
}
