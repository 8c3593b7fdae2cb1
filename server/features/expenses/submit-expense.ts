import { sql } from 'kysely';
import type { ExpenseDetail } from '#domain/expenses/expense.contract';
import { canSubmit, type ExpenseSettings } from '#domain/expenses/expense.rules';
import { formatDate, londonDate } from '#domain/kernel/dates';
import { formatPounds } from '#domain/kernel/money';
import { recordAudit } from '../../kernel/audit';
import { nextNumber } from '../../kernel/documents';
import { findPaidOutAbove } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { ensure, invalid } from '../../platform/http/refusal';
import { postApproved } from './approve-expense';
import { ensureDayOfExpense } from './day-of-expense';
import { findExpenseSettings } from './expense-settings';
import { ensureCanChange, getExpense } from './get-expense';
import { notifyApprovers } from './notify-about-expense';
import { refusingSecondEntry } from './refuse-second-entry';
import { lockExpense, nameOf, stateOf, type StoredExpense } from './stored-expense';
import { isWithinLimit, lockToPost } from './within-limit';

/**
 * Submits a draft: it gets its number and waits for approval. Within the limit in the settings,
 * together with what its user submitted today, it is approved and posted at once, and paid if the business has already
 * paid it; one whose date needs a reason waits, and so does one paid from a till above what its user may pay out without
 * approval.
 */
export async function submitExpense(ctx: WriteContext, id: number): Promise<ExpenseDetail> {
  const draft = await lockExpense(ctx.tx, id);
  ensureCanChange(draft, ctx.actor);
  const settings = await findExpenseSettings(ctx.tx);
  ensureSubmittable(ctx, draft, settings);
  const isApprovedAtOnce = (await isWithinLimit(ctx, draft, settings)) && !(await isPaidOutAbove(ctx, draft));
  if (isApprovedAtOnce) await lockToPost(ctx, draft);
  const number = draft.number ?? (await nextNumber(ctx.tx, 'EXP'));
  await refusingSecondEntry(
    draft,
    sql`
    update expenses set status = 'submitted', number = ${number}, vat_number = ${draft.vat_number},
      submitted_by = ${ctx.actor.id}, submitted_at = ${ctx.now}, rejected_by = null, rejected_at = null, reject_reason = null,
      version = version + 1, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx),
  );
  recordAudit(ctx, {
    action: 'submitted',
    recordType: 'expense',
    recordId: id,
    recordName: number,
    before: { status: draft.status },
    after: { status: 'submitted', gross: formatPounds(draft.gross) },
  });
  if (isApprovedAtOnce)
    await postApproved(ctx, await lockExpense(ctx.tx, id), {
      approver: null,
      day: await ensureDayOfExpense(ctx, draft, {}),
    });
  else await notifyApprovers(ctx, { ...draft, number, submitted_by: ctx.actor.id });
  return getExpense(ctx.tx, id, ctx);
}

/** The limit of cash paid out of tills would otherwise be passed by entering it as expenses (rule P15). */
const isPaidOutAbove = async (ctx: WriteContext, { settlement, session_id, gross }: StoredExpense) =>
  settlement === 'firm_paid' && session_id !== null && (await findPaidOutAbove(ctx, gross)) !== null;

/** Checks that a draft can be submitted once its receipts are attached. */
export async function ensureSubmittableWithReceipts(ctx: WriteContext, id: number): Promise<void> {
  const settings = await findExpenseSettings(ctx.tx);
  ensureSubmittable(ctx, await lockExpense(ctx.tx, id), { ...settings, receiptLimit: null });
}

function ensureSubmittable(ctx: WriteContext, draft: StoredExpense, settings: ExpenseSettings): void {
  ensure(canSubmit(stateOf(draft), settings));
  const today = londonDate(ctx.now);
  if (draft.expense_date > today)
    throw invalid({
      expense_date: `${nameOf(draft)} is dated ${formatDate(draft.expense_date)}. Submit it on that date, or change the date to today.`,
    });
  if (draft.settlement === 'firm_paid' && draft.payment_method === null)
    throw invalid({ payment_method: 'Choose how it was paid.' });
  const inactive = draft.lines.findIndex(line => !line.category_is_active);
  if (inactive >= 0)
    throw invalid({
      [`lines.${inactive}.category_id`]: `${draft.lines[inactive]?.category.name ?? ''} is inactive. Choose another category.`,
    });
}
