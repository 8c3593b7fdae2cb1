import type { ExpenseRow } from '#domain/expenses/expense.contract';
import { rhythmWords, scheduleStatusNames } from '#domain/expenses/expense-schedule';
import type { ExpenseSchedule } from '#domain/expenses/expense-schedule.contract';
import { expenseStatusNames, settlementNames } from '#domain/expenses/expense.status';
import { paymentMethodNames } from '#domain/payments/payment.status';
import type { Column } from '../../platform/spreadsheets/column';

/** The columns of the exported list of expenses. */
export const expenseExportColumns: readonly Column<ExpenseRow>[] = [
  { header: 'Number', kind: 'text', width: 12, value: e => e.number },
  { header: 'Date', kind: 'date', width: 12, value: e => e.expense_date },
  { header: 'Purpose', kind: 'text', width: 36, value: e => e.description },
  { header: 'Categories', kind: 'text', width: 28, value: e => e.categories.join(', ') },
  { header: 'Supplier', kind: 'text', width: 30, value: e => e.supplier?.name ?? null },
  { header: 'Receipt number', kind: 'text', width: 18, value: e => e.reference },
  { header: 'Settlement', kind: 'text', width: 28, value: e => settlementNames[e.settlement] },
  {
    header: 'Method',
    kind: 'text',
    width: 14,
    value: e => (e.payment_method ? paymentMethodNames[e.payment_method] : null),
  },
  { header: 'Net', kind: 'money', width: 14, value: e => e.net },
  { header: 'VAT', kind: 'money', width: 14, value: e => e.vat },
  { header: 'Gross', kind: 'money', width: 14, value: e => e.gross },
  { header: 'Status', kind: 'text', width: 12, value: e => expenseStatusNames[e.status] },
  { header: 'Receipts', kind: 'text', width: 10, value: e => String(e.receipts) },
  { header: 'Entered by', kind: 'text', width: 20, value: e => e.creator.name },
];

/** The columns of the exported list of recurring expenses. */
export const scheduleExportColumns: readonly Column<ExpenseSchedule>[] = [
  { header: 'Based on', kind: 'text', width: 12, value: s => s.expense.number },
  { header: 'Purpose', kind: 'text', width: 36, value: s => s.description },
  { header: 'Supplier', kind: 'text', width: 30, value: s => s.supplier?.name ?? null },
  { header: 'Gross', kind: 'money', width: 14, value: s => s.gross },
  { header: 'How often', kind: 'text', width: 16, value: rhythmWords },
  { header: 'First', kind: 'date', width: 12, value: s => s.first_on },
  { header: 'Next', kind: 'date', width: 12, value: s => s.next_on },
  { header: 'Ends', kind: 'date', width: 12, value: s => s.ends_on },
  { header: 'Status', kind: 'text', width: 12, value: s => scheduleStatusNames[s.status] },
];
