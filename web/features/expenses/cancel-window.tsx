import { Modal, NativeSelect, TextInput } from '@mantine/core';
import * as z from 'zod';
import { type ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import { isPosted } from '#domain/expenses/expense.status';
import type { BodySent } from '#domain/kernel/call';
import { request } from '../../platform/api';
import { Form, useContractForm } from '../../ui/form';
import { tillOptions } from './cash-fields';
import type { WindowProps } from './decide-windows';
import { numberOf } from './expense-columns';
import { useExpenseChoices } from './use-expense-choices';
import '../../ui/dialog-lines.css';

type Values = { reason: string; session_id: string };

/** Cancels an expense: what is in the books of it is posted back. */
export function CancelWindow({ expense, onClose, onDone }: WindowProps) {
  const choices = useExpenseChoices();
  const form = useContractForm<Values, ExpenseDetail>({
    schema: z.preprocess(values => bodyOf(values as Values), expenses.cancel.body),
    initial: { reason: '', session_id: '' },
    send: (values, idempotencyKey) =>
      request(expenses.cancel, {
        params: { id: expense.id },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: () => onDone(`${numberOf(expense)} is cancelled.`),
    failure: 'The expense could not be cancelled.',
  });
  const wasPosted = isPosted(expense.status);
  const fromTill = expense.status === 'paid' && expense.till !== null;
  return (
    <Modal opened onClose={() => form.busy || onClose()} title={`Cancel ${numberOf(expense)}`}>
      <Form form={form} submitLabel="Cancel the expense" onCancel={onClose}>
        <p className="dialog-note">
          {wasPosted
            ? 'Its journals are reversed today: cost, VAT and payment. It stays in the list as cancelled.'
            : 'Nothing of it is in the books. It stays in the list as cancelled.'}
        </p>
        <TextInput
          label="Reason"
          required
          maxLength={300}
          data-autofocus
          {...form.form.getInputProps('reason')}
        />
        {fromTill && (
          <NativeSelect
            label="Cash comes back to"
            required
            data={[{ value: '', label: 'Choose a till' }, ...tillOptions(choices)]}
            {...form.form.getInputProps('session_id')}
          />
        )}
      </Form>
    </Modal>
  );
}

const bodyOf = (values: Values): BodySent<typeof expenses.cancel> => ({
  reason: values.reason,
  session_id: values.session_id === '' ? null : Number(values.session_id),
});
