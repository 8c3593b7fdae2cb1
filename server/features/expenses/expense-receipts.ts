import { maxReceipts } from '#domain/expenses/expense.contract';
import { canEdit } from '#domain/expenses/expense.rules';
import { attachmentsOf } from '../../kernel/attachments';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure, ensureFound } from '../../platform/http/refusal';
import { ensureCanChange, ensureCanView } from './get-expense';
import { lockExpense, nameOf, stateOf } from './stored-expense';

/**
 * The receipts of an expense: photos and PDFs. They can be added later, and removed until someone has
 * decided on the expense.
 */
export const receiptsOfExpenses = attachmentsOf({
  table: 'expense_receipts',
  column: 'expense_id',
  recordTable: 'expenses',
  recordType: 'expense',
  noun: 'Expense',
  short: 'expense',
  paper: 'receipt',
  maxCount: maxReceipts,
  lock: lockForReceipt,
});

async function lockForReceipt(ctx: WriteContext, id: number, action: 'add' | 'remove'): Promise<string> {
  const expense = await lockExpense(ctx.tx, id);
  ensureCanChange(expense, ctx.actor);
  if (action === 'remove') ensure(canEdit(stateOf(expense)));
  if (expense.status === 'cancelled')
    throw conflict(`${nameOf(expense)} is cancelled, so nothing can be added to it.`);
  return nameOf(expense);
}

/** Whether the user may see the receipts of an expense. 404 if it does not exist. */
export async function ensureCanViewReceipts(db: Reader, id: number, actor: Actor): Promise<void> {
  const expense = await db
    .selectFrom('expenses')
    .select('created_by')
    .where('id', '=', id)
    .executeTakeFirst();
  ensureCanView(ensureFound(expense, 'Expense'), actor);
}
