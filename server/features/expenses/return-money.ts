import { sql } from 'kysely';
import type { ExpenseDetail, expenses } from '#domain/expenses/expense.contract';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, toPence } from '#domain/kernel/money';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { reverseJournal } from '../../kernel/ledger';
import { recordTillCash } from '../../kernel/tills';
import type { WriteContext } from '../../platform/http/context';
import { conflict } from '../../platform/http/refusal';
import { lockRefundDrawer } from './refund-drawer';
import { getExpense } from './get-expense';
import { documentOf, openJournals } from './post-expense';
import { lockExpense, nameOf, amountOwedBack } from './stored-expense';

const reason = 'Money returned';

/**
 * Returns the money paid for a cancelled expense: the payment is reversed today, so that it is no longer
 * owed (rules L1, A13). 409 if nothing is owed back.
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
  const drawer = await lockRefundDrawer(
    ctx,
    journals.some(journal => journal.till_pence > 0),
    session_id ?? null,
  );
  for (const journal of journals) {
    const reversal = await reverseJournal(ctx, journal.id, { businessDate, reason });
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
