import { sql } from 'kysely';
import { type ExpenseSettings, needsApproval } from '#domain/expenses/expense.rules';
import { londonDate } from '#domain/kernel/dates';
import { type Pence, toPence } from '#domain/kernel/money';
import { locks } from '../../kernel/locks';
import { takeLock } from '../../platform/database/advisory-lock';
import type { WriteContext } from '../../platform/http/context';
import { needsReasonForDate } from './day-of-expense';
import { lockDrawerOf } from './drawer-of-expense';
import { lockCreditor } from './post-expense';
import { stateOf, type StoredExpense } from './stored-expense';

/**
 * Whether an expense that this user submits needs no one's approval: with what they submitted earlier today without
 * approval it is within the limit, so that the limit is not passed in parts (rule P15, decision 159).
 */
export async function isWithinLimit(
  ctx: WriteContext,
  expense: StoredExpense,
  settings: ExpenseSettings,
): Promise<boolean> {
  const state = stateOf(expense);
  if (needsApproval(state, settings) || needsReasonForDate(expense, londonDate(ctx.now))) return false;
  // Of two at once the second sees the first.
  await takeLock(ctx.tx, locks.unapprovedExpenses, ctx.actor.id);
  return !needsApproval(state, settings, await unapprovedToday(ctx, expense.id));
}

/** The database compares with the same sum. */
async function unapprovedToday(ctx: WriteContext, besides: number): Promise<Pence> {
  const { rows } = await sql<{ earlier: Pence }>`
    select unapproved_expenses(${ctx.actor.id}, ${londonDate(ctx.now)}::date, ${besides}) as earlier`.execute(
    ctx.tx,
  );
  return rows[0]?.earlier ?? toPence(0);
}

/**
 * Locks what posting will need before its number is taken, in the order of all locks (decision 094): the drawer, its
 * invoice as a bill of it would (decision 155), and the ledger.
 */
export async function lockToPost(ctx: WriteContext, expense: StoredExpense): Promise<void> {
  const { supplier, vat_number, reference } = expense;
  await lockDrawerOf(ctx, expense);
  if (reference !== null)
    await sql`select lock_supplier_invoice(seller, ${reference}) from unnest(${[
      ...(supplier ? [String(supplier.id)] : []),
      ...(vat_number === null ? [] : [vat_number]),
    ]}::text[]) as seller`.execute(ctx.tx);
  await lockCreditor(ctx, expense);
}
