import { sql } from 'kysely';
import type { ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import { canApprove, canReject, isOwn, ownExpense } from '#domain/expenses/expense.rules';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { ensure, forbidden, invalid } from '../../platform/http/refusal';
import { getExpense } from './get-expense';
import { postExpense, type PostingDay } from './post-expense';
import { lockExpense, stateOf, type StoredExpense } from './stored-expense';

/** Approves what somebody else entered and posts it; twice at once posts once. 403 for an expense of one's own. */
export async function approveExpense(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof expenses.approve>,
): Promise<ExpenseDetail> {
  const expense = await lockToDecide(ctx, id, body.version);
  ensure(canApprove(stateOf(expense)));
  const businessDate = body.business_date ?? londonDate(ctx.now);
  if (expense.session_id !== null && businessDate !== londonDate(ctx.now))
    throw invalid({ business_date: 'Cash leaves a till today. Choose today.' });
  const day = { businessDate, reason: body.date_reason ?? null };
  await ensureOpenDay(ctx, businessDate, { reason: day.reason });
  await postApproved(ctx, expense, { approvedBy: ctx.actor.id, day });
  return getExpense(ctx.tx, id, ctx);
}

/** Sends what somebody else entered back, with the reason. */
export async function rejectExpense(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof expenses.reject>,
): Promise<ExpenseDetail> {
  const expense = await lockToDecide(ctx, id, body.version);
  ensure(canReject(stateOf(expense)));
  await sql`
    update expenses set status = 'rejected', rejected_by = ${ctx.actor.id}, rejected_at = ${ctx.now}, reject_reason = ${body.reason},
      version = version + 1, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'rejected',
    recordType: 'expense',
    recordId: id,
    recordName: expense.number,
    before: { status: expense.status },
    after: { status: 'rejected', reason: body.reason },
  });
  return getExpense(ctx.tx, id, ctx);
}

/** What was read is what is decided about: 409 when it has changed since. */
async function lockToDecide(ctx: WriteContext, id: number, read: number | undefined): Promise<StoredExpense> {
  const expense = await lockExpense(ctx.tx, id);
  if (isOwn(stateOf(expense), ctx.actor.id)) throw forbidden(ownExpense);
  return ensureCurrent(expense, expense.status === 'submitted' ? read : undefined, 'Expense');
}

/**
 * Approves and posts an expense that the caller has locked. What the firm has paid already is paid by it; the rest is
 * owed until it is.
 */
export async function postApproved(
  ctx: WriteContext,
  expense: StoredExpense,
  { approvedBy, day }: { readonly approvedBy: number | null; readonly day: PostingDay },
): Promise<void> {
  if (approvedBy === null) await ensureOpenDay(ctx, day.businessDate);
  const { recovered } = await postExpense(ctx, expense, day);
  const isPaid = expense.settlement === 'firm_paid';
  const status = isPaid ? 'paid' : 'approved';
  const paid = isPaid
    ? sql`, paid_by = ${ctx.actor.id}, paid_at = ${ctx.now}, paid_on = ${day.businessDate}`
    : sql``;
  await sql`
    update expenses set status = ${status}, approved_by = ${approvedBy}, approved_at = ${ctx.now}, posted_on = ${day.businessDate},
      vat_recovered_pence = ${recovered}, version = version + 1, updated_at = ${ctx.now} ${paid}
    where id = ${expense.id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: approvedBy === null ? 'approved_within_limit' : 'approved',
    recordType: 'expense',
    recordId: expense.id,
    recordName: expense.number,
    before: { status: expense.status },
    after: { status, on: day.businessDate, gross: formatPounds(expense.gross), reason: day.reason },
  });
}
