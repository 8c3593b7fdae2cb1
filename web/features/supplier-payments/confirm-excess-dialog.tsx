import { formatPounds, type Pence } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';

type Props = {
  payment: { id: number; amount: Pence };
  /** Why it needs confirming, in the words of the server. */
  note: string;
  onClose: () => void;
  onDone: (message: string) => void;
};

/** Completes a pending payment although its order needs less by now (rule P5). */
export function ConfirmExcessDialog({ payment, note, onClose, onDone }: Props) {
  const form = useContractForm({
    schema: payments.complete.body,
    initial: { confirm_excess: true },
    send: (body, idempotencyKey) =>
      request(payments.complete, { params: { id: payment.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: () => onDone('Payment completed.'),
    failure: 'The payment could not be completed.',
  });
  return (
    <FormDialog
      title={`Complete payment of ${formatPounds(payment.amount)}`}
      note={note}
      form={form}
      submitLabel="Confirm and complete"
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
