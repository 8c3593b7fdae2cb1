import type { EmployeeStep } from '#domain/employees/employee.status';
import type { CalendarDate } from '#domain/kernel/dates';
import type { WriteContext } from '../../platform/http/context';

type Noted = {
  readonly step: EmployeeStep | 'start' | 'correct_leaving';
  readonly on: CalendarDate;
  readonly until?: CalendarDate | null;
  readonly reason?: string | null;
};

/** Adds a step to the history of an employment. */
export async function editStepNote(
  ctx: WriteContext,
  employeeId: number,
  { step, on, until = null, reason = null }: Noted,
): Promise<void> {
  await ctx.tx
    .insertInto('employee_steps')
    .values({
      employee_id: employeeId,
      step,
      happened_on: on,
      until,
      reason,
      done_by: ctx.actor.id,
      done_at: ctx.now,
    })
    .execute();
}
