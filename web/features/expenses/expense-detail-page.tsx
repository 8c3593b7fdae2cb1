import { useState } from 'react';
import { type ExpenseDetail, expenseReceipts } from '#domain/expenses/expense.contract';
import { usePageTitle } from '../../platform/page-title';
import { useShortcut } from '../../platform/shortcuts';
import { AttachmentsCard } from '../../ui/attachments-card';
import { NoticeAlert, useNotice } from '../../ui/notice';
import { PageHeader } from '../../ui/page-header';
import { RecordOrReason } from '../../ui/record-or-reason';
import { everything, useReload } from '../../platform/reload';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import { ExpenseActions } from './expense-actions';
import { ExpenseBadge } from './expense-badge';
import { ExpenseHints } from './expense-hints';
import { ExpenseInformation } from './expense-information';
import { ExpenseJournals } from './expense-journals';
import { ExpenseLines } from './expense-lines';
import {
  ApproveExpenseDialog,
  CancelExpenseDialog,
  PayExpenseDialog,
  RejectExpenseDialog,
  RepeatExpenseDialog,
  MoneyReturnedDialog,
} from './lazy-dialogs';
import { ReceiptPictures } from './receipt-pictures';
import './expenses.css';
import { expenseById } from './expenses.queries';

export type ExpenseDialogState = 'approve' | 'reject' | 'pay' | 'cancel' | 'repeat' | 'takeBack';

const dialogs = {
  approve: ApproveExpenseDialog,
  reject: RejectExpenseDialog,
  pay: PayExpenseDialog,
  cancel: CancelExpenseDialog,
  repeat: RepeatExpenseDialog,
  takeBack: MoneyReturnedDialog,
};

/** One expense: its status, details, receipts and journals. */
export const ExpenseDetailPage = () => (
  <RecordOrReason record={expenseById} noun="expense" title="Expense">
    {expense => <Details expense={expense} />}
  </RecordOrReason>
);

function Details({ expense }: { expense: ExpenseDetail }) {
  const notices = useNotice();
  // A posting also appears in ledgers, tills and VAT.
  const reloadAll = useReload(everything);
  const [open, setOpen] = useState<ExpenseDialogState | null>(null);
  usePageTitle(expense.number ?? expense.description);
  useShortcut('a', 'Approve', () => setOpen('approve'), expense.can.approve.allowed);
  useShortcut('p', 'Pay', () => setOpen('pay'), expense.can.pay.allowed);
  const changed = (message: string) => {
    setOpen(null);
    reloadAll(() => notices.succeeded(message));
  };
  const Dialog = open && dialogs[open];
  const isOpen = expense.status === 'draft' || expense.status === 'rejected';
  return (
    <>
      <PageHeader
        title={expense.number ?? 'Expense'}
        detail={
          <span className="expense-head">
            <ExpenseBadge status={expense.status} />
            <span>{expense.description}</span>
          </span>
        }
        actions={<ExpenseActions expense={expense} notices={notices} onOpen={setOpen} onChanged={changed} />}
      />
      <NoticeAlert notices={notices} />
      <ExpenseHints expense={expense} />
      <ExpenseInformation expense={expense} />
      <ExpenseLines expense={expense} />
      <AttachmentsCard
        calls={expenseReceipts}
        recordId={expense.id}
        title="Receipts"
        empty="No receipt is attached."
        notices={notices}
        canAdd={expense.can.attach.allowed}
        canRemove={isOpen && expense.can.attach.allowed}
        onChanged={reloadAll}
        preview={ReceiptPictures}
      />
      <ExpenseJournals expense={expense} />
      <RecordEmailsCard type="expense" id={expense.id} />
      <RecordActivity recordType="expense" recordId={expense.id} />
      {Dialog && <Dialog expense={expense} onClose={() => setOpen(null)} onDone={changed} />}
    </>
  );
}
