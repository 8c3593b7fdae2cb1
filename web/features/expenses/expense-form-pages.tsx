import { Alert } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type ExpenseDetail, expenseReceipts, expenses } from '#domain/expenses/expense.contract';
import { useAccess } from '../../platform/access';
import { request } from '../../platform/api';
import { messageOf } from '../../platform/api-error';
import { useReload } from '../../platform/list-page-query';
import { toast } from '../../platform/notices';
import { usePageTitle } from '../../platform/page-title';
import { useUnsaved } from '../../platform/unsaved';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { RecordOrReason } from '../../ui/record-or-reason';
import { type PickedFiles, usePickedFiles } from '../../ui/use-picked-files';
import { BackToExpenses } from './expense-actions';
import { numberOf } from './expense-columns';
import { ExpenseForm } from './expense-form';

/** Adds an expense as a draft, then shows it; who may not see expenses goes on with the next one. */
export function ExpenseCreatePage() {
  usePageTitle('Add expense');
  const ways = useWays();
  const [added, setAdded] = useState(0);
  const picked = usePickedFiles('one expense at once');
  useUnsaved(() => picked.files.length > 0);
  const onSaved = async (draft: ExpenseDetail, submits: boolean) => {
    const isAttached = await attach(draft, picked);
    const expense = submits && isAttached ? await submitted(draft) : draft;
    setAdded(added + 1);
    ways.saved(expense);
  };
  return (
    <>
      <PageHeader title="Add expense" actions={<BackToExpenses />} />
      <NoticeAlert notices={ways.notices} />
      <ExpenseForm
        key={added}
        expense={null}
        picked={picked}
        onSaved={(expense, submits) => void onSaved(expense, submits)}
        onCancel={ways.toList}
      />
    </>
  );
}

/** The draft is there by now: receipts that could not be sent are attached on its page. */
async function attach({ id }: ExpenseDetail, picked: PickedFiles): Promise<boolean> {
  if (picked.files.length === 0) return true;
  const form = new FormData();
  for (const file of picked.files) form.append('attachments[]', file, file.name);
  try {
    await request(expenseReceipts.add, { params: { id }, form, shownInPlace: true });
    return true;
  } catch (error) {
    toast.error(`The receipts are not attached. ${messageOf(error, 'Attach them again.')}`);
    return false;
  } finally {
    picked.clear();
  }
}

/** What keeps it from being submitted is said; it stays a draft then. */
async function submitted(draft: ExpenseDetail): Promise<ExpenseDetail> {
  try {
    return await request(expenses.submit, { params: { id: draft.id }, shownInPlace: true });
  } catch (error) {
    toast.error(`It is saved as a draft. ${messageOf(error, 'Submit it from its page.')}`);
    return draft;
  }
}

/** Changes a draft, or what was rejected, then shows it. */
export const ExpenseEditPage = () => (
  <RecordOrReason call={expenses.get} noun="expense" title="Edit expense">
    {expense => <Edit expense={expense} />}
  </RecordOrReason>
);

function Edit({ expense }: { expense: ExpenseDetail }) {
  usePageTitle(`Edit ${expense.number ?? expense.description}`);
  const ways = useWays();
  const { edit } = expense.can;
  return (
    <>
      <PageHeader title="Edit expense" detail={numberOf(expense)} actions={<BackToExpenses />} />
      <NoticeAlert notices={ways.notices} />
      {edit.allowed ? (
        <ExpenseForm
          key={ways.mayView ? expense.id : expense.version}
          expense={expense}
          picked={null}
          onSaved={ways.saved}
          onCancel={() => ways.show(expense)}
        />
      ) : (
        <Alert role="alert" color="red" variant="light" data-notice="danger">
          {edit.reason}
        </Alert>
      )}
    </>
  );
}

function useWays() {
  const navigate = useNavigate();
  const reload = useReload(expenses.list.path);
  const notices = useNotice();
  const mayView = useAccess().can('view_expense');
  // Who cancels or has saved has said so; nobody asks again whether to leave.
  const leave = { ignoreBlocker: true };
  const toList = () => void navigate({ to: mayView ? '/expenses' : '/', ...leave });
  const show = ({ id }: ExpenseDetail) =>
    mayView ? void navigate({ to: '/expenses/$id', params: { id: String(id) }, ...leave }) : toList();
  return {
    notices,
    mayView,
    toList,
    show,
    saved: (expense: ExpenseDetail) => {
      reload();
      const words = savedWords(expense);
      if (!mayView) return notices.succeeded(words);
      toast.success(words);
      show(expense);
    },
  };
}

function savedWords({ number, description, status }: ExpenseDetail): string {
  if (status === 'draft') return `“${description}” is saved as a draft.`;
  if (status === 'submitted') return `${number} is submitted.`;
  return `${number} is within the limit: it is ${status}.`;
}
