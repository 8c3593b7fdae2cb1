import * as z from 'zod';
import { type ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import { paymentMethod } from '#domain/payments/payment.status';
import { request } from '../../platform/api';
import { useLastChoice } from '../../platform/last-choice';
import { today } from '../../ui/form/dated-fields';
import { type DocumentForm, useDocumentForm } from '../../ui/lines/use-document-form';
import type { PickedFiles } from '../../ui/files/use-picked-files';
import {
  blankLine,
  bodyOf,
  type ExpenseFormValues,
  formValuesOf,
  type LineValues,
} from './expense-form-values';
import { expenseLineRules } from './expense-line-rules';
import type { ExpenseChoices } from './use-expense-choices';

type Options = {
  expense: ExpenseDetail | null;
  picked: PickedFiles | null;
  choices: ExpenseChoices | undefined;
  onSaved: (expense: ExpenseDetail, submits: boolean) => void | Promise<void>;
};

/** The form of an expense. The receipts of a new one are not kept with its draft. */
export function useExpenseForm({
  expense,
  picked,
  choices,
  onSaved,
}: Options): DocumentForm<ExpenseFormValues, LineValues> {
  const [lastMethod, keepMethod] = useLastChoice('expense-paid-by', paymentMethod.options, 'credit_card');
  const call = expense ? expenses.update : expenses.create;
  const document: DocumentForm<ExpenseFormValues, LineValues> = useDocumentForm<
    ExpenseFormValues,
    LineValues,
    ExpenseDetail
  >({
    draft: { of: 'expense', id: expense?.id ?? 'new' },
    record: () => ({ ...formValuesOf(expense, today()), ...(!expense && { payment_method: lastMethod }) }),
    blankLine,
    schema: z.preprocess(values => bodyOf(values as ExpenseFormValues), call.body),
    lineFields: { lines: expenseLineRules(choices) },
    send: (values, idempotencyKey) =>
      expense
        ? request(expenses.update, { params: { id: expense.id }, body: bodyOf(values), shownInPlace: true })
        : request(expenses.create, {
            body: { ...bodyOf(values), ...submitting(values, picked) },
            idempotencyKey,
            shownInPlace: true,
          }),
    onDone: saved => {
      if (!expense && saved.payment_method) keepMethod(saved.payment_method);
      return onSaved(saved, document.form.form.getValues().submits);
    },
    besides: picked ? [picked.files.length > 0] : [],
    failure: 'The expense could not be saved. Try again.',
    valuesOfCurrent: row => formValuesOf(z.decode(expenses.update.reply, row as never), today()),
  });
  return document;
}

/** Saved and submitted in one request; if receipts come first, other errors are shown now. */
const submitting = ({ submits }: ExpenseFormValues, picked: PickedFiles | null) =>
  submits
    ? { submit: picked && picked.files.length > 0 ? ('after_receipts' as const) : ('now' as const) }
    : {};
