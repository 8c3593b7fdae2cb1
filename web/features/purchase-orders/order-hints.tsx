import { Alert, Button, Group } from '@mantine/core';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { freeLinesWords } from '#domain/purchase-orders/free-lines';
import { type OrderDetail, purchases } from '#domain/purchase-orders/purchase-order.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import type { Notices } from '../../ui/notice';
import type { OrderDialogState } from './order-dialogs';

type Props = {
  order: OrderDetail;
  notices: Notices;
  onOpen: (dialog: OrderDialogState) => void;
  onChanged: (message: string) => void;
};

/** What stops the order's next step, with buttons for users who can resolve it. */
export function OrderHints(props: Props) {
  const { order } = props;
  const { canCall } = useAccess();
  if (order.status === 'cancelled')
    return (
      <Hint>{order.cancel_reason ? `Cancelled: ${order.cancel_reason}` : 'This order is cancelled.'}</Hint>
    );
  const words = approvalWords(order);
  if (words !== null)
    return (
      <Hint action={<ApprovalButtons {...props} />}>
        {words} {ownApprovalWords(order)}
      </Hint>
    );
  if (order.status !== 'draft' || !canCall(purchases.send)) return null;
  const { send } = order.can;
  const sentence = send.allowed ? freeLinesWords(order.lines) : send.reason;
  return sentence ? <Hint>{sentence}</Hint> : null;
}

/** What needs approval; null when nothing does. */
function approvalWords({ waiting_revision, approval_asked, total_amount, can }: OrderDetail): string | null {
  if (waiting_revision)
    return `A revision to ${formatPounds(waiting_revision.total)} is waiting for approval. The order stays at ${formatPounds(total_amount)} until then.`;
  if (approval_asked) return `${approval_asked.by} has asked for approval of this order.`;
  return can.approve.allowed || can.ask_approval.allowed
    ? 'This order is above the limit and needs approval before it is sent.'
    : null;
}

/** Why a user with permission cannot approve this order: they entered it. */
const ownApprovalWords = ({ can: { approve } }: OrderDetail) => (approve.is_own ? approve.reason : null);

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

function ApprovalButtons({ order, notices, onOpen, onChanged }: Props) {
  const [busy, setBusy] = useState(false);
  const { can, po_number, version } = order;
  const attempt = (work: () => Promise<unknown>, done: string, failure: string) => async () => {
    setBusy(true);
    try {
      await work();
      onChanged(done);
    } catch (error) {
      notices.failedWrite(error, failure);
    } finally {
      setBusy(false);
    }
  };
  const params = { id: order.id };
  const approve = attempt(
    () => request(purchases.approve, { params, body: { version }, shownInPlace: true }),
    `${po_number} approved.`,
    'The order could not be approved.',
  );
  const ask = attempt(
    () => request(purchases.askApproval, { params, shownInPlace: true }),
    `Approval of ${po_number} has been requested.`,
    'Approval could not be requested.',
  );
  return (
    <Group gap={8}>
      {can.reject_approval.allowed && (
        <Button size="xs" variant="default" onClick={() => onOpen({ kind: 'reject_approval' })}>
          {can.approve.allowed ? 'Reject' : 'Withdraw'}
        </Button>
      )}
      {can.approve.allowed ? (
        <Button size="xs" loading={busy} onClick={() => void approve()}>
          Approve
        </Button>
      ) : (
        can.ask_approval.allowed && (
          <Button size="xs" loading={busy} onClick={() => void ask()}>
            Ask for approval
          </Button>
        )
      )}
    </Group>
  );
}
