import { sql } from 'kysely';
import type { ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import { type Approver, canApproveAs, isOwnApproval } from '#domain/approvals/approval.rules';
import { canApprove, canReject, enteredBy } from '#domain/expenses/expense.rules';
import type { BodyOf } from '#domain/kernel/call';
import { formatPounds } from '#domain/kernel/money';
import { hasSecondApprover, recordApproval } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensureUnchanged } from '../../platform/http/ensure-current';
import { ensure, forbidden } from '../../platform/http/refusal';
import { ensureDayOfExpense } from './day-of-expense';
import { getExpense } from './get-expense';
import { notifyOwners } from './notify-about-expense';
import { postExpense, type PostingDay } from './post-expense';
import { lockExpense, stateOf, type StoredExpense } from './stored-expense';

/**
 * Approves and posts an expense that someone else entered; concurrent requests post once. 403 for one's own
 * if a colleague could approve it.
 */
export async function approveExpense(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof expenses.approve>,
): Promise<ExpenseDetail> {
  const { expense, approver } = await lockToDecide(ctx, id, body.version);
  ensure(canApprove(stateOf(expense)));
  await postApproved(ctx, expense, { approver, day: await ensureDayOfExpense(ctx, expense, body) });
  await notifyOwners(ctx, expense, 'approved.');
  return getExpense(ctx.tx, id, ctx);
}

/** Rejects an expense that someone else entered, with a reason. */
export async function rejectExpense(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof expenses.reject>,
): Promise<ExpenseDetail> {
  const { expense } = await lockToDecide(ctx, id, body.version);
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
  await notifyOwners(ctx, expense, `rejected: ${body.reason}`);
  return getExpense(ctx.tx, id, ctx);
}

/** The decision is about what was on screen: 409 if it has changed since. */
async function lockToDecide(
  ctx: WriteContext,
  id: number,
  read: number | undefined,
): Promise<{ expense: StoredExpense; approver: Approver }> {
  const expense = await lockExpense(ctx.tx, id);
  const hands = enteredBy(stateOf(expense));
  const hasSecond = await hasSecondApprover(ctx.tx, 'approve_expense', hands);
  const approver = { id: ctx.actor.id, hasSecond };
  const result = canApproveAs(hands, approver, 'expense');
  if (!result.allowed) throw forbidden(result.reason);
  ensureUnchanged(expense, expense.status === 'submitted' ? read : undefined, 'Expense');
  return { expense, approver };
}

/**
 * Approves and posts an expense locked by the caller, on a day found open. One already paid by the business is paid at
 * once; otherwise it is owed until paid.
 */
export async function postApproved(
  ctx: WriteContext,
  expense: StoredExpense,
  { approver, day }: { readonly approver: Approver | null; readonly day: PostingDay },
): Promise<void> {
  const approvalFacts = approver === null ? {} : await storeApproval(ctx, expense, approver);
  const { recovered } = await postExpense(ctx, expense, day);
  const isPaid = expense.settlement === 'firm_paid';
  const status = isPaid ? 'paid' : 'approved';
  const paid = isPaid
    ? sql`, paid_by = ${ctx.actor.id}, paid_at = ${ctx.now}, paid_on = ${day.businessDate}`
    : sql``;
  await sql`
    update expenses set status = ${status}, approved_by = ${approver?.id ?? null}, approved_at = ${ctx.now}, posted_on = ${day.businessDate},
      vat_recovered_pence = ${recovered}, version = version + 1, updated_at = ${ctx.now} ${paid}
    where id = ${expense.id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: approver === null ? 'approved_within_limit' : 'approved',
    recordType: 'expense',
    recordId: expense.id,
    recordName: expense.number,
    before: { status: expense.status },
    after: {
      status,
      on: day.businessDate,
      gross: formatPounds(expense.gross),
      reason: day.reason,
      ...approvalFacts,
    },
  });
}

/** The approval covers this amount of this version (rule P15); the database checks the posting against it. */
const storeApproval = (ctx: WriteContext, expense: StoredExpense, approver: Approver) =>
  recordApproval(ctx, {
    type: 'expense',
    id: expense.id,
    revision: expense.version,
    upTo: expense.gross,
    by: approver.id,
    isOwn: isOwnApproval(enteredBy(stateOf(expense)), approver),
  });
