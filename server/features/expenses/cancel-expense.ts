import { sql } from 'kysely';
import type { ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import { canCancel } from '#domain/expenses/expense.rules';
import { isPosted } from '#domain/expenses/expense.status';
import { passesRecordRule } from '#domain/kernel/record-rules';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, sum, toPence } from '#domain/kernel/money';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { reverseJournal } from '../../kernel/ledger';
import { allocate, findItemsOf, type LockedParty, openItem, unallocate } from '../../kernel/parties';
import { recordTillCash } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { ensure, invalid } from '../../platform/http/refusal';
import { lockRefundDrawer } from './refund-drawer';
import { getExpense } from './get-expense';
import { postMoneyKept } from './money-kept';
import { notifyOwners } from './notify-about-expense';
import { documentOf, lockCreditor, openJournals } from './post-expense';
import { lockExpense, stateOf, type StoredExpense } from './stored-expense';

type RequestBody = BodyOf<typeof expenses.cancel>;

/**
 * Cancels an expense. Its postings are reversed today (rules L1, A13): the cost, its VAT, and the payment if
 * the money was returned; cash from a till goes to a drawer that is open now. Money not returned is owed: by
 * a supplier on their ledger (rule P14), by anyone else on account 2300. No account of money is touched then (rule R5,
 * decision 157). If it was recurring, that ends.
 */
export async function cancelExpense(
  ctx: WriteContext,
  id: number,
  body: RequestBody,
): Promise<ExpenseDetail> {
  const expense = await lockExpense(ctx.tx, id);
  const isOwner = expense.created_by === ctx.actor.id;
  ensure(canCancel(stateOf(expense), { isOwner, canReverse: passesRecordRule('postedExpenses', ctx.actor) }));
  const isOut = isPosted(expense.status) && (await reverseExpense(ctx, expense, body));
  await sql`
    update expenses set status = 'cancelled', cancelled_by = ${ctx.actor.id}, cancelled_at = ${ctx.now},
      cancel_reason = ${body.reason}, money_is_out = ${isOut}, version = version + 1, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
  const hasEnded = await endSchedule(ctx, id);
  recordAudit(ctx, {
    action: 'cancelled',
    recordType: 'expense',
    recordId: id,
    recordName: expense.number ?? `“${expense.description}”`,
    before: { status: expense.status },
    after: {
      status: 'cancelled',
      reason: body.reason,
      ...(isOut && { money_back: 'no' }),
      ...(hasEnded && { recurring: 'ended' }),
    },
  });
  await notifyOwners(ctx, expense, `cancelled: ${body.reason}`);
  return getExpense(ctx.tx, id, ctx);
}

/** Nothing is created any more like an expense that was wrong. Returns whether it was recurring until now. */
async function endSchedule(ctx: WriteContext, expenseId: number): Promise<boolean> {
  const { rows } = await sql`
    update expense_schedules set next_on = null, is_paused = false, version = version + 1
    where expense_id = ${expenseId} and (next_on is not null or is_paused) returning id`.execute(ctx.tx);
  return rows.length > 0;
}

/** Returns whether the money stays out. */
async function reverseExpense(
  ctx: WriteContext,
  expense: StoredExpense,
  body: RequestBody,
): Promise<boolean> {
  const { reason } = body;
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { field: 'reason' });
  const open = await openJournals(ctx, expense.id);
  const isOut = isMoneyOut(open, body.money_back);
  // Paid at once, cost and money are one journal, which stays: the cost alone is cancelled.
  if (isOut && expense.settlement === 'firm_paid') {
    for (const { id } of open) await postMoneyKept(ctx, expense, id, { businessDate, reason });
    return true;
  }
  const journals = isOut ? open.filter(({ kind }) => kind !== 'expense_payment') : open;
  const drawer = isOut
    ? null
    : await lockRefundDrawer(ctx, sum(journals.map(({ till_pence }) => till_pence)), body.session_id ?? null);
  const creditor = await lockCreditor(ctx, expense);
  const reversals = new Map<number, number>();
  for (const journal of journals) {
    const reversal = await reverseJournal(ctx, journal.id, { businessDate, reason });
    reversals.set(journal.id, reversal.id);
    if (drawer !== null && journal.till_pence > 0)
      await recordTillCash(ctx, {
        sessionId: drawer,
        kind: 'paid_in',
        amount: toPence(journal.till_pence),
        journalId: reversal.id,
        document: documentOf(expense),
        reason,
      });
  }
  if (creditor) await mirrorItems(ctx, expense, creditor, { businessDate, reason, reversals });
  return isOut;
}

/** Whether the money was returned. Only the user who cancels knows, so they must say. */
function isMoneyOut(
  journals: readonly { readonly paid_pence: Pence }[],
  moneyBack: RequestBody['money_back'],
): boolean {
  // One that is owed again may have been paid in part (decision 154).
  const paid = sum(journals.map(({ paid_pence }) => paid_pence));
  if (paid === 0) return false;
  if (moneyBack == null)
    throw invalid({
      money_back: `${formatPounds(paid)} was paid. Choose whether the money was returned.`,
    });
  return moneyBack === 'no';
}

type Mirror = {
  readonly businessDate: CalendarDate;
  readonly reason: string;
  readonly reversals: ReadonlyMap<number, number>;
};

/**
 * On the supplier's ledger each item is allocated to its reversal; other payments allocated to it become
 * unallocated.
 */
async function mirrorItems(
  ctx: WriteContext,
  expense: StoredExpense,
  party: LockedParty,
  mirror: Mirror,
): Promise<void> {
  const document = documentOf(expense);
  const { rows: journals } = await sql<{ item_id: number; journal_id: number }>`
    select id as item_id, journal_id from party_items where document_type = 'expense' and document_id = ${expense.id}`.execute(
    ctx.tx,
  );
  const reversalOf = new Map(journals.map(row => [row.item_id, mirror.reversals.get(row.journal_id)]));
  const items = (await findItemsOf(ctx.tx, document)).filter(({ kind }) => kind !== 'reversal');
  for (const item of items) await unallocate(ctx, party, item.id, mirror.businessDate);
  for (const item of items) {
    const journalId = reversalOf.get(item.id);
    if (journalId === undefined) continue;
    const isDebit = item.side === 'debit';
    const opposite = await openItem(ctx, {
      party,
      side: isDebit ? 'credit' : 'debit',
      kind: 'reversal',
      description: `${expense.number ?? ''} cancelled: ${mirror.reason}`,
      document,
      businessDate: mirror.businessDate,
      amount: item.amount_pence,
      journalId,
    });
    const [debitItemId, creditItemId] = isDebit ? [item.id, opposite.id] : [opposite.id, item.id];
    await allocate(ctx, {
      party,
      debitItemId,
      creditItemId,
      amount: item.amount_pence,
      businessDate: mirror.businessDate,
    });
  }
}
