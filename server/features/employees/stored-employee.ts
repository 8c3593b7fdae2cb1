import { sql } from 'kysely';
import type { EmployeeState } from '#domain/employees/employee.rules';
import type { EmployeeStatus } from '#domain/employees/employee.status';
import type { CalendarDate } from '#domain/kernel/dates';
import type { Reader, Tx } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';

type Named = { readonly id: number; readonly name: string };

/** A stored employee. */
export type StoredEmployee = {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly job_title: string | null;
  readonly department: string | null;
  readonly manager: Named | null;
  readonly user: Named | null;
  readonly closed_account: boolean;
  readonly status: EmployeeStatus;
  readonly started_on: CalendarDate;
  readonly left_on: CalendarDate | null;
  /** Earlier employments, oldest first: they left and were rehired. */
  readonly worked_before: readonly { readonly from: CalendarDate; readonly to: CalendarDate }[];
  readonly away_from: CalendarDate | null;
  readonly away_until: CalendarDate | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly postcode: string | null;
  readonly emergency_name: string | null;
  readonly emergency_relation: string | null;
  readonly emergency_phone: string | null;
  readonly notes: string | null;
  readonly erased_at: Date | null;
  readonly next_expiry: CalendarDate | null;
  readonly clocked_in_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/**
 * The manager and account of employee `e`, whether they are clocked in, and their document that expires
 * next.
 */
export const employeeRelations = sql`
  (select jsonb_build_object('id', m.id, 'name', m.name) from employees m where m.id = e.manager_id) as manager,
  (select jsonb_build_object('id', u.id, 'name', u.name) from users u where u.id = e.user_id) as "user",
  (select min(d.expires_on) from employee_documents d where d.employee_id = e.id) as next_expiry,
  (select t.clocked_in_at from time_entries t where t.employee_id = e.id and t.clocked_out_at is null) as clocked_in_at`;

export async function findEmployee(db: Reader, id: number): Promise<StoredEmployee | undefined> {
  const { rows } = await sql<StoredEmployee>`
    select e.id, e.number, e.name, e.job_title, e.department, ${employeeRelations}, e.closed_account, e.status, e.started_on, e.left_on,
      e.away_from, e.away_until, e.email, e.phone, e.address, e.postcode, e.emergency_name, e.emergency_relation, e.emergency_phone,
      e.notes, e.erased_at, e.version, e.created_at, e.updated_at,
      (select coalesce(jsonb_agg(jsonb_build_object('from', lower(days), 'to', upper(days) - 1) order by days), '[]')
        from unnest(e.worked_before) days) as worked_before
    from employees e where e.id = ${id}`.execute(db);
  return rows[0];
}

type LockedWith = {
  /** The manager they are given. */
  readonly managerId?: number | null | undefined;
  /** Whether the employees who report to them change too. */
  readonly withReports?: boolean;
};

/**
 * Locks an employee until the commit, before any change. The others that the change concerns are locked in the same
 * statement, in id order, so that two employees made each other's manager at once do not deadlock. 404 if the employee
 * does not exist.
 */
export async function lockEmployee(
  tx: Tx,
  id: number,
  { managerId, withReports = false }: LockedWith = {},
): Promise<StoredEmployee> {
  const ids = managerId == null ? [id] : [id, managerId];
  await sql`
    select from employees where id = any(${ids}::bigint[]) or (${withReports} and manager_id = ${id})
    order by id for update`.execute(tx);
  return ensureFound(await findEmployee(tx, id), 'Employee');
}

/** Whether they were employed on a day of a period, now or in an employment that ended before they were rehired. */
export const wasEmployedWithin = (
  { started_on, left_on, worked_before }: StoredEmployee,
  period: { readonly from: CalendarDate; readonly to: CalendarDate },
): boolean =>
  [...worked_before, { from: started_on, to: left_on }].some(
    ({ from, to }) => from <= period.to && (to === null || to >= period.from),
  );

export const wasEmployedOn = (employee: StoredEmployee, day: CalendarDate): boolean =>
  wasEmployedWithin(employee, { from: day, to: day });

/** The employee as the rules need them. */
export const stateOf = (employee: StoredEmployee): EmployeeState => ({
  name: employee.name,
  status: employee.status,
  startedOn: employee.started_on,
  leftOn: employee.left_on,
  isErased: employee.erased_at !== null,
});
