import { Alert } from '@mantine/core';
import { type ExpenseDetail, expenseReceipts, expenses } from '#domain/expenses/expense.contract';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { toast } from '../../platform/notices';
import { usePageTitle } from '../../platform/page-title';
import { useUnsaved } from '../../platform/unsaved';
import { attachPicked } from '../../ui/files/attach-picked';
import { NoticeAlert } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { isUnanswered } from '../../ui/form/use-attempts';
import { usePickedFiles } from '../../ui/files/use-picked-files';
import { useSavedRecord } from '../../ui/form/use-saved-record';
import { BackToExpenses } from './expense-actions';
import { numberOf } from './expense-columns';
import { ExpenseForm } from './expense-form';
import { expenseById } from './expenses.queries';

/** Adds an expense as a draft, then shows it; users who may not view expenses continue with the next one. */
export function ExpenseCreatePage() {
  usePageTitle('Add expense');
  const afterSave = useExpenseSaved();
  const picked = usePickedFiles('one expense at once');
  useUnsaved(() => picked.files.length > 0);
  const onSaved = async (draft: ExpenseDetail, submits: boolean) => {
    // The draft already exists: failed receipts can be attached on its page.
    const isAttached = await attachPicked(
      expenseReceipts,
      draft.id,
      picked,
      'The receipts could not be attached.',
    );
    const expense = submits && isAttached && draft.status === 'draft' ? await submitted(draft) : draft;
    afterSave.onSaved(expense);
  };
  return (
    <>
      <PageHeader title="Add expense" actions={<BackToExpenses />} />
      <NoticeAlert notices={afterSave.notices} />
      <ExpenseForm
        key={afterSave.times}
        expense={null}
        picked={picked}
        onSaved={onSaved}
        onCancel={afterSave.toList}
      />
    </>
  );
}

/** If it cannot be submitted, the reason is shown and it stays a draft. */
async function submitted(draft: ExpenseDetail): Promise<ExpenseDetail> {
  try {
    return await request(expenses.submit, { params: { id: draft.id }, shownInPlace: true });
  } catch (error) {
    toast.error(
      isUnanswered(error)
        ? 'Expense saved. No answer came when it was submitted: see its page or the list whether it was.'
        : `Expense saved as a draft. ${messageOf(error, 'Submit it from its page.')}`,
    );
    return draft;
  }
}

/** Changes a draft or a rejected expense, then shows it. */
export const ExpenseEditPage = () => (
  <RecordOrReason record={expenseById} noun="expense" title="Edit expense" isForEdit>
    {expense => <Edit expense={expense} />}
  </RecordOrReason>
);

function Edit({ expense }: { expense: ExpenseDetail }) {
  usePageTitle(`Edit ${expense.number ?? expense.description}`);
  const afterSave = useExpenseSaved();
  const { edit } = expense.can;
  return (
    <>
      <PageHeader title="Edit expense" detail={numberOf(expense)} actions={<BackToExpenses />} />
      <NoticeAlert notices={afterSave.notices} />
      {edit.allowed ? (
        <ExpenseForm
          key={afterSave.canOpenPage(expense) ? expense.id : expense.version}
          expense={expense}
          picked={null}
          onSaved={afterSave.onSaved}
          onCancel={() => afterSave.toPage(expense)}
        />
      ) : (
        <Alert role="alert" color="red" variant="light" data-notice="danger">
          {edit.reason}
        </Alert>
      )}
    </>
  );
}

const useExpenseSaved = () =>
  useSavedRecord<ExpenseDetail>({
    read: expenses.list,
    list: '/expenses',
    page: ({ id }) => `/expenses/${id}`,
    words: savedWords,
  });

function savedWords({ number, description, status }: ExpenseDetail): string {
  if (status === 'draft') return `“${description}” saved as a draft.`;
  if (status === 'submitted') return `${number} submitted.`;
  return `${number} is within the limit, so it is ${status}.`;
}
