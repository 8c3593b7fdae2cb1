import { type ExpenseDetail, expenseReceipts } from '#domain/expenses/expense.contract';
import { useShortcut } from '../../platform/shortcuts';
import { AttachmentsCard } from '../../ui/files/attachments-card';
import { RecordOrReason } from '../../ui/record/record-or-reason';
import { RecordPage } from '../../ui/record/record-page';
import { useRecordDialogs } from '../../ui/record/use-record-dialogs';
import { everything } from '../../platform/reload';
import { RecordEmailsCard } from '../emails';
import { RecordActivity } from '../notes';
import { BackToExpenses, ExpenseActions, type ExpenseDialogState } from './expense-actions';
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
import { expenseById, expenseList } from './expenses.queries';

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
  <RecordOrReason
    record={expenseById}
    list={expenseList}
    noun="expense"
    title="Expense"
    back={<BackToExpenses />}
  >
    {expense => <Details expense={expense} />}
  </RecordOrReason>
);

function Details({ expense }: { expense: ExpenseDetail }) {
  // A posting also appears in ledgers, tills and VAT.
  const { notices, reload, open, setOpen, close, changed } = useRecordDialogs<ExpenseDialogState>(everything);
  useShortcut('a', 'Approve', () => setOpen('approve'), expense.can.approve.allowed);
  useShortcut('p', 'Pay', () => setOpen('pay'), expense.can.pay.allowed);
  const Dialog = open && dialogs[open];
  const isOpen = expense.status === 'draft' || expense.status === 'rejected';
  return (
    <RecordPage
      title={expense.number ?? 'Expense'}
      name={expense.number ?? expense.description}
      status={
        <>
          <ExpenseBadge status={expense.status} />
          <span>{expense.description}</span>
        </>
      }
      actions={<ExpenseActions expense={expense} notices={notices} onOpen={setOpen} onChanged={changed} />}
      notices={notices}
      sections={{
        summary: (
          <>
            <ExpenseHints expense={expense} />
            <ExpenseInformation expense={expense} />
          </>
        ),
        lines: <ExpenseLines expense={expense} />,
        money: <ExpenseJournals expense={expense} />,
        files: (
          <AttachmentsCard
            calls={expenseReceipts}
            recordId={expense.id}
            title="Receipts"
            empty="No receipt is attached."
            notices={notices}
            canAdd={expense.can.attach.allowed}
            canRemove={isOpen && expense.can.attach.allowed}
            onChanged={reload}
            preview={ReceiptPictures}
          />
        ),
        history: (
          <>
            <RecordEmailsCard type="expense" id={expense.id} />
            <RecordActivity recordType="expense" recordId={expense.id} />
          </>
        ),
      }}
    >
      {Dialog && <Dialog expense={expense} onClose={close} onDone={changed} />}
    </RecordPage>
  );
}
