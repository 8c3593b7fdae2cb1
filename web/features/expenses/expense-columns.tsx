import { Paperclip } from 'lucide-react';
import type { ExpenseRow, expenses, ExpenseTotals } from '#domain/expenses/expense.contract';
import { paymentMethodNames } from '#domain/payments/payment.status';
import type { Columns } from '../../ui/table/data-table';
import { Day, Moment } from '../../ui/dates/day';
import { TextLink } from '../../ui/links';
import { Money, Sum } from '../../ui/money';
import { ExpenseBadge } from './expense-badge';
import './expenses.css';

/** Shown instead of a number for drafts. */
export const numberOf = ({ number }: Pick<ExpenseRow, 'number'>): string => number ?? 'No number yet';

/** The columns of the list of expenses, with their totals. `excludes` those that were cancelled or rejected. */
export const expenseColumns = (
  totals: ExpenseTotals | undefined,
  excludes: boolean,
): Columns<typeof expenses.list> => [
  {
    header: 'Number',
    kind: 'code',
    minWidth: '120px',
    sort: 'number',
    foot: excludes ? 'Total excl. cancelled and rejected' : 'Total',
    cell: expense => (
      <div className="expense-cell">
        <TextLink to="/expenses/$id" params={{ id: String(expense.id) }} className="figures" fw={560}>
          {numberOf(expense)}
        </TextLink>
        {expense.reference && <span className="expense-aside">{expense.reference}</span>}
      </div>
    ),
  },
  {
    header: 'Date',
    kind: 'date',
    sort: 'expense_date',
    cell: expense => <Day date={expense.expense_date} />,
  },
  { header: 'Receipt number', hidden: true, cell: ({ reference }) => reference ?? '—' },
  {
    header: 'Purpose',
    phone: 'title',
    cell: expense => (
      <div className="expense-cell">
        <span className="expense-words">{expense.description}</span>
        <span className="expense-aside">{expense.categories.join(', ') || 'No lines yet'}</span>
      </div>
    ),
  },
  { header: 'Categories', hidden: true, cell: ({ categories }) => categories.join(', ') || '—' },
  {
    header: 'Supplier',
    minWidth: '116px',
    cell: expense => (
      <div className="expense-cell">
        {expense.supplier && <span className="expense-words">{expense.supplier.name}</span>}
        <span className="expense-aside">{settlementText(expense)}</span>
      </div>
    ),
  },
  { header: 'Payment', hidden: true, cell: settlementText },
  { header: 'Entered by', kind: 'person', cell: expense => expense.creator.name },
  { header: 'Created', kind: 'date', hidden: true, cell: expense => <Moment at={expense.created_at} /> },
  ...amountColumns(totals),
  {
    header: 'Receipts',
    minWidth: '80px',
    cell: ({ receipts }) =>
      receipts === 0 ? (
        '—'
      ) : (
        <span className="expense-receipts-count figures">
          <Paperclip size={14} aria-hidden /> {receipts}
        </span>
      ),
  },
  { header: 'Status', kind: 'status', cell: expense => <ExpenseBadge status={expense.status} /> },
];

const amountColumns = (totals: ExpenseTotals | undefined): Columns<typeof expenses.list> => [
  {
    header: 'Net',
    align: 'end',
    cell: expense => <Money pence={expense.net} />,
    foot: <Sum pence={totals?.net} />,
  },
  {
    header: 'VAT',
    align: 'end',
    cell: expense => <Money pence={expense.vat} />,
    foot: <Sum pence={totals?.vat} />,
  },
  {
    header: 'Gross',
    sort: 'gross',
    align: 'end',
    cell: expense => <Money pence={expense.gross} />,
    foot: <Sum pence={totals?.gross} />,
  },
];

/** How it was paid, or who is owed, in a few words. */
export function settlementText(
  expense: Pick<ExpenseRow, 'settlement' | 'payment_method' | 'creator'>,
): string {
  const method = expense.payment_method && paymentMethodNames[expense.payment_method];
  if (expense.settlement === 'own_money')
    return method ? `Reimbursed, ${method.toLowerCase()}` : `Paid by ${expense.creator.name}`;
  return method ?? (expense.settlement === 'to_pay' ? 'To be paid' : 'Paid');
}
