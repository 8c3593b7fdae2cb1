import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import * as z from 'zod';
import { type ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import type { BodySent } from '#domain/kernel/call';
import { formatDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { useShownRecord } from '../../platform/use-shown-record';
import { DatedFields, today } from '../../ui/form/dated-fields';
import { useContractForm } from '../../ui/form/form';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { ReasonDialog } from '../../ui/dialogs/reason-dialog';
import { usePostingDay } from '../supplier-documents';
import { numberOf } from './expense-columns';
import { expenseById } from './expenses.queries';
import '../../ui/lines/dialog-lines.css';

export type DialogProps = {
  expense: ExpenseDetail;
  onClose: () => void;
  onDone: (message: string) => void;
};

/**
 * Approves an expense that someone else entered. What is to be paid posts on its own date (rule P13), anything else today
 * or, with permission and a reason, backdated.
 */
export function ApproveExpenseDialog({ expense: opened, onClose, onDone }: DialogProps) {
  const [expense, reloadOnConflict] = useShownRecord(expenseById(opened.id), opened, now => now);
  const isToPay = expense.settlement === 'to_pay';
  const canBackdate = useAccess().can('backdate') && expense.till === null && !isToPay;
  const form = useContractForm<DayValues, ExpenseDetail>({
    schema: z.preprocess(values => bodyOf(values as DayValues), expenses.approve.body),
    initial: { business_date: canBackdate ? today() : '', date_reason: '' },
    send: (values, idempotencyKey) =>
      reloadOnConflict(
        request(expenses.approve, {
          params: { id: expense.id },
          body: { ...bodyOf(values), version: expense.version },
          idempotencyKey,
          shownInPlace: true,
        }),
      ),
    onDone: ({ status }) =>
      onDone(`${numberOf(expense)} ${status === 'paid' ? 'approved and paid' : 'approved'}.`),
    failure: 'The expense could not be approved.',
  });
  return (
    <FormDialog
      title={`Approve ${numberOf(expense)}`}
      note={`${formatPounds(expense.gross)} for ${expense.description} will be posted. ${afterwards(expense)}`}
      form={form}
      submitLabel="Approve"
      onClose={onClose}
    >
      {isToPay && <DayOfDocument form={form.form} date={expense.expense_date} />}
      {canBackdate && <DatedFields form={form.form} name="business_date" label="Posted on" />}
    </FormDialog>
  );
}

type DayValues = { business_date: string; date_reason: string };

const bodyOf = ({ business_date, ...values }: DayValues): BodySent<typeof expenses.approve> => ({
  ...values,
  ...(business_date !== '' && { business_date }),
});

/** The day that it posts on, and the reason that a date far back needs. */
function DayOfDocument({ form, date }: { form: UseFormReturnType<DayValues>; date: string }) {
  const day = usePostingDay(date);
  const canBackdate = useAccess().can('backdate');
  if (day?.needs_reason && !canBackdate)
    return (
      <p className="dialog-note">
        {`It is dated ${formatDate(date)}, more than 30 days ago. Only someone who may backdate can approve it.`}
      </p>
    );
  return (
    <>
      <p className="dialog-note">{day?.note ?? `It is posted on its own date, ${formatDate(date)}.`}</p>
      {(day?.needs_reason || Boolean(form.errors.date_reason)) && (
        <TextInput
          label="Reason for backdating"
          description="More than 30 days ago"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          maxLength={300}
          {...form.getInputProps('date_reason')}
        />
      )}
    </>
  );
}

function afterwards({ settlement, supplier, creator }: ExpenseDetail): string {
  if (settlement === 'firm_paid') return 'It is marked as paid.';
  if (settlement === 'own_money') return `It is owed to ${creator.name} until it is reimbursed.`;
  return supplier ? `It is owed to ${supplier.name} until it is paid.` : 'It is owed until it is paid.';
}

/** Rejects an expense that someone else entered, with a reason. */
export const RejectExpenseDialog = ({ expense, onClose, onDone }: DialogProps) => (
  <ReasonDialog
    title={`Reject ${numberOf(expense)}`}
    note={`It goes back to ${expense.creator.name}, who can change it and submit it again.`}
    submitLabel="Reject"
    schema={expenses.reject.body}
    version={expense.version}
    send={(body, idempotencyKey) =>
      request(expenses.reject, { params: { id: expense.id }, body, idempotencyKey, shownInPlace: true })
    }
    onDone={() => onDone(`${numberOf(expense)} rejected.`)}
    failure="The expense could not be rejected."
    onClose={onClose}
  />
);
