import { sql } from 'kysely';
import type { ExpenseSchedule, expenseSchedules } from '#domain/expenses/expense-schedule.contract';
import type { BodyOf } from '#domain/kernel/call';
import { recordEdit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensureUnchanged } from '../../platform/http/ensure-current';
import { conflict } from '../../platform/http/refusal';
import { findScheduleOf, getSchedule } from './schedules.queries';
import { lockExpense } from './stored-expense';

/**
 * Bases later drafts of a recurring expense on one that it created, such as the first with the new rent, or again on the
 * one that it began with. Drafts that are there already stay as they are. 409 unless it is submitted, not cancelled, and of
 * this schedule.
 */
export async function changeTemplate(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof expenseSchedules.template>,
): Promise<ExpenseSchedule> {
  const expense = await lockExpense(ctx.tx, body.expense_id);
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from expense_schedules where id = ${id} for update`.execute(ctx.tx);
  ensureUnchanged(rows[0], body.version, 'Recurring expense');
  const before = await getSchedule(ctx.tx, id);
  if (expense.number === null)
    throw conflict('Submit the expense first. Later drafts can only be based on a submitted one.');
  if (expense.status === 'cancelled')
    throw conflict(`${expense.number} is cancelled. Choose another expense to base later drafts on.`);
  const found = await findScheduleOf(ctx.tx, expense.id);
  if (found?.schedule.id !== id)
    throw conflict(
      `${expense.number} does not belong to this recurring expense. Choose one that does, or make it recurring by itself.`,
    );
  // Asked for again, it is in the audit log without a change.
  if (!found.isBasis)
    await sql`
      update expense_schedules set expense_id = ${expense.id}, version = version + 1 where id = ${id}`.execute(
      ctx.tx,
    );
  recordEdit(
    ctx,
    { type: 'expense', id: expense.id, name: expense.number },
    { based_on: before.expense.number },
    { based_on: expense.number },
  );
  return getSchedule(ctx.tx, id);
}
