import * as z from 'zod';
import { bulkCalls } from '../bulk-changes/bulk-change.contract';
import { can } from '../kernel/access';
import { requiredText } from '../kernel/fields';
import { expenses } from './expense.contract';

/** The decision on many expenses at once. */
const expenseDecision = z
  .strictObject({
    decision: z.enum(['approve', 'reject'], 'Choose approve or reject.'),
    /** For a rejection: the person who entered the expense is told. */
    reason: requiredText('Reason', 300).optional(),
  })
  .refine(({ decision, reason }) => decision === 'approve' || reason !== undefined, {
    message: 'Enter the reason.',
    path: ['reason'],
  });
export type ExpenseDecision = z.output<typeof expenseDecision>;

export const expenseBulk = bulkCalls(expenses.list, {
  many: 'expenses',
  access: can('view_expense', 'approve_expense'),
  change: expenseDecision,
});
