import { enteredBy } from '#domain/expenses/expense.rules';
import { formatPounds } from '#domain/kernel/money';
import { notAskedToApprove } from '../../kernel/approvals';
import { raiseNotifications } from '../../kernel/notifications';
import type { WriteContext } from '../../platform/http/context';
import { nameOf, stateOf, type StoredExpense } from './stored-expense';

const described = (expense: StoredExpense): string =>
  `${nameOf(expense)}${expense.number === null ? '' : `, “${expense.description}”`}, ${formatPounds(expense.gross)}`;

/**
 * Notifies the users who can approve it, so not those who entered it while someone else can (F33). Every submission sends
 * a new notification.
 */
export async function notifyApprovers(ctx: WriteContext, expense: StoredExpense): Promise<void> {
  const asked = { enteredBy: enteredBy(stateOf(expense)), asker: ctx.actor.id };
  await raiseNotifications(ctx.tx, ctx.now, [
    {
      kind: 'expense_approval',
      key: `${expense.id} ${ctx.now.getTime()}`,
      words: `${ctx.actor.name} asks you to approve expense ${described(expense)}.`,
      link: `/expenses/${expense.id}`,
      omitted: await notAskedToApprove(ctx.tx, 'approve_expense', asked),
    },
  ]);
}

/** Notifies those who entered and submitted an expense of what someone else decided, such as "approved". */
export async function notifyOwners(ctx: WriteContext, expense: StoredExpense, what: string): Promise<void> {
  const owners = new Set([expense.created_by, expense.submitted_by ?? expense.created_by]);
  owners.delete(ctx.actor.id);
  await raiseNotifications(
    ctx.tx,
    ctx.now,
    [...owners].map(person => ({
      kind: 'own_decided_expense' as const,
      key: `${person} ${expense.id} ${ctx.now.getTime()}`,
      words: `Your expense ${described(expense)}, was ${what}`,
      link: `/expenses/${expense.id}`,
      person,
    })),
  );
}
