import { Check, X } from 'lucide-react';
import { expenseBulk } from '#domain/expenses/expense-bulk.contract';
import { expenses } from '#domain/expenses/expense.contract';
import type { BulkTerms } from '../bulk-changes';

const shared = {
  calls: expenseBulk,
  list: expenses.list,
  exported: { call: expenses.export, fileName: 'expenses' },
  one: 'expense',
  many: 'expenses',
} as const;

const approval: BulkTerms = {
  ...shared,
  fields: [],
  act: { sent: { decision: 'approve' }, words: count => `Approve ${count}` },
};

const rejection: BulkTerms = {
  ...shared,
  fields: [
    {
      name: 'reason',
      label: 'Reason',
      description: 'Sent to the people who entered them',
      required: true,
    },
  ],
  act: { sent: { decision: 'reject' }, words: count => `Reject ${count}` },
};

/** What can be done with the selected expenses. */
export const expenseActs = {
  ...shared,
  acts: [
    { label: 'Reject selected', icon: <X size={14} />, terms: rejection },
    { label: 'Approve selected', icon: <Check size={14} />, terms: approval },
  ],
};
