import * as z from 'zod';

export const expenseStatus = z.enum(
  ['draft', 'submitted', 'approved', 'paid', 'rejected', 'cancelled'],
  'Choose a status.',
);
export type ExpenseStatus = z.infer<typeof expenseStatus>;

/** Each step of an expense, with the statuses it starts from and leads to. */
export const expenseSteps = {
  edit: { from: ['draft', 'rejected'], to: 'draft' },
  submit: { from: ['draft', 'rejected'], to: 'submitted' },
  approve: { from: ['submitted'], to: 'approved' },
  reject: { from: ['submitted'], to: 'rejected' },
  pay: { from: ['approved'], to: 'paid' },
  cancel: { from: ['draft', 'submitted', 'rejected', 'approved', 'paid'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly ExpenseStatus[]; to: ExpenseStatus }>;
export type ExpenseStep = keyof typeof expenseSteps;

/** Whether its journal is posted: it can then only be cancelled, not changed. */
export const isPosted = (status: ExpenseStatus): boolean => status === 'approved' || status === 'paid';

/** Whose money was or will be spent. */
export const settlement = z.enum(
  ['firm_paid', 'to_pay', 'own_money'],
  'Choose whether it is already paid, still to be paid, or was paid with an employee’s own money.',
);
export type Settlement = z.infer<typeof settlement>;

/** Whether an unpaid expense is due. */
export const expenseDue = z.enum(['overdue', 'soon'], 'Choose Overdue or Due soon.');
export type ExpenseDue = z.infer<typeof expenseDue>;

export const expenseStatusNames: Readonly<Record<ExpenseStatus, string>> = {
  draft: 'Draft',
  submitted: 'Submitted',
  approved: 'Approved',
  paid: 'Paid',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};
export const settlementNames: Readonly<Record<Settlement, string>> = {
  firm_paid: 'Paid by the business',
  to_pay: 'To be paid',
  own_money: 'Paid by an employee, to be reimbursed',
};
