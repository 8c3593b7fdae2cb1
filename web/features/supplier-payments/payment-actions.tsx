import { Ban, Check, CircleX } from 'lucide-react';
import { useRef } from 'react';
import { formatPounds } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import type { Notices } from '../../ui/notice';
import { RowAction } from '../../ui/table/row-action';
import type { ListedPayment, PaymentDialogState } from './listed-payment';

type Props = {
  payment: ListedPayment;
  notices: Notices;
  onOpen: (dialog: PaymentDialogState) => void;
  onChanged: (message: string) => void;
};

/** Whether the user can complete, fail, cancel or reverse payments at all. */
export function useCanActOnPayments(): boolean {
  const { canCall } = useAccess();
  return [payments.complete, payments.fail, payments.cancel].some(canCall);
}

/** A pending payment is completed, fails or is cancelled; a completed one is reversed (rule L2). */
export function PaymentActions({ payment, notices, onOpen, onChanged }: Props) {
  const { can, canCall } = useAccess();
  const { number, amount, direction, status } = payment;
  const noun = direction === 'in' ? 'refund' : 'payment';
  const name = number ?? formatPounds(Math.abs(amount));
  const isPending = status === 'pending';
  const canCancel = can(isPending ? 'create_payment' : 'reverse_payment');
  const isUnderWay = useRef(false);
  const complete = async () => {
    if (isUnderWay.current) return;
    // It stays so once completed, until the list shows it.
    isUnderWay.current = true;
    try {
      await request(payments.complete, { params: { id: payment.id }, body: {}, shownInPlace: true });
      onChanged(direction === 'in' ? 'Refund completed.' : 'Payment completed.');
    } catch (error) {
      isUnderWay.current = false;
      const excess = error instanceof ApiError ? error.errors['confirm_excess']?.[0] : undefined;
      if (excess) onOpen({ kind: 'confirm_excess', payment, note: excess });
      else notices.failedWrite(error, `The ${noun} could not be completed.`);
    }
  };
  return (
    <span className="row-actions">
      {canCall(payments.complete) && (
        <RowAction
          icon={Check}
          label={`Complete ${noun}`}
          of={name}
          can={payment.can.complete}
          onClick={() => void complete()}
        />
      )}
      {canCall(payments.fail) && (
        <RowAction
          icon={CircleX}
          label="Mark as failed"
          of={name}
          can={payment.can.fail}
          onClick={() => onOpen({ kind: 'fail_payment', payment })}
        />
      )}
      {canCancel && (
        <RowAction
          icon={Ban}
          label={`${isPending ? 'Cancel' : 'Reverse'} ${noun}`}
          of={name}
          danger
          can={payment.can.cancel}
          onClick={() => onOpen({ kind: 'cancel_payment', payment })}
        />
      )}
    </span>
  );
}
