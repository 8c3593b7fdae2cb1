import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { request } from '../../platform/api';
import { ReasonDialog } from '../../ui/dialogs/reason-dialog';

const kinds = {
  cancel: {
    call: purchases.cancel,
    title: 'Cancel',
    detail: 'No goods have been received. The order stays in the list as cancelled.',
    submit: 'Cancel the order',
    done: 'cancelled.',
  },
  close_short: {
    call: purchases.closeShort,
    title: 'Close short',
    detail: 'Cancels the quantity still outstanding. The order total drops to what was received.',
    submit: 'Close short',
    done: 'closed short.',
  },
  reject_approval: {
    call: purchases.rejectApproval,
    title: 'Reject or withdraw',
    detail: 'A draft stays a draft. A sent order stays as last approved.',
    submit: 'Reject',
    done: 'is no longer waiting for approval.',
  },
  reopen: {
    call: purchases.reopen,
    title: 'Reopen',
    detail: 'The quantity closed short becomes outstanding again.',
    submit: 'Reopen',
    done: 'reopened.',
  },
} as const;

type Props = {
  order: { id: number; po_number: string };
  kind: keyof typeof kinds;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Changes an order's status. */
export function OrderReasonDialog({ order, kind, onClose, onDone }: Props) {
  const { call, title, detail, submit, done } = kinds[kind];
  return (
    <ReasonDialog
      title={`${title} ${order.po_number}`}
      note={detail}
      submitLabel={submit}
      isDestructive={kind === 'cancel'}
      schema={call.body}
      send={(body, idempotencyKey) =>
        request(call, { params: { id: order.id }, body, idempotencyKey, shownInPlace: true })
      }
      onDone={() => onDone(`${order.po_number} ${done}`)}
      failure="Error"
      onClose={onClose}
    />
  );
}
