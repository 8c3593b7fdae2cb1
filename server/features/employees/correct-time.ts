import { sql } from 'kysely';
import * as z from 'zod';
import { type TimeEntry, timeEntries } from '#domain/employees/time-entry.contract';
import { canCorrectOf, canHaveWorked } from '#domain/employees/time-entry.rules';
import { noSecondApprover } from '#domain/approvals/approval.rules';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, formatDate, formatMoment, londonDate } from '#domain/kernel/dates';
import { hasSecondApprover } from '../../kernel/approvals';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { ensure, forbidden, ensureFound, invalid } from '../../platform/http/refusal';
import { lockEmployee, type StoredEmployee, wasEmployedOn } from './stored-employee';
import { findTimeEntry } from './time-entries.queries';

/** Enters hours worked but not clocked, with a reason. 422 if they overlap other hours of the employee. */
export async function addTimeEntry(
  ctx: WriteContext,
  { employee_id, ...worked }: BodyOf<typeof timeEntries.add>,
): Promise<TimeEntry> {
  const { rows } = await sql`select from employees where id = ${employee_id}`.execute(ctx.tx);
  if (rows.length === 0) throw invalid({ employee_id: 'This employee no longer exists. Choose another.' });
  const employee = await lockEmployee(ctx.tx, employee_id);
  const isOwn = await ensureWorked(ctx, employee, worked, null);
  const { id } = await ctx.tx
    .insertInto('time_entries')
    .values({ employee_id, ...correction(ctx, worked), created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = ensureFound(await findTimeEntry(ctx.tx, id), 'Time entry');
  note(ctx, 'hours_entered', null, entry, isOwn);
  return entry;
}

/** Corrects hours, such as a missed clock-out, with a reason. 403 for one's own while a colleague could, 409 for a stale version. */
export async function correctTimeEntry(
  ctx: WriteContext,
  id: number,
  { version, ...worked }: BodyOf<typeof timeEntries.correct>,
): Promise<TimeEntry> {
  const { employee } = ensureFound(await findTimeEntry(ctx.tx, id), 'Time entry');
  const owner = await lockEmployee(ctx.tx, employee.id);
  const before = ensureFound(await findTimeEntry(ctx.tx, id), 'Time entry');
  if (version !== undefined && version !== before.version)
    ensureCurrent(z.encode(timeEntries.correct.reply, before), version, 'Time entry');
  const isOwn = await ensureWorked(ctx, owner, worked, id);
  await ctx.tx
    .updateTable('time_entries')
    .set({ ...correction(ctx, worked), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
  const after = ensureFound(await findTimeEntry(ctx.tx, id), 'Time entry');
  note(ctx, 'hours_corrected', before, after, isOwn);
  return after;
}

type Worked = Pick<BodyOf<typeof timeEntries.add>, 'clocked_in_at' | 'clocked_out_at' | 'reason'>;

const correction = (ctx: WriteContext, { clocked_in_at, clocked_out_at, reason }: Worked) => ({
  business_date: londonDate(clocked_in_at),
  clocked_in_at,
  clocked_out_at,
  corrected_by: ctx.actor.id,
  corrected_at: ctx.now,
  correction_reason: reason,
});

/** Returns whether the hours are one's own, which is allowed while nobody else could correct them. */
async function ensureWorked(
  ctx: WriteContext,
  employee: StoredEmployee,
  { clocked_in_at: from, clocked_out_at: to }: Worked,
  except: number | null,
): Promise<boolean> {
  const { id, user, name } = employee;
  const isOwn = user?.id === ctx.actor.id;
  const own = canCorrectOf({
    isOwn,
    hasSecond: isOwn && (await hasSecondApprover(ctx.tx, 'edit_employee', [ctx.actor.id])),
  });
  if (!own.allowed) throw forbidden(own.reason);
  ensure(canHaveWorked({ from, to }, ctx.now));
  ensureEmployed(employee, londonDate(from));
  const { rows } = await sql<{ clocked_in_at: Date }>`
    select clocked_in_at from time_entries where employee_id = ${id} and id is distinct from ${except}
      and clocked_in_at < ${to} and coalesce(clocked_out_at, ${ctx.now}) > ${from} limit 1`.execute(ctx.tx);
  const [other] = rows;
  if (other)
    throw invalid({
      clocked_in_at: `${name} was already at work then, from ${formatMoment(other.clocked_in_at)}. Correct that entry instead.`,
    });
  return isOwn;
}

function ensureEmployed(employee: StoredEmployee, day: CalendarDate): void {
  if (wasEmployedOn(employee, day)) return;
  const { name, started_on, left_on } = employee;
  const leftBefore = employee.worked_before.findLast(({ to }) => to < day)?.to;
  throw invalid({
    clocked_in_at:
      left_on !== null && day > left_on
        ? `${name} left on ${formatDate(left_on)}. Enter a date up to then, or correct the last day in their record first.`
        : leftBefore === undefined
          ? `${name} had not started by then. Check the date.`
          : `${name} left on ${formatDate(leftBefore)} and was rehired on ${formatDate(started_on)}. Check the date.`,
  });
}

function note(
  ctx: WriteContext,
  action: string,
  before: TimeEntry | null,
  after: TimeEntry,
  isOwn: boolean,
): void {
  const facts = ({ clocked_in_at, clocked_out_at }: TimeEntry) => ({ clocked_in_at, clocked_out_at });
  recordAudit(ctx, {
    action,
    recordType: 'employee',
    recordId: after.employee.id,
    recordName: after.employee.name,
    before: before && facts(before),
    after: {
      ...facts(after),
      reason: after.corrected?.reason ?? null,
      ...(isOwn ? { segregation: noSecondApprover } : {}),
    },
  });
}
