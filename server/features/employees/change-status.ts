import { sql } from 'kysely';
import type { EmployeeDetail, employees } from '#domain/employees/employee.contract';
import { canHappenOn, canLeave, canTake, type Unsettled } from '#domain/employees/employee.rules';
import { type EmployeeStep, employeeSteps } from '#domain/employees/employee.status';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { recordAudit } from '../../kernel/audit';
import { ensureNotFarAhead } from '../../kernel/books-day';
import type { Tx } from '../../platform/database/open-database';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureUnchanged } from '../../platform/http/ensure-current';
import { conflict, ensure, invalid } from '../../platform/http/refusal';
import { closeAccount, reopenAccount } from '../users';
import { getEmployee } from './get-employee';
import { editStepNote } from './edit-step-note';
import { ensureWorkedUpTo } from './leaving-date';
import { lockEmployee, stateOf, type StoredEmployee } from './stored-employee';

type StepTaken = {
  readonly step: EmployeeStep;
  readonly on: CalendarDate;
  readonly until: CalendarDate | null;
  readonly reason: string | null;
};

/**
 * Takes a step of an employment (features 5.6). Suspended and leaving employees are signed out everywhere,
 * and their account and PIN are disabled in this transaction; on leave the PIN is disabled. 409 if the
 * status does not allow the step, 422 if something must be settled first.
 */
