import { Stack } from '@mantine/core';
import * as z from 'zod';
import { type ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import { isPosted } from '#domain/expenses/expense.status';
import type { BodySent } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form/form';
import { FormDialog, ReasonField } from '../../ui/dialogs/form-dialog';
import { TillForCash } from './cash-fields';
import type { DialogProps } from './approval-dialogs';
import { numberOf } from './expense-columns';
import { useExpenseChoices } from './use-expense-choices';
import '../../ui/lines/dialog-lines.css';
import { Radio } from '../../ui/form/radio';

type Values = { reason: string; session_id: string; money_back: '' | 'yes' | 'no' };

/** Cancels an expense and reverses its postings. */
export function CancelExpenseDialog({ expense, onClose, onDone }: DialogProps) {
  const choices = useExpenseChoices();
  const form = useContractForm<Values, ExpenseDetail>({
    schema: z.preprocess(values => bodyOf(values as Values), expenses.cancel.body),
    initial: { reason: '', session_id: '', money_back: '' },
    send: (values, idempotencyKey) =>
      request(expenses.cancel, {
        params: { id: expense.id },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: () => onDone(`${numberOf(expense)} cancelled.`),
    failure: 'The expense could not be cancelled.',
  });
  const wasPosted = isPosted(expense.status);
  // One that is owed again may have been paid in part.
  const wasPaid = wasPosted && expense.paid > 0;
  const fromTill = expense.paid_from_tills > 0 && form.form.values.money_back === 'yes';
  return (
    <FormDialog
      title={`Cancel ${numberOf(expense)}`}
      note={[
        wasPosted ? 'Its cost and VAT are reversed today.' : 'It has not been posted.',
        'It stays in the list as cancelled.',
        ...(recurs(expense) ? ['It will no longer recur. To go on, make another expense recurring.'] : []),
      ].join(' ')}
      isDocument
      form={form}
      submitLabel="Cancel expense"
      isDestructive
      onClose={onClose}
    >
      <ReasonField form={form.form} />
      {wasPaid && (
        <Radio.Group
          label={`Was the ${formatPounds(expense.paid)} returned?`}
          required
          {...form.form.getInputProps('money_back')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="yes" label="Yes, reverse the payment" />
            <Radio value="no" label={`No, ${owedBy(expense)}`} />
          </Stack>
        </Radio.Group>
      )}
      {fromTill && <TillForCash expense={expense} choices={choices} form={form.form} />}
    </FormDialog>
  );
}

/** Whether drafts are still created like this one. */
const recurs = ({ recurring }: ExpenseDetail): boolean =>
  recurring !== null && recurring.made_like === null && recurring.next_on !== null;

const owedBy = ({ settlement, creator, supplier }: ExpenseDetail): string => {
  if (settlement === 'own_money') return `${creator.name} owes it`;
  if (settlement === 'to_pay' && supplier) return `${supplier.name} keeps it as credit`;
  return 'it is still owed to you';
};

const bodyOf = (values: Values): BodySent<typeof expenses.cancel> => ({
  reason: values.reason,
  session_id: values.session_id === '' || values.money_back === 'no' ? null : Number(values.session_id),
  money_back: values.money_back === '' ? null : values.money_back,
});
