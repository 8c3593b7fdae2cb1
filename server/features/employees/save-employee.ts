import { sql } from 'kysely';
import * as z from 'zod';
import { noSecondApprover } from '#domain/approvals/approval.rules';
import { type EmployeeDetail, employees, type EmployeeWrite } from '#domain/employees/employee.contract';
import { type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { hasSecondApprover } from '../../kernel/approvals';
import { recordAudit, recordEdit } from '../../kernel/audit';
import { ensureNotFarAhead } from '../../kernel/books-day';
import { nextNumber } from '../../kernel/documents';
import { violatedConstraint } from '../../platform/database/database-errors';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, invalid } from '../../platform/http/refusal';
import { ensureCanChangeAccount } from '../users';
import { getEmployee } from './get-employee';
import { editStepNote } from './edit-step-note';
import { correctLeavingDate } from './leaving-date';
import { lockEmployee, type StoredEmployee } from './stored-employee';

/** Adds an employee, starting today by default. 422 if the account or the manager is not possible. */
export async function createEmployee(ctx: WriteContext, body: EmployeeWrite): Promise<EmployeeDetail> {
  await ensureManager(ctx, body.manager_id);
  await ensureAccount(ctx, body.user_id);
  const started_on = body.started_on ?? londonDate(ctx.now);
  ensureNotFarAhead('dated', londonDate(ctx.now), { started_on });
  const { id } = await inWords(
    body,
    (async () =>
      ctx.tx
        .insertInto('employees')
        .values({
          ...columnsOf(body),
          number: await nextNumber(ctx.tx, 'EMP'),
          started_on,
          created_at: ctx.now,
          updated_at: ctx.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow())(),
  );
  await editStepNote(ctx, id, { step: 'start', on: started_on });
  const employee = await getEmployee(ctx.tx, id, ctx);
  recordAudit(ctx, {
    action: 'created',
    recordType: 'employee',
    recordId: id,
    recordName: employee.name,
    after: factsOf(employee),
  });
  return employee;
}

/**
 * Edits an employee. 409 with the current values if they changed in the meantime, or if the data was erased.
 */
export async function editEmployee(
  ctx: WriteContext,
  id: number,
  body: EmployeeWrite & {
    readonly left_on?: CalendarDate | undefined;
    readonly version?: number | undefined;
  },
): Promise<EmployeeDetail> {
  const before = await lockEmployee(ctx.tx, id, { managerId: body.manager_id });
  if (body.version !== undefined && body.version !== before.version)
    ensureCurrent(
      z.encode(employees.update.reply, await getEmployee(ctx.tx, id, ctx)),
      body.version,
      'Employee',
    );
  if (before.erased_at !== null) throw conflict('The personal data of this employee has been erased.');
  const started_on = body.started_on ?? before.started_on;
  ensureNotFarAhead('dated', londonDate(ctx.now), { started_on: body.started_on });
  const left_on = await correctLeavingDate(ctx, before, body.left_on);
  ensureStart({ ...before, left_on }, started_on);
  if ((body.manager_id ?? null) !== (before.manager?.id ?? null)) await ensureManager(ctx, body.manager_id);
  let isOwnLink = false;
  if ((body.user_id ?? null) !== (before.user?.id ?? null)) {
    ensureAccountCanChange(before);
    isOwnLink = await ensureNotOwnAccount(ctx, before);
    await ensureAccount(ctx, body.user_id);
  }
  await inWords(
    body,
    ctx.tx
      .updateTable('employees')
      .set({
        ...columnsOf(body),
        started_on,
        left_on,
        version: sql<number>`version + 1`,
        updated_at: ctx.now,
      })
      .where('id', '=', id)
      .execute(),
  );
  const after = await getEmployee(ctx.tx, id, ctx);
  const changed = privateFields.filter(field => before[field] !== after[field]);
  recordEdit(ctx, { type: 'employee', id, name: after.name }, factsOf(before), {
    ...factsOf(after),
    ...(changed.length > 0 ? { changed } : {}),
    ...(isOwnLink ? { segregation: noSecondApprover } : {}),
  });
  return after;
}

const privateFields = [
  'email',
  'phone',
  'address',
  'postcode',
  'emergency_name',
  'emergency_relation',
  'emergency_phone',
  'notes',
] as const;

/** The values entered; missing ones are null. */
const columnsOf = (body: EmployeeWrite) => ({
  name: body.name,
  job_title: body.job_title ?? null,
  department: body.department ?? null,
  manager_id: body.manager_id ?? null,
  user_id: body.user_id ?? null,
  ...Object.fromEntries(privateFields.map(field => [field, body[field] ?? null])),
});

/** For the audit log, which outlives an erasure: private fields are only marked as changed. */
const factsOf = (
  employee: Pick<
    StoredEmployee,
    'name' | 'job_title' | 'department' | 'manager' | 'user' | 'started_on' | 'left_on'
  >,
) => ({
  name: employee.name,
  job_title: employee.job_title,
  department: employee.department,
  // By number: the manager may be erased and this employee not.
  manager_id: employee.manager?.id ?? null,
  account_id: employee.user?.id ?? null,
  started_on: employee.started_on,
  ...(employee.left_on !== null && { left_on: employee.left_on }),
});

function ensureStart(
  { left_on, away_from, worked_before, name, started_on }: StoredEmployee,
  startedOn: CalendarDate,
): void {
  const leftBefore = worked_before.at(-1)?.to;
  // One that was entered before this was checked stays, and does not keep the rest from being edited.
  if (leftBefore !== undefined && startedOn <= leftBefore && startedOn !== started_on)
    throw invalid({
      started_on: `${name} left on ${formatDate(leftBefore)} and was rehired later. Enter a date after that.`,
    });
  const first = [left_on, away_from].find(day => day !== null && day < startedOn);
  if (first !== undefined)
    throw invalid({
      started_on: `${name} cannot start after a later change in their employment. Choose an earlier date.`,
    });
}

/** Suspended and former employees keep the account that was closed with them. */
function ensureAccountCanChange({ status, name }: StoredEmployee): void {
  if (status === 'suspended')
    throw invalid({ user_id: `${name} is suspended. Reinstate them before you change their account.` });
  if (status === 'left') throw invalid({ user_id: `${name} has left. Rehire them first.` });
}

/**
 * One's own hours are corrected by a colleague, so one does not stop being the employee they belong to, unless no one else
 * could undo a wrong link. Returns whether it is one's own.
 */
async function ensureNotOwnAccount({ tx, actor }: WriteContext, { user }: StoredEmployee): Promise<boolean> {
  if (user?.id !== actor.id) return false;
  if (await hasSecondApprover(tx, 'edit_employee', [actor.id]))
    throw invalid({ user_id: 'You cannot unlink your own account. Ask a colleague.' });
  return true;
}

/** Locks the manager until the commit, so that they cannot leave in between. */
async function ensureManager(ctx: WriteContext, managerId: number | null | undefined): Promise<void> {
  if (managerId == null) return;
  const { rows } = await sql<{ name: string; status: string }>`
    select name, status from employees where id = ${managerId} for key share`.execute(ctx.tx);
  const [manager] = rows;
  if (!manager) throw invalid({ manager_id: 'This employee no longer exists. Choose another.' });
  if (manager.status === 'left')
    throw invalid({ manager_id: `${manager.name} has left. Choose someone else.` });
}

/** Locks an account until the commit, so that it cannot be deactivated in between. */
async function ensureAccount(ctx: WriteContext, userId: number | null | undefined): Promise<void> {
  if (userId == null) return;
  const { rows } = await sql<{ name: string; status: string; is_erased: boolean }>`
    select name, status, erased_at is not null as is_erased from users where id = ${userId} for share`.execute(
    ctx.tx,
  );
  const [user] = rows;
  if (!user) throw invalid({ user_id: 'This account no longer exists. Choose another.' });
  if (user.is_erased)
    throw invalid({ user_id: 'This account was erased with its employee. Choose another.' });
  if (user.status !== 'active')
    throw invalid({ user_id: `The account of ${user.name} is inactive. Activate it first.` });
  await ensureCanChangeAccount(ctx, userId);
}

/** Database constraints as field errors of the form. */
async function inWords<T>({ name }: EmployeeWrite, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'employees_have_an_account_each')
      throw invalid({ user_id: 'This account already belongs to another employee. Choose another.' });
    if (constraint === 'employees_managers_make_no_circle' || constraint === 'employees_manage_others')
      throw invalid({ manager_id: `${name} would be their own manager. Choose someone else.` });
    throw error;
  }
}
