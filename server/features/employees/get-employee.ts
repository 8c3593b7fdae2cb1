import { sql } from 'kysely';
import type { EmployeeDetail } from '#domain/employees/employee.contract';
import { canErase, canTake } from '#domain/employees/employee.rules';
import type { EmployeeStep } from '#domain/employees/employee.status';
import { hasPermission } from '#domain/kernel/access';
import type { Permission } from '#domain/kernel/permissions';
import { no, type RuleResult, yes } from '#domain/kernel/rule-result';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import { ensureFound } from '../../platform/http/refusal';
import { findEmployee, stateOf, type StoredEmployee } from './stored-employee';

/** An employee with their history, their reports and what this user may do. 404 if they do not exist. */
export async function getEmployee(
  db: Reader,
  id: number,
  { actor }: { readonly actor: Actor },
): Promise<EmployeeDetail> {
  const employee = ensureFound(await findEmployee(db, id), 'Employee');
  const { closed_account: _closed, worked_before: _before, ...shown } = employee;
  return {
    ...shown,
    reports: await reportsOf(db, id),
    steps: await stepsOf(db, id),
    can: allowedActions(employee, actor),
  };
}

async function reportsOf(db: Reader, id: number): Promise<EmployeeDetail['reports']> {
  return db
    .selectFrom('employees')
    .select(['id', 'name', 'job_title'])
    .where('manager_id', '=', id)
    .where('status', '<>', 'left')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Newest first. */
async function stepsOf(db: Reader, id: number): Promise<EmployeeDetail['steps']> {
  const { rows } = await sql<EmployeeDetail['steps'][number]>`
    select s.id, s.step, s.happened_on, s.until, case when e.erased_at is null then s.reason end as reason, u.name as by, s.done_at as at
    from employee_steps s join users u on u.id = s.done_by join employees e on e.id = s.employee_id where s.employee_id = ${id} order by s.id desc`.execute(
    db,
  );
  return rows;
}

/** The rule is checked before the permission, so that a button explains the employee's status first. */
function allowedActions(employee: StoredEmployee, actor: Actor): EmployeeDetail['can'] {
  const state = stateOf(employee);
  const withRight = (result: RuleResult, right: Permission): RuleResult => {
    if (!result.allowed) return result;
    return hasPermission(actor, right) ? yes : no('You do not have permission to do this.');
  };
  const step = (taken: EmployeeStep, right: Permission = 'edit_employee') =>
    withRight(canTake(taken, state), right);
  return {
    edit: withRight(
      state.isErased ? no('The personal data of this employee has been erased.') : yes,
      'edit_employee',
    ),
    go_on_leave: step('go_on_leave'),
    return: step('return'),
    suspend: step('suspend'),
    reinstate: step('reinstate'),
    leave: step('leave'),
    rehire: step('rehire', 'create_employee'),
    erase: withRight(canErase(state), 'delete_employee'),
  };
}
