import * as z from 'zod';
import { type ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import type { BodySent } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { request } from '../../platform/api';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { TillForCash } from './cash-fields';
import type { DialogProps } from './approval-dialogs';
import { numberOf } from './expense-columns';
import { useExpenseChoices } from './use-expense-choices';
import '../../ui/lines/dialog-lines.css';

type Values = { session_id: string };

/** Records that the money paid for a cancelled expense was returned. */
export function MoneyReturnedDialog({ expense, onClose, onDone }: DialogProps) {
  const choices = useExpenseChoices();
  const amount = formatPounds(expense.owed_back);
  const form = useContractForm<Values, ExpenseDetail>({
    schema: z.preprocess(values => bodyOf(values as Values), expenses.moneyBack.body),
    initial: { session_id: '' },
    send: (values, idempotencyKey) =>
      request(expenses.moneyBack, {
        params: { id: expense.id },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: () => onDone(`${amount} of ${numberOf(expense)} returned.`),
    failure: 'The return could not be recorded. Try again.',
  });
  return (
    <FormDialog
      title={`Money returned for ${numberOf(expense)}`}
      note={`${amount} is recorded as returned today.`}
      form={form}
      submitLabel="Record return"
      onClose={onClose}
    >
      {expense.paid_from_tills > 0 && <TillForCash expense={expense} choices={choices} form={form.form} />}
    </FormDialog>
  );
}

const bodyOf = (values: Values): BodySent<typeof expenses.moneyBack> => ({
  session_id: values.session_id === '' ? null : Number(values.session_id),
});
