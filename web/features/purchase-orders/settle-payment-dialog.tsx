import { formatPounds, type Pence } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form';
import { FormDialog, ReasonField } from '../../ui/form-dialog';

const kinds = {
  cancel: {
    call: payments.cancel,
    title: 'Cancel payment',
    detail:
      'A pending payment is cancelled. A completed payment is reversed in the books and stays on record; what it paid is owed again.',
    submit: 'Cancel payment',
    done: 'Payment cancelled.',
  },
  fail: {
    call: payments.fail,
    title: 'Payment failed',
    detail: 'The payment did not go through. The order is still unpaid.',
    submit: 'Mark as failed',
    done: 'Payment marked as failed.',
  },
} as const;

type Props = {
  payment: { id: number; number: string | null; amount: Pence };
  kind: keyof typeof kinds;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Cancels or fails a pending payment, or reverses a completed one. The reason is kept. */
export function SettlePaymentDialog({ payment, kind, onClose, onDone }: Props) {
  const { call, title, detail, submit, done } = kinds[kind];
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
      title={`${title} of ${formatPounds(payment.amount)}`}
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
