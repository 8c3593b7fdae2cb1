import { formatPounds, toPence } from '#domain/kernel/money';
import { payments } from '#domain/payments/payment.contract';
import { request } from '../../platform/api';
import { ApiError } from '../../platform/api-error';
import { everything, useReload } from '../../platform/reload';
import { useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';
import { type MoneyAnswer, MoneyQuestion, withMoneyAnswer } from '../../ui/dialogs/money-question';
import type { ListedPayment } from './listed-payment';

const failed = {
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
} as const;

const cancelled = {
  out: {
    isDestructive: true,
    title: 'Cancel payment',
    detail: 'It is still pending, so nothing is posted. It stays on record as cancelled.',
    submit: 'Cancel payment',
    done: 'Payment cancelled.',
  },
  in: {
    isDestructive: true,
    title: 'Cancel refund',
    detail: 'It is still pending, so nothing is posted. It stays on record as cancelled.',
    submit: 'Cancel refund',
    done: 'Refund cancelled.',
  },
} as const;

const reversed = {
  out: {
    title: 'Reverse payment',
    detail:
      'Dated today, the money returns to where it was paid from, and what it paid is owed again. Both entries stay.',
    submit: 'Reverse payment',
    done: 'Payment reversed.',
    ways: 'If it paid the wrong bill, use Remove allocation on the supplier’s ledger; it stays on account. If the supplier repays it, use Record refund.',
  },
  in: {
    title: 'Reverse refund',
    detail:
      'Dated today, the money leaves where it was received, and what it repaid is credit with the supplier again. Both entries stay.',
    submit: 'Reverse refund',
    done: 'Refund reversed.',
    ways: 'If you send it back, use Pay on the supplier’s page.',
  },
} as const;

/** A pending one is cancelled; only a completed one has moved money (rule L2). */
function wordsFor(kind: Props['kind'], { status, direction }: ListedPayment) {
  if (kind === 'fail') return failed[direction];
  return (status === 'completed' ? reversed : cancelled)[direction];
}

type Props = {
  payment: ListedPayment;
  kind: 'cancel' | 'fail';
  onClose: () => void;
  onDone: (message: string) => void;
};

type Values = MoneyAnswer & { reason: string };

/** Cancels or fails a pending payment or refund, or reverses a completed one. The reason is kept. */
export function SettlePaymentDialog({ payment, kind, onClose, onDone }: Props) {
  const reload = useReload(everything);
  const words = wordsFor(kind, payment);
  const ways = 'ways' in words ? words.ways : null;
  const amount = toPence(Math.abs(payment.amount));
  const form = useContractForm<Values, unknown>({
    schema: withMoneyAnswer(payments.cancel.body),
    initial: { reason: '', money: ways === null ? 'back' : '' },
    send: ({ reason }, idempotencyKey) => {
      const sent = { params: { id: payment.id }, idempotencyKey, shownInPlace: true };
      // A cancellation names the status that the words are about (F104).
      const settled =
        kind === 'fail'
          ? request(payments.fail, { ...sent, body: { reason } })
          : request(payments.cancel, { ...sent, body: { reason, status: payment.status } });
      return settled.catch((error: unknown) => {
        // The list behind shows what became of it.
        if (error instanceof ApiError && error.status === 409) reload();
        throw error;
      });
    },
    onDone: () => onDone(words.done),
    failure: 'Error',
  });
  return (
    <FormDialog
      title={`${words.title} of ${formatPounds(amount)}`}
      note={words.detail}
      isDocument
      form={form}
      submitLabel={words.submit}
      isDestructive={'isDestructive' in words}
      isBlocked={form.form.values.money === 'kept'}
      onClose={onClose}
    >
      <ReasonField form={form.form} />
      {ways !== null && (
        <MoneyQuestion
          amount={amount}
          isOut={payment.direction === 'out'}
          payee="the supplier"
          ways={ways}
          field={form.form.getInputProps('money')}
        />
      )}
    </FormDialog>
  );
}
