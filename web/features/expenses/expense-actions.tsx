import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Ban, Check, Pencil, Send, Wallet } from 'lucide-react';
import { useState } from 'react';
import { type ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import { expenseSchedules } from '#domain/expenses/expense-schedule.contract';
import { useAccess } from '../../platform/access';
import { newIdempotencyKey, request } from '../../platform/api';
import { toast } from '../../platform/notices';
import { useReload } from '../../platform/reload';
import { useShortcut } from '../../platform/shortcuts';
import { blockedEntry, entryFor } from '../../ui/menus/blocked-entry';
import { MoreMenu } from '../../ui/menus/more-menu';
import { type Notices, removeAfterConfirming } from '../../ui/notice';
import { BackButton } from '../../ui/page-link';
import { numberOf } from './expense-columns';

export type ExpenseDialogState = 'approve' | 'reject' | 'pay' | 'cancel' | 'repeat' | 'takeBack';

type Props = {
  expense: ExpenseDetail;
  notices: Notices;
  onOpen: (dialog: ExpenseDialogState) => void;
  onChanged: (message: string) => void;
};

/** Actions on the expense, the next step last. Unavailable ones are under More with their reason. */
export function ExpenseActions({ expense, notices, onOpen, onChanged }: Props) {
  const navigate = useNavigate();
  const { can } = expense;
  const { submit, busy } = useSubmit(expense, notices, onChanged);
  const edit = () => void navigate({ to: '/expenses/edit/$id', params: { id: String(expense.id) } });
  useShortcut('e', 'Edit expense', edit, can.edit.allowed);
  useShortcut('s', 'Submit', () => void submit(), can.submit.allowed);
  return (
    <>
      <BackToExpenses />
      {can.edit.allowed && (
        <Button variant="default" leftSection={<Pencil size={16} />} onClick={edit}>
          Edit
        </Button>
      )}
      <More expense={expense} notices={notices} onOpen={onOpen} onChanged={onChanged} />
      {can.reject.allowed && (
        <Button variant="default" leftSection={<Ban size={16} />} onClick={() => onOpen('reject')}>
          Reject
        </Button>
      )}
      {can.approve.allowed && (
        <Button leftSection={<Check size={16} />} onClick={() => onOpen('approve')}>
          Approve
        </Button>
      )}
      {can.take_back.allowed && (
        <Button leftSection={<Wallet size={16} />} onClick={() => onOpen('takeBack')}>
          Money returned
        </Button>
      )}
      {can.pay.allowed && (
        <Button leftSection={<Wallet size={16} />} onClick={() => onOpen('pay')}>
          {expense.settlement === 'own_money' ? 'Reimburse' : 'Pay'}
        </Button>
      )}
      {can.submit.allowed && (
        <Button leftSection={<Send size={16} />} loading={busy} onClick={() => void submit()}>
          Submit
        </Button>
      )}
    </>
  );
}

function useSubmit(expense: ExpenseDetail, notices: Notices, onChanged: (message: string) => void) {
  const [busy, setBusy] = useState(false);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const submit = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { number, status } = await request(expenses.submit, {
        params: { id: expense.id },
        idempotencyKey: `${idempotencyKey}-${expense.version}`,
        shownInPlace: true,
      });
      onChanged(submittedWords(number ?? 'The expense', status));
    } catch (error) {
      notices.failedWrite(error, 'The expense could not be submitted.');
    } finally {
      setBusy(false);
    }
  };
  return { submit, busy };
}

function submittedWords(number: string, status: ExpenseDetail['status']): string {
  if (status === 'paid') return `${number} is within the limit, so it is approved and paid.`;
  if (status === 'approved') return `${number} is within the limit, so it is approved.`;
  return `${number} submitted.`;
}

/** Bases the later drafts of a recurring expense on this one. */
function useTemplate(
  { id, number, recurring }: ExpenseDetail,
  { notices, onChanged }: Omit<Props, 'expense'>,
) {
  return async () => {
    if (!recurring) return;
    try {
      await request(expenseSchedules.template, {
        params: { id: recurring.schedule_id },
        body: { expense_id: id },
        shownInPlace: true,
      });
      onChanged(`Later drafts are based on ${number ?? 'this expense'}.`);
    } catch (error) {
      notices.failedWrite(error, 'The recurring expense could not be changed.');
    }
  };
}

function More({ expense, ...page }: Props) {
  const { notices, onOpen } = page;
  const navigate = useNavigate();
  const reload = useReload(expenses.list);
  const { can } = expense;
  const { canCall } = useAccess();
  const isDraft = expense.status === 'draft';
  const baseOnThis = useTemplate(expense, page);
  const remove = () =>
    removeAfterConfirming(notices, {
      question: `Delete the draft “${expense.description}”?`,
      send: () => request(expenses.remove, { params: { id: expense.id }, shownInPlace: true }),
      failure: 'The expense could not be deleted.',
      onDone: () => {
        toast.success(`“${expense.description}” deleted.`);
        // Once its page is left, so that nothing asks for what is gone.
        void navigate({ to: '/expenses' }).then(() => reload());
      },
    });
  const items = [
    ...blockedEntry(canCall(expenses.update), can.edit, 'Edit'),
    ...(isDraft ? blockedEntry(canCall(expenses.submit), can.submit, 'Submit') : []),
    ...blockedEntry(canCall(expenses.approve), can.approve, 'Approve'),
    ...blockedEntry(canCall(expenses.reject), can.reject, 'Reject'),
    ...blockedEntry(canCall(expenses.pay), can.pay, expense.settlement === 'own_money' ? 'Reimburse' : 'Pay'),
    ...entryFor(canCall(expenseSchedules.create), can.repeat, 'Make recurring', () => onOpen('repeat')),
    ...(expense.recurring?.made_like
      ? entryFor(
          canCall(expenseSchedules.template),
          can.become_template,
          'Base later drafts on this',
          () => void baseOnThis(),
        )
      : []),
    ...entryFor(canCall(expenses.cancel), can.cancel, 'Cancel expense', () => onOpen('cancel')),
    ...(isDraft ? entryFor(canCall(expenses.remove), can.delete, 'Delete draft', () => void remove()) : []),
  ];
  return <MoreMenu label={`More for ${numberOf(expense)}`} items={items} />;
}

/** Back to the list, with permission to see it. */
export const BackToExpenses = () => <BackButton to="/expenses">Back to List</BackButton>;
