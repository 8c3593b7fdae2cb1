import { sql } from 'kysely';
import type { timeClock, ClockUser } from '#domain/employees/time-entry.contract';
import { minutesBetween } from '#domain/employees/time-entry.rules';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { londonTime } from '#domain/kernel/london-clock';
import { recordAudit } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, Refusal } from '../../platform/http/refusal';
import { checkPin, canUsePin } from '../tills';
import { lockEmployee } from './stored-employee';

/** Employees with a PIN, by name, with who is clocked in. */
export async function listClockUsers(db: Reader): Promise<{ data: ClockUser[] }> {
  const { rows } = await sql<ClockUser>`
    select u.id as user_id, e.name, t.clocked_in_at
    from employees e join users u on u.id = e.user_id join user_pins p on p.user_id = u.id
      left join time_entries t on t.employee_id = e.id and t.clocked_out_at is null
    where e.status = 'active' and ${canUsePin} order by e.name, e.id`.execute(db);
  return { data: rows };
}

type Clocked = ReplyOf<typeof timeClock.clock>;

/**
 * Clocks an employee in or out by PIN. A repeated request reports the current state. A wrong PIN is
 * returned, not thrown, so that the attempt stays counted.
 */
export async function clock(
  ctx: WriteContext,
  { user_id, pin, direction }: BodyOf<typeof timeClock.clock>,
): Promise<Clocked | Refusal> {
  const person = await checkPin(ctx, user_id, pin);
  if (person instanceof Refusal) return person;
  const { rows } = await sql<{ id: number }>`
    select id from employees where user_id = ${user_id} and status = 'active'`.execute(ctx.tx);
  const [found] = rows;
  if (!found) throw conflict(`${person.name} is not listed as an employee. Ask a manager to add them.`);
  const employee = await lockEmployee(ctx.tx, found.id);
  if (employee.status !== 'active') throw conflict(`${employee.name} is not an active employee.`);
  const clocked = direction === 'in' ? await clockIn(ctx, employee) : await clockOut(ctx, employee);
  recordAudit(ctx, {
    action: direction === 'in' ? 'clocked_in' : 'clocked_out',
    recordType: 'employee',
    recordId: employee.id,
    recordName: employee.name,
    actor: person,
  });
  return clocked;
}

type Person = { readonly id: number; readonly name: string; readonly clocked_in_at: Date | null };

async function clockIn(ctx: WriteContext, { id, name, clocked_in_at }: Person): Promise<Clocked> {
  if (clocked_in_at)
    throw conflict(
      `${name} has been clocked in since ${sinceWords(clocked_in_at, ctx.now)}. Clock out instead.`,
    );
  await ctx.tx
    .insertInto('time_entries')
    .values({
      employee_id: id,
      business_date: londonDate(ctx.now),
      clocked_in_at: ctx.now,
      created_at: ctx.now,
    })
    .execute();
  return { name, direction: 'in', at: ctx.now, minutes: null };
}

const maxDurationMs = 24 * 3600_000;

async function clockOut(ctx: WriteContext, { id, name, clocked_in_at }: Person): Promise<Clocked> {
  if (!clocked_in_at) throw conflict(`${name} is not clocked in. Clock in instead.`);
  const lasted = ctx.now.getTime() - clocked_in_at.getTime();
  if (lasted > maxDurationMs)
    throw conflict(
      `${name} has been clocked in since ${sinceWords(clocked_in_at, ctx.now)}: a clock-out was missed. Have the timesheet corrected, then clock in.`,
    );
  // A clock that was set back must not invalidate the day.
  const at = lasted > 0 ? ctx.now : new Date(clocked_in_at.getTime() + 1);
  await sql`
    update time_entries set clocked_out_at = ${at}, version = version + 1
    where employee_id = ${id} and clocked_out_at is null`.execute(ctx.tx);
  return { name, direction: 'out', at, minutes: minutesBetween(clocked_in_at, at) };
}

const sinceWords = (since: Date, now: Date) =>
  londonDate(since) === londonDate(now)
    ? londonTime(since)
    : `${londonDate(since).split('-').reverse().join('/')} ${londonTime(since)}`;
