import { sql } from 'kysely';
import type { ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence, sum } from '#domain/kernel/money';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { reverseJournal } from '../../kernel/ledger';
import { recordTillCash } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';
import { lockRefundDrawer } from './refund-drawer';
import { getExpense } from './get-expense';
import { postMoneyReturned } from './money-kept';
import { documentOf, openJournals } from './post-expense';
import { lockExpense, nameOf, amountOwedBack } from './stored-expense';

const reason = 'Money returned';

/**
 * Returns the money paid for a cancelled expense, today, so that it is no longer owed: its payment is reversed (rules L1,
 * A13), or comes in by a journal of its own where the payment was posted with the cost (decision 157). 409 if nothing is
 * owed back.
 */
export async function returnMoney(
  ctx: WriteContext,
  id: number,
  { session_id }: BodyOf<typeof expenses.moneyBack>,
): Promise<ExpenseDetail> {
  const expense = await lockExpense(ctx.tx, id);
  const owed = amountOwedBack(expense);
  if (owed === 0) throw conflict(`No money is owed back on ${nameOf(expense)}.`);
  const businessDate = londonDate(ctx.now);
  await ensureOpenDay(ctx, businessDate, { field: 'session_id' });
  const journals = await openJournals(ctx, id);
  const fromTills = sum(journals.map(({ till_pence }) => till_pence));
  const drawer = await lockRefundDrawer(ctx, fromTills, session_id ?? null);
  const day = { businessDate, reason };
  const payments = journals.filter(({ kind }) => kind === 'expense_payment');
  const back: { readonly id: number; readonly till: Pence }[] = [];
  for (const { id: payment, till_pence } of payments)
    back.push({ ...(await reverseJournal(ctx, payment, day)), till: till_pence });
  if (payments.length === 0) back.push({ ...(await postMoneyReturned(ctx, expense, day)), till: fromTills });
  for (const { id: journalId, till } of back)
    if (drawer !== null && till > 0)
      await recordTillCash(ctx, {
        sessionId: drawer,
        kind: 'paid_in',
        amount: till,
        journalId,
        document: documentOf(expense),
        reason,
      });
  await sql`
    update expenses set money_is_out = false, version = version + 1, updated_at = ${ctx.now} where id = ${id}`.execute(
    ctx.tx,
  );
  recordAudit(ctx, {
    action: 'repaid',
    recordType: 'expense',
    recordId: id,
    recordName: expense.number,
    before: { owed_back: formatPounds(owed) },
    after: { owed_back: formatPounds(0) },
  });
  return getExpense(ctx.tx, id, ctx);
}