export async function changeStatus(
  ctx: WriteContext,
  id: number,
  {
    step,
    on,
    until = null,
    reason = null,
    reports_to = null,
    version,
  }: BodyOf<typeof employees.changeStatus>,
): Promise<EmployeeDetail> {
  if (step === 'suspend' && reason === null) throw invalid({ reason: 'Enter a reason.' });
  if (reports_to !== null && step !== 'leave')
    throw invalid({ reports_to: 'A new manager is only needed when someone leaves. Leave this blank.' });
  const employee = await lockFor(ctx, id, { step, version, reports_to });
  const taken = { step, on: on ?? londonDate(ctx.now), until, reason };
  ensure(canHappenOn(step, stateOf(employee), { ...taken, today: londonDate(ctx.now) }));
  ensureNotFarAhead('due', taken.on, { until });
  if (step === 'leave') {
    await ensureWorkedUpTo(ctx.tx, employee, { field: 'on', lastDay: taken.on });
    await prepareLeaving(ctx, employee, { reportsTo: reports_to, reason });
  }
  const closed = await changeAccount(ctx, employee, step);
  await sql`
    update employees set status = ${employeeSteps[step].to}, left_on = ${step === 'leave' ? taken.on : null}::date,
      away_from = ${step === 'go_on_leave' ? taken.on : null}::date, away_until = ${until}::date, closed_account = ${closed},
      version = version + 1, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
  return finish(ctx, employee, taken);
}

/**
 * Rehires an employee who left. Their history stays; their account stays closed until someone activates it.
 */
export async function rehireEmployee(
  ctx: WriteContext,
  id: number,
  { on, reason = null, version }: BodyOf<typeof employees.rehire>,
): Promise<EmployeeDetail> {
  const employee = await lockFor(ctx, id, { step: 'rehire', version });
  const today = londonDate(ctx.now);
  const taken = { step: 'rehire', on: on ?? today, until: null, reason } as const;
  ensure(canHappenOn('rehire', stateOf(employee), { ...taken, today }));
  try {
    await sql`
      update employees set status = 'active', started_on = ${taken.on}, left_on = null,
        worked_before = worked_before + datemultirange(daterange(started_on, left_on, '[]')), version = version + 1, updated_at = ${ctx.now}
      where id = ${id}`.execute(ctx.tx);
  } catch (error) {
    if (violatedConstraint(error) !== 'employees_have_an_account_each') throw error;
    throw conflict(
      `The account of ${employee.name} now belongs to someone else. Unlink it from them before you rehire ${employee.name}.`,
    );
  }
  return finish(ctx, employee, taken);
}

type StepAsked = {
  readonly step: EmployeeStep;
  readonly version: number | undefined;
  readonly reports_to?: number | null;
};

async function lockFor(
  ctx: WriteContext,
  id: number,
  { step, version, reports_to }: StepAsked,
): Promise<StoredEmployee> {
  const employee = await lockEmployee(ctx.tx, id, {
    managerId: reports_to,
    withReports: step === 'leave',
  });
  ensure(canTake(step, stateOf(employee)));
  return ensureUnchanged(employee, version, 'Employee');
}

async function finish(ctx: WriteContext, before: StoredEmployee, taken: StepTaken): Promise<EmployeeDetail> {
  await editStepNote(ctx, before.id, taken);
  const { step, ...reported } = taken;
  const facts = Object.fromEntries(Object.entries(reported).filter(([, fact]) => fact !== null));
  recordAudit(ctx, {
    action: auditActions[step],
    recordType: 'employee',
    recordId: before.id,
    recordName: before.name,
    before: { status: before.status },
    after: { status: employeeSteps[step].to, ...facts },
  });
  return getEmployee(ctx.tx, before.id, ctx);
}

const auditActions: Readonly<Record<EmployeeStep, string>> = {
  go_on_leave: 'sent_on_leave',
  return: 'back_from_leave',
  suspend: 'suspended',
  reinstate: 'reinstated',
  leave: 'left',
  rehire: 'hired_again',
};

/** The effect of a step on the account. Returns whether this step closed it, so that returning reopens it. */
async function changeAccount(
  ctx: WriteContext,
  { user, closed_account }: StoredEmployee,
  step: EmployeeStep,
): Promise<boolean> {
  if (!user) return false;
  if (step === 'suspend') return closeAccount(ctx, user.id);
  if (step === 'leave') await closeAccount(ctx, user.id);
  if (step === 'reinstate' && closed_account) await reopenAccount(ctx, user.id);
  // Ends sessions started by PIN; the PIN itself is refused during the leave.
  if (step === 'go_on_leave')
    await sql`delete from sessions where user_id = ${user.id} and parent_id is not null`.execute(ctx.tx);
  return false;
}

/**
 * Assigns the reports of an employee who leaves to a new manager, and refuses while anything is unsettled.
 */
async function prepareLeaving(
  ctx: WriteContext,
  employee: StoredEmployee,
  { reportsTo, reason }: { readonly reportsTo: number | null; readonly reason: string | null },
): Promise<void> {
  if (reportsTo !== null) await handOver(ctx, employee, reportsTo);
  ensure(canLeave(employee.name, await findUnsettled(ctx.tx, employee), reason));
}

async function handOver(ctx: WriteContext, { id, name }: StoredEmployee, managerId: number): Promise<void> {
  if (managerId === id) throw invalid({ reports_to: `${name} is leaving. Choose someone else.` });
  const { rows } = await sql<{ name: string; status: string }>`
    select name, status from employees where id = ${managerId} for key share`.execute(ctx.tx);
  const [manager] = rows;
  if (!manager || manager.status === 'left')
    throw invalid({ reports_to: 'The new manager must work here. Choose someone else.' });
  try {
    // The new manager reports to the next level up, not to themselves.
    await sql`
      update employees e set manager_id = case when e.id = ${managerId} then (select manager_id from employees where id = ${id})
          else ${managerId} end, version = version + 1, updated_at = ${ctx.now}
      where e.manager_id = ${id} and e.status <> 'left'`.execute(ctx.tx);
  } catch (error) {
    if (violatedConstraint(error) !== 'employees_managers_make_no_circle') throw error;
    throw invalid({ reports_to: `${manager.name} reports to one of them. Choose someone else.` });
  }
}

async function findUnsettled(tx: Tx, { id, user }: StoredEmployee): Promise<Unsettled> {
  const userId = user?.id ?? null;
  const { rows } = await sql<Unsettled>`
    select array(select r.name from till_sessions s join registers r on r.id = s.register_id
        where s.opened_by = ${userId}::bigint and s.status <> 'closed' order by r.name) as "openTills",
      (select count(*) from expenses where created_by = ${userId}::bigint and settlement = 'own_money'
        and status in ('submitted', 'approved')) as "unpaidExpenses",
      (select count(*) from expenses where created_by = ${userId}::bigint and settlement = 'own_money'
        and status = 'draft') as "draftClaims",
      array(select number from expenses where created_by = ${userId}::bigint and settlement = 'own_money'
        and status = 'cancelled' and money_is_out order by id) as "owedExpenses",
      (select count(*) from employees where manager_id = ${id} and status <> 'left') as reports,
      exists (select from time_entries where employee_id = ${id} and clocked_out_at is null) as "isClockedIn"`.execute(
    tx,
  );
  return (
    rows[0] ?? {
      openTills: [],
      unpaidExpenses: 0,
      draftClaims: 0,
      owedExpenses: [],
      reports: 0,
      isClockedIn: false,
    }
  );
}
