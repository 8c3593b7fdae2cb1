import { sql } from 'kysely';
import type { EmployeeDetail, employees } from '#domain/employees/employee.contract';
import { canErase } from '#domain/employees/employee.rules';
import type { BodyOf } from '#domain/kernel/call';
import { recordAudit } from '../../kernel/audit';
import type { WriteContext } from '../../platform/http/context';
import { ensure } from '../../platform/http/refusal';
import { getEmployee } from './get-employee';
import { lockEmployee, stateOf } from './stored-employee';

/**
 * Erases what is personal of somebody who left: name, contact, emergency contact, notes, papers, pay details (rules K3,
 * K4). Number, dates, hours and wages stay, as tax law asks.
 */
export async function eraseEmployee(
  ctx: WriteContext,
  id: number,
  { reason }: BodyOf<typeof employees.erase>,
): Promise<EmployeeDetail> {
  const employee = await lockEmployee(ctx.tx, id);
  ensure(canErase(stateOf(employee)));
  await sql`
    update employees set name = 'Erased employee ' || number, job_title = null, email = null, phone = null, address = null,
      postcode = null, emergency_name = null, emergency_relation = null, emergency_phone = null, notes = null,
      erased_at = ${ctx.now}, version = version + 1, updated_at = ${ctx.now}
    where id = ${id}`.execute(ctx.tx);
  await sql`delete from employee_pay where employee_id = ${id}`.execute(ctx.tx);
  await sql`delete from employee_documents where employee_id = ${id}`.execute(ctx.tx);
  recordAudit(ctx, {
    action: 'erased',
    recordType: 'employee',
    recordId: id,
    recordName: `Erased employee ${employee.number}`,
    after: { reason },
  });
  return getEmployee(ctx.tx, id, ctx);
}
