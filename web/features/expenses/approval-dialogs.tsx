import { Modal, TextInput } from '@mantine/core';
import { type ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import { formatPounds } from '#domain/kernel/money';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { DatedFields, today } from '../../ui/dated-fields';
import { Form, useContractForm } from '../../ui/form';
import { numberOf } from './expense-columns';
import '../../ui/dialog-lines.css';

export type DialogProps = {
  expense: ExpenseDetail;
  onClose: () => void;
  onDone: (message: string) => void;
};

/**
 * Approves an expense that someone else entered: posted today or, with permission and a reason, backdated.
 */
export function ApproveExpenseDialog({ expense, onClose, onDone }: DialogProps) {
  const canBackdate = useAccess().can('backdate') && expense.till === null;
  const form = useContractForm({
    schema: expenses.approve.body,
    initial: { business_date: today(), date_reason: '', version: expense.version },
    send: (body, idempotencyKey) =>
      request(expenses.approve, { params: { id: expense.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: ({ status }) =>
      onDone(`${numberOf(expense)} ${status === 'paid' ? 'approved and paid' : 'approved'}.`),
    failure: 'The expense could not be approved.',
  });
  return (
    <Modal opened onClose={() => form.busy || onClose()} title={`Approve ${numberOf(expense)}`}>
      <Form form={form} submitLabel="Approve" onCancel={onClose}>
        <p className="dialog-note">
          {formatPounds(expense.gross)} for {expense.description} will be posted. {afterwards(expense)}
        </p>
        {canBackdate && <DatedFields form={form.form} name="business_date" label="Posted on" />}
      </Form>
    </Modal>
  );
}

function afterwards({ settlement, supplier, creator }: ExpenseDetail): string {
  if (settlement === 'firm_paid') return 'It is marked as paid.';
  if (settlement === 'own_money') return `It is owed to ${creator.name} until it is reimbursed.`;
  return supplier ? `It is owed to ${supplier.name} until it is paid.` : 'It is owed until it is paid.';
}

/** Rejects an expense that someone else entered, with a reason. */
export function RejectExpenseDialog({ expense, onClose, onDone }: DialogProps) {
  const form = useContractForm({
    schema: expenses.reject.body,
    initial: { reason: '', version: expense.version },
    send: (body, idempotencyKey) =>
      request(expenses.reject, { params: { id: expense.id }, body, idempotencyKey, shownInPlace: true }),
    onDone: () => onDone(`${numberOf(expense)} rejected.`),
    failure: 'The expense could not be rejected.',
  });
  return (
    <Modal opened onClose={() => form.busy || onClose()} title={`Reject ${numberOf(expense)}`}>
      <Form form={form} submitLabel="Reject" onCancel={onClose}>
        <p className="dialog-note">
          It goes back to {expense.creator.name}, who can change it and submit it again.
        </p>
        <TextInput
          label="Reason"
          required
          maxLength={300}
          data-autofocus
          {...form.form.getInputProps('reason')}
        />
      </Form>
    </Modal>
  );
}
