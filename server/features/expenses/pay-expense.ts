import { sql } from 'kysely';
import type { ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import { canPay } from '#domain/expenses/expense.rules';
import type { BodyOf } from '#domain/kernel/call';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { ensureCashMovesToday, lockOpenSession } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { ensure, invalid } from '../../platform/http/refusal';
import { getExpense } from './get-expense';
import { notifyOwners } from './notify-about-expense';
import { lockCreditor, postExpensePayment } from './post-expense';
import { lockExpense, stateOf } from './stored-expense';

/**
 * Pays an approved expense, or reimburses the employee who paid it. Amounts already settled by supplier
 * payments are not paid again; if nothing remains, it is marked as paid and no money moves.
 */
export async function payExpense(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof expenses.pay>,
): Promise<ExpenseDetail> {
  const expense = await lockExpense(ctx.tx, id);
  ensure(canPay(stateOf(expense)));
  const { payment_method: method, session_id: sessionId = null } = body;
  const businessDate = body.business_date ?? londonDate(ctx.now);
  if (sessionId !== null && method !== 'cash')
    throw invalid({ session_id: 'Only cash comes out of a till. Clear the till.' });
  ensureCashMovesToday(ctx, { sessionId, businessDate, direction: 'out' });
  await ensureOpenDay(ctx, businessDate, { reason: body.date_reason ?? null });
  if (expense.posted_on !== null && businessDate < expense.posted_on)
    throw invalid({
      business_date: `It was posted on ${formatDate(expense.posted_on)}. Choose that day or a later one.`,
    });
  if (sessionId !== null) await lockOpenSession(ctx.tx, sessionId);
  const creditor = await lockCreditor(ctx, expense);
  const reference = body.reference ?? null;
  const { amount } = await postExpensePayment(
    ctx,
    expense,
    creditor,
    { method, sessionId, reference },
    { businessDate, reason: body.date_reason ?? null },
  );
  const moved = amount > 0;
  await sql`
    update expenses set status = 'paid', payment_method = ${moved ? method : expense.payment_method}, session_id = ${moved ? sessionId : expense.session_id},
      payment_reference = ${reference}, paid_by = ${ctx.actor.id}, paid_at = ${ctx.now}, paid_on = ${businessDate},
      version = version + 1, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'paid',
    recordType: 'expense',
    recordId: id,
    recordName: expense.number,
    before: { status: expense.status },
    after: { status: 'paid', on: businessDate, amount: formatPounds(amount), method, reference },
  });
  if (expense.settlement === 'own_money') await notifyOwners(ctx, expense, 'reimbursed.');
  return getExpense(ctx.tx, id, ctx);
}
