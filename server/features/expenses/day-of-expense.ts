import type { ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { ensureNotBefore, ensureOpenDay, ensurePostingDay, isLongAgo } from '../../kernel/books-day';
import { ensureCashMovesToday } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { invalid } from '../../platform/http/refusal';
import type { PostingDay } from './post-expense';
import { nameOf, type StoredExpense } from './stored-expense';

type Chosen = Pick<BodyOf<typeof expenses.approve>, 'business_date' | 'date_reason'>;

/** What is to be paid is a bill, with a supplier or without one, and posts as bills do (rule P13, decision 158). */
const postsOnItsDate = ({ settlement }: Pick<ExpenseDetail, 'settlement'>): boolean =>
  settlement === 'to_pay';

/**
 * The posting day of an approved expense. What is to be paid posts on its own date, or on the first open day after it;
 * what was paid already on the day of approval, or on one that the approver chooses (rules D5, D6).
 */
export async function ensureDayOfExpense(
  ctx: WriteContext,
  expense: StoredExpense,
  { business_date, date_reason }: Chosen,
): Promise<PostingDay> {
  const reason = date_reason ?? null;
  if (postsOnItsDate(expense)) {
    const { on, reason: why } = await ensurePostingDay(ctx, expense.expense_date, {
      field: 'expense_date',
      reason,
    });
    if (business_date != null && business_date !== on)
      throw invalid({
        business_date: `${nameOf(expense)} is to be paid, so it posts on its own date, ${formatDate(on)}. Leave the posting date blank.`,
      });
    return { businessDate: on, reason: why };
  }
  const businessDate = business_date ?? londonDate(ctx.now);
  // Money that is gone left on the date of the expense or later.
  ensureNotBefore(businessDate, expense.expense_date, `${nameOf(expense)} was paid`);
  ensureCashMovesToday(ctx, { sessionId: expense.session_id, businessDate, direction: 'out' });
  await ensureOpenDay(ctx, businessDate, { reason });
  return { businessDate, reason };
}

/** Whether its date needs a reason, which only who approves it can give (rules P13, D6). */
export const needsReasonForDate = (
  expense: Pick<StoredExpense, 'settlement' | 'expense_date'>,
  today: CalendarDate,
): boolean => postsOnItsDate(expense) && isLongAgo(expense.expense_date, today);
