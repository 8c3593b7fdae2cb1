import { sql } from 'kysely';
import { dateFrom, type Rhythm } from '#domain/expenses/expense-schedule';
import type { ExpenseSchedule, expenseSchedules } from '#domain/expenses/expense-schedule.contract';
import type { BodyOf } from '#domain/kernel/call';
import { addDays, type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { ensureNotFarAhead } from '../../kernel/books-day';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, ensureFound, invalid } from '../../platform/http/refusal';
import { isClaimOfClosedAccount } from './end-own-claims';
import { findScheduleOf, getSchedule } from './schedules.queries';
import { lockExpense } from './stored-expense';

/** Makes an expense recurring. 409 if it already is; it needs a number, so that it cannot be deleted. */
export async function createSchedule(
  ctx: WriteContext,
  expenseId: number,
  body: BodyOf<typeof expenseSchedules.create>,
): Promise<ExpenseSchedule> {
  const expense = await lockExpense(ctx.tx, expenseId);
  if (expense.number === null)
    throw conflict('Submit the expense first. Only a submitted expense can recur.');
  if (expense.status === 'cancelled')
    throw conflict(`${expense.number} is cancelled. Choose another expense to base it on.`);
  const existing = await findScheduleOf(ctx.tx, expenseId);
  if (existing)
    throw conflict(
      existing.isBasis
        ? `${expense.number} is already recurring. Change it on the Recurring Expenses page.`
        : `${expense.number} belongs to a recurring expense. Change that one on the Recurring Expenses page.`,
    );
  const today = londonDate(ctx.now);
  if (body.first_on < today) throw invalid({ first_on: `Choose ${formatDate(today)} or a later date.` });
  ensureNotFarAhead('due', today, { first_on: body.first_on });
  if (body.ends_on && body.ends_on < body.first_on)
    throw invalid({ ends_on: 'The end date must be on or after the first date.' });
  const { rows } = await sql<{ id: number }>`
    insert into expense_schedules (expense_id, first_expense_id, every, interval_count, first_on, ends_on, next_on, created_by, created_at)
    values (${expenseId}, ${expenseId}, ${body.every}, ${body.interval_count}, ${body.first_on}, ${body.ends_on ?? null}, ${body.first_on}, ${ctx.actor.id}, ${ctx.now})
    on conflict (expense_id) do nothing returning id`.execute(ctx.tx);
  const [added] = rows;
  if (!added)
    throw conflict(`${expense.number} is already recurring. Change it on the Recurring Expenses page.`);
  recordAudit(ctx, {
    action: 'repeated',
    recordType: 'expense',
    recordId: expenseId,
    recordName: expense.number,
    after: {
      every: body.every,
      ...(body.interval_count > 1 && { interval_count: body.interval_count }),
      first_on: body.first_on,
      ends_on: body.ends_on ?? null,
    },
  });
  return getSchedule(ctx.tx, added.id);
}

type Stored = Rhythm & {
  readonly first_on: CalendarDate;
  readonly last_on: CalendarDate | null;
};

/** A closed account claims nothing: what recurs as paid with its user's own money would end again the next night. */
async function ensureClaimantIsHere({ tx }: WriteContext, id: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select u.name from expense_schedules s join expenses e on e.id = s.expense_id join users u on u.id = s.created_by
    where s.id = ${id} and ${isClaimOfClosedAccount}`.execute(tx);
  const [closed] = rows;
  if (closed)
    throw conflict(`The account of ${closed.name}, who claims this, is not active, so it no longer recurs.`);
}

/** Pauses or resumes a recurring expense. Dates within a pause are skipped. 409 once its expense is cancelled: that ended it. */
export async function editSchedule(
  ctx: WriteContext,
  id: number,
  body: BodyOf<typeof expenseSchedules.update>,
): Promise<ExpenseSchedule> {
  const { rows } = await sql<Stored>`
    select every, interval_count, first_on, (select max(scheduled_for) from expenses where schedule_id = ${id}) as last_on
    from expense_schedules where id = ${id} for update`.execute(ctx.tx);
  const stored = ensureFound(rows[0], 'Recurring expense');
  // Asked after the lock, for which a cancellation at the same time waits.
  const before = ensureCurrent(await getSchedule(ctx.tx, id), body.version, 'Recurring expense');
  if (before.expense.is_cancelled)
    throw conflict(
      `${before.expense.number} is cancelled, so it no longer recurs. Make another expense recurring instead.`,
    );
  if (body.status === 'active') await ensureClaimantIsHere(ctx, id);
  const endsOn = body.ends_on ?? null;
  if (endsOn !== null && endsOn < stored.first_on)
    throw invalid({
      ends_on: `It began on ${formatDate(stored.first_on)}. Choose that date or a later one.`,
    });
  const isPaused = body.status === 'paused';
  const next = isPaused ? null : nextDay(stored, before.next_on, londonDate(ctx.now), endsOn);
  await sql`
    update expense_schedules set is_paused = ${isPaused}, ends_on = ${endsOn}, next_on = ${next}, version = version + 1
    where id = ${id}`.execute(ctx.tx);
  const after = await getSchedule(ctx.tx, id);
  recordEdit(
    ctx,
    { type: 'expense', id: after.expense.id, name: after.expense.number },
    { recurring: before.status, ends_on: before.ends_on },
    { recurring: after.status, ends_on: after.ends_on },
  );
  return after;
}

/** The next date: the pending one, or the first from today on without a draft. */
function nextDay(
  stored: Stored,
  waitsFor: CalendarDate | null,
  today: CalendarDate,
  endsOn: CalendarDate | null,
): CalendarDate | null {
  const { last_on } = stored;
  const from = last_on !== null && last_on >= today ? addDays(last_on, 1) : today;
  const next = waitsFor ?? dateFrom(stored, from);
  return endsOn !== null && next > endsOn ? null : next;
}
