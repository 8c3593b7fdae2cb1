import type { BodySent } from '#domain/kernel/call';
import { type EmployeeDetail, employees } from '#domain/employees/employee.contract';
import type { Permission } from '#domain/kernel/permissions';
import type { Caller, TestApp } from './test-app';

type Sent = BodySent<typeof employees.create>;

/** A user who manages employees, with their actions through the API. */
export async function staffOffice(app: TestApp, ...rights: Permission[]) {
  // Users can only link and close accounts whose permissions they have.
  const theirs = [
    'view_pos',
    'create_sale',
    'view_sale',
    'refund_sale',
    'view_expense',
    'create_expense',
  ] as const;
  const keeper = await app.as('view_employee', 'create_employee', 'edit_employee', ...theirs, ...rights);
  let people = 0;
  const body = (more: Partial<Sent> = {}): Sent => {
    people += 1;
    return { name: `Employee ${people}`, started_on: '2025-01-06', ...more };
  };
  /** Adds an employee, and fails the test when that is refused. */
  const hired = async (more: Partial<Sent> = {}, who: Caller = keeper): Promise<EmployeeDetail> => {
    const { reply, refusal } = await who.call(employees.create, { body: body(more) });
    if (!reply) throw new Error(JSON.stringify(refusal));
    return reply;
  };
  const step = (
    { id }: { id: number },
    name: BodySent<typeof employees.changeStatus>['step'],
    more: Partial<BodySent<typeof employees.changeStatus>> = {},
    who: Caller = keeper,
  ) =>
    who.call(employees.changeStatus, {
      params: { id },
      body: { step: name, ...(name === 'suspend' ? { reason: 'An inquiry' } : {}), ...more },
    });
  return { keeper, body, hired, step };
}
