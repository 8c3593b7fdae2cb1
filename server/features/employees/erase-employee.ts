import { sql } from 'kysely';
import type { EmployeeDetail, employees } from '#domain/employees/employee.contract';
import { canErase } from '#domain/employees/employee.rules';
import type { BodyOf } from '#domain/kernel/call';
import type { CalendarDate } from '#domain/kernel/dates';
import {
  eraseAudits,
  eraseEntriesNaming,
  findAddressesIn,
  findNamesIn,
  recordAudit,
} from '../../kernel/audit';
import { askToKeepErasures } from '../../kernel/backups';
import { deleteNotificationsOf } from '../../kernel/notifications';
import type { Reader, Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { eraseAnswers, eraseAnswersOf } from '../../platform/http/erase-answers';
import { ensure } from '../../platform/http/refusal';
import { ensureCanEraseAccount, eraseAccount } from '../users';
import { getEmployee } from './get-employee';
import { lockEmployee, stateOf } from './stored-employee';

/**
 * Erases the personal data of an employee who left: name, contact, emergency contact, notes, documents, pay
 * details, and their closed account (rules K3, K4). Number, dates, hours and wages are kept, as tax law requires.
 */
export async function eraseEmployee(
  ctx: WriteContext,
  id: number,
  { reason }: BodyOf<typeof employees.erase>,
): Promise<EmployeeDetail> {
  const employee = await lockEmployee(ctx.tx, id);
  ensure(canErase(stateOf(employee)));
  if (employee.user) await ensureCanEraseAccount(ctx, employee.user.id);
  await eraseEmployeeData(ctx, employee, reason);
  await askToKeepErasures(ctx.tx);
  return getEmployee(ctx.tx, id, ctx);
}

/** Removes all personal data of an employee, and records the erasure. */
async function eraseEmployeeData(
  ctx: WriteContext,
  { id, number, name }: { readonly id: number; readonly number: string; readonly name: string },
  reason: string,
): Promise<void> {
  const { rows } = await sql<{ user_id: number | null }>`
    update employees set name = 'Erased employee ' || number, job_title = null, email = null, phone = null, address = null,
      postcode = null, emergency_name = null, emergency_relation = null, emergency_phone = null, notes = null,
      erased_at = ${ctx.now}, version = version + 1, updated_at = ${ctx.now}
    where id = ${id} returning user_id`.execute(ctx.tx);
  const [account] = rows;
  const names = [name, ...(await findNamesIn(ctx.tx, 'employee', id))];
  const addresses = await findAddressesIn(ctx.tx, 'employee', id);
  if (account?.user_id != null) await eraseAccount(ctx, account.user_id, `Erased employee ${number}`);
  await eraseAudits(ctx.tx, 'employee', [id], ctx.now);
  const emptied = await eraseEntriesNaming(ctx.tx, { userId: null, names, addresses }, ctx.now);
  for (const named of ['employee', 'manager'])
    await eraseAnswers(ctx.tx, { routes: '/employees', named }, [id]);
  await sql`update employee_steps set reason = null where employee_id = ${id} and reason is not null`.execute(
    ctx.tx,
  );
  // Why hours were corrected; that they were, when and by whom stays with the hours.
  await sql`
    update time_entries set correction_reason = 'Erased' where employee_id = ${id} and correction_reason is not null`.execute(
    ctx.tx,
  );
  await sql`delete from employee_pay where employee_id = ${id}`.execute(ctx.tx);
  await sql`delete from employee_documents where employee_id = ${id}`.execute(ctx.tx);
  await eraseMessagesTo(ctx.tx, id);
  // The messages stay in the mailbox (decision 050), but not as those of this record.
  await sql`delete from mail_links where record_type = 'employee' and record_id = ${id}`.execute(ctx.tx);
  await deleteNotificationsOf(ctx.tx, 'expiring_document', [id]);
  recordAudit(ctx, {
    action: 'erased',
    recordType: 'employee',
    recordId: id,
    recordName: `Erased employee ${number}`,
    after: { reason, ...(emptied.length > 0 ? { emptied } : {}) },
  });
}

/**
 * What was written to them, and a bulk email that was sent to no one else. If one of its job's steps holds that bulk email,
 * which then waits for this employee, the database ends one of the two transactions, and it runs again.
 */
async function eraseMessagesTo(tx: Tx, id: number): Promise<void> {
  await sql`delete from emails where employee_id = ${id}`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    delete from bulk_emails b using bulk_email_rows r
    where b.kind = 'employees' and r.bulk_email_id = b.id and r.record_id = ${id} and r.outcome <> 'left_out'
      and not exists (
        select from bulk_email_rows other
        where other.bulk_email_id = b.id and other.record_id <> r.record_id and other.outcome <> 'left_out')
    returning b.id`.execute(tx);
  await eraseAnswersOf(
    tx,
    'POST /employees/bulk-email',
    rows.map(row => row.id),
  );
}

/** An erased employee, with just enough to find the record again. */
type Erased = { readonly id: number; readonly created_at: Date; readonly left_on: CalendarDate };

export async function listErasedEmployees(db: Reader): Promise<(Erased & { readonly erased_at: Date })[]> {
  const { rows } = await sql<Erased & { erased_at: Date }>`
    select id, created_at, erased_at, left_on from employees where erased_at is not null order by id`.execute(
    db,
  );
  return rows;
}

/**
 * After a restore, or with the removal of sample data, erases the employees who were erased since (rule K7). Those who had
 * not left by then are recorded as left, and their account is closed. Returns how many were erased.
 */
export async function eraseEmployeesAgain(
  ctx: WriteContext,
  erased: readonly Erased[],
  reason = 'Erased before the restore',
): Promise<number> {
  const { rows } = await sql<{ id: number; number: string; name: string; left_on: CalendarDate }>`
    select e.id, e.number, e.name, greatest(gone.left_on, e.started_on)::date as left_on
    from unnest(${erased.map(({ id }) => id)}::bigint[], ${erased.map(one => one.created_at.toISOString())}::timestamptz[],
      ${erased.map(one => one.left_on)}::date[]) as gone (id, created_at, left_on)
    join employees e on e.id = gone.id and date_trunc('milliseconds', e.created_at) = date_trunc('milliseconds', gone.created_at)
    where e.erased_at is null order by e.id for update of e`.execute(ctx.tx);
  for (const employee of rows) {
    await sql`
      update users u set status = 'inactive' from employees e
      where e.id = ${employee.id} and e.status <> 'left' and u.id = e.user_id
        and not exists (select from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.is_system)`.execute(
      ctx.tx,
    );
    await sql`
      update employees set status = 'left', left_on = coalesce(left_on, ${employee.left_on}::date), away_from = null,
        away_until = null, closed_account = false
      where id = ${employee.id}`.execute(ctx.tx);
    await eraseEmployeeData(ctx, employee, reason);
  }
  return rows.length;
}
