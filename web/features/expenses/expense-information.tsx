import type { ExpenseDetail } from '#domain/expenses/expense.contract';
import { rhythmWords } from '#domain/expenses/expense-schedule';
import { settlementNames } from '#domain/expenses/expense.status';
import { formatDate } from '#domain/kernel/dates';
import { paymentMethodNames } from '#domain/payments/payment.status';
import { useAccess } from '../../platform/access';
import { useIsVatRegistered } from '../../platform/company-status';
import { isPast } from '../../ui/form/dated-fields';
import { Day } from '../../ui/dates/day';
import type { Fact } from '../../ui/record/fact-list';
import { TextLink } from '../../ui/links';
import { Money, Outstanding } from '../../ui/money';
import { SummaryCard } from '../../ui/record/summary-card';

/** Amounts, owner and status of the expense. */
export function ExpenseInformation({ expense }: { expense: ExpenseDetail }) {
  // VAT entered before a registration was removed is still shown.
  const hasVat = useIsVatRegistered(expense.expense_date) || expense.vat > 0;
  const isInBooks = expense.posted_on !== null && expense.status !== 'cancelled';
  return (
    <SummaryCard
      title="Expense"
      figures={[
        ...(hasVat
          ? [
              { label: 'Net', value: <Money pence={expense.net} /> },
              { label: 'VAT', value: <Money pence={expense.vat} /> },
            ]
          : []),
        { label: hasVat ? 'Gross' : 'Amount', value: <Money pence={expense.gross} /> },
        ...(isInBooks
          ? [
              ...(hasVat
                ? [{ label: 'VAT reclaimable', value: <Money pence={expense.vat_recovered} /> }]
                : []),
              {
                label: 'Outstanding',
                value: (
                  <Outstanding
                    pence={expense.outstanding}
                    isOverdue={expense.falls_due_on !== null && isPast(expense.falls_due_on)}
                  />
                ),
              },
            ]
          : []),
      ]}
      facts={[...paperFacts(expense, hasVat), ...stepFacts(expense), ...recurringFacts(expense)]}
      notes={expense.notes}
    />
  );
}

const paperFacts = (expense: ExpenseDetail, hasVat: boolean): Fact[] => [
  { label: 'Date', value: <Day date={expense.expense_date} /> },
  { label: 'Supplier', value: expense.supplier && <SupplierName supplier={expense.supplier} /> },
  { label: 'Receipt number', value: expense.reference },
  ...(hasVat || expense.vat_number !== null
    ? [{ label: 'Supplier’s VAT number', value: expense.vat_number }]
    : []),
  { label: 'Settlement', value: settlementNames[expense.settlement] },
  ...(expense.falls_due_on ? [{ label: 'Due', value: <Day date={expense.falls_due_on} /> }] : []),
  ...(expense.payment_method ? [{ label: 'Method', value: methodOf(expense) }] : []),
  ...(expense.payment_reference ? [{ label: 'Payment reference', value: expense.payment_reference }] : []),
  { label: 'Entered by', value: expense.creator.name },
];

const methodOf = ({ payment_method, till }: ExpenseDetail): string => {
  const method = payment_method ? paymentMethodNames[payment_method] : '';
  if (payment_method !== 'cash') return method;
  return till ? `Cash from ${till.register_name}` : 'Cash from the safe';
};

const stepFacts = (expense: ExpenseDetail): Fact[] => [
  ...(expense.submitted ? [{ label: 'Submitted by', value: expense.submitted.by }] : []),
  ...(expense.approved
    ? [{ label: 'Approved by', value: expense.approved.by ?? 'Not needed: within the limit' }]
    : []),
  ...(expense.posted_on ? [{ label: 'Posted on', value: <Day date={expense.posted_on} /> }] : []),
  ...(expense.paid_on ? [{ label: 'Paid on', value: <Day date={expense.paid_on} /> }] : []),
];

const recurringFacts = ({ recurring }: ExpenseDetail): Fact[] =>
  recurring === null
    ? []
    : [
        {
          label: 'Recurring',
          value: (
            <TextLink to="/expenses/recurring">
              {rhythmWords(recurring)}
              {recurring.next_on === null ? '' : `, next on ${formatDate(recurring.next_on)}`}
            </TextLink>
          ),
        },
        ...(recurring.made_like ? [{ label: 'Based on', value: recurring.made_like.number }] : []),
      ];

const SupplierName = ({ supplier }: { supplier: { id: number; name: string } }) =>
  useAccess().can('view_supplier') ? (
    <TextLink to="/suppliers/$id" params={{ id: String(supplier.id) }}>
      {supplier.name}
    </TextLink>
  ) : (
    supplier.name
  );
