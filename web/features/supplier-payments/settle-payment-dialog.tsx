import { formatPounds } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form';
import { FormDialog, ReasonField } from '../../ui/form-dialog';
import type { ListedPayment } from './listed-payment';

const kinds = {
  cancel: {
    call: payments.cancel,
    out: {
      title: 'Cancel payment',
      detail:
        'A pending payment is cancelled. A completed payment is reversed in the books and stays on record; what it paid is owed again.',
      submit: 'Cancel payment',
      done: 'Payment cancelled.',
    },
    in: {
      title: 'Cancel refund',
      detail:
        'A pending refund is cancelled. A completed refund is reversed in the books and stays on record; what it repaid is credit with the supplier again.',
      submit: 'Cancel refund',
      done: 'Refund cancelled.',
    },
  },
  fail: {
    call: payments.fail,
    out: {
      title: 'Payment failed',
      detail: 'The payment did not go through. Nothing was paid.',
      submit: 'Mark as failed',
      done: 'Payment marked as failed.',
    },
    in: {
      title: 'Refund failed',
      detail: 'The refund did not arrive. Nothing was repaid.',
      submit: 'Mark as failed',
      done: 'Refund marked as failed.',
    },
  },
} as const;

type Props = {
  payment: ListedPayment;
  kind: keyof typeof kinds;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Cancels or fails a pending payment or refund, or reverses a completed one. The reason is kept. */
export function SettlePaymentDialog({ payment, kind, onClose, onDone }: Props) {
  const { call } = kinds[kind];
  const { title, detail, submit, done } = kinds[kind][payment.direction];
  const form = useContractForm({
    schema: call.body,
    initial: { reason: '' },
    send: (body, idempotencyKey) =>
      request(call, { params: { id: payment.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: () => onDone(done),
    failure: 'Error',
  });
  return (
    <FormDialog
      title={`${title} of ${formatPounds(Math.abs(payment.amount))}`}
      note={detail}
      isDocument
      form={form}
      submitLabel={submit}
      onClose={onClose}
    >
      <ReasonField form={form.form} />
    </FormDialog>
  );
}
