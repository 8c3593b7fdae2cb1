import { TextInput } from '@mantine/core';
import * as z from 'zod';
import { type ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import type { BodySent } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { request } from '../../platform/api';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { CashFields, cashSent } from './cash-fields';
import type { DialogProps } from './approval-dialogs';
import { numberOf } from './expense-columns';
import { useExpenseChoices } from './use-expense-choices';
import '../../ui/lines/dialog-lines.css';

type Values = {
  payment_method: string;
  session_id: string;
  business_date: string;
  date_reason: string;
  reference: string;
};

/** Pays an approved expense, or reimburses the employee who paid it. */
export function PayExpenseDialog({ expense, onClose, onDone }: DialogProps) {
  const choices = useExpenseChoices();
  const form = useContractForm<Values, ExpenseDetail>({
    schema: z.preprocess(values => bodyOf(values as Values), expenses.pay.body),
    initial: {
      payment_method: 'bank_transfer',
      session_id: '',
      business_date: today(),
      date_reason: '',
      reference: '',
    },
    send: (values, idempotencyKey) =>
      request(expenses.pay, {
        params: { id: expense.id },
        body: bodyOf(values),
        idempotencyKey,
        shownInPlace: true,
      }),
    onDone: () => onDone(`${numberOf(expense)} paid.`),
    failure: 'The expense could not be paid.',
  });
  const isClaim = expense.settlement === 'own_money';
  return (
    <FormDialog
      title={`${isClaim ? 'Reimburse' : 'Pay'} ${numberOf(expense)}`}
      size="lg"
      note={wordsOf(expense)}
      isDocument
      form={form}
      submitLabel={isClaim ? 'Reimburse' : 'Pay'}
      onClose={onClose}
    >
      <div className="form-columns">
        <CashFields form={form.form} choices={choices} />
        <DatedFields form={form.form} name="business_date" label="Paid on" />
        <TextInput label="Reference" maxLength={100} {...form.form.getInputProps('reference')} />
      </div>
    </FormDialog>
  );
}

function wordsOf({ outstanding, gross, settlement, supplier, creator }: ExpenseDetail): string {
  if (outstanding === 0)
    return 'Payments to the supplier have already settled this. It is marked as paid, and no money moves.';
  const payee = settlement === 'own_money' ? creator.name : (supplier?.name ?? 'the person it is owed to');
  const rest = outstanding < gross ? `, the rest of ${formatPounds(gross)},` : '';
  return `${formatPounds(outstanding)}${rest} is paid to ${payee}.`;
}

const bodyOf = (values: Values): BodySent<typeof expenses.pay> => ({
  ...cashSent(values),
  business_date: values.business_date,
  date_reason: values.date_reason,
  reference: values.reference,
});
