import { sql } from 'kysely';
import * as z from 'zod';
import { employeePay } from '#domain/employees/employee-pay.contract';
import { type EmployeeDetail, employees } from '#domain/employees/employee.contract';
import { salaryPayments } from '#domain/employees/salary-payment.contract';
import { hasPermission } from '#domain/kernel/access';
import { londonDate } from '#domain/kernel/dates';
import { recordPersonalDataExport } from '../../kernel/audit';
import type { Reader } from '../../platform/database/open-database';
import type { Actor } from '../../platform/http/actor';
import type { WriteContext } from '../../platform/http/context';
import { FileReply } from '../../platform/http/route';
import type { Secrets } from '../../platform/secrets';
import { listDocuments } from './documents';
import { getEmployee } from './get-employee';
import { getPay } from './pay-details';
import { partsElsewhere } from './personal-data-elsewhere';
import { listSalaryPayments } from './salary-payments';

type Context = { readonly actor: Actor; readonly now: Date };
type Hours = { from: Date; to: Date | null; reason: string | null };
type HistoryEvent = {
  at: Date;
  action: string;
  before: unknown;
  after: unknown;
  from_address: string | null;
};

/** Records who exports the personal data of an employee. */
export async function noteExport(ctx: WriteContext, id: number): Promise<void> {
  recordPersonalDataExport(ctx, 'employee', await getEmployee(ctx.tx, id, ctx));
}

/**
 * Exports all data held on an employee as readable JSON (rule K6): record, documents, hours, notes, and with permission
 * account, claims, emails, audit entries, pay and wages (rule K8). The file says what is left out. Names of other people are not in it.
 */
export async function exportPersonalData(
  db: Reader,
  secrets: Secrets,
  id: number,
  { actor, now }: Context,
): Promise<FileReply> {
  const employee = await getEmployee(db, id, { actor });
  const { data: documents } = await listDocuments(db, id, londonDate(now));
  const { rows: hours } = await sql<Hours>`
    select clocked_in_at as from, clocked_out_at as to, correction_reason as reason from time_entries
    where employee_id = ${id} order by clocked_in_at, id`.execute(db);
  const { rows: notes } = await sql<{ written_at: Date; note: string }>`
    select created_at as written_at, body as note from record_notes where employee_id = ${id} order by id`.execute(
    db,
  );
  const userId = employee.user?.id ?? null;
  const [elsewhere, hidden] = await findElsewhere(db, { id, userId }, actor);
  const [seesHistory, seesPay] = [hasPermission(actor, 'view_audit'), hasPermission(actor, 'view_pay')];
  const exported = {
    given_out_at: now,
    left_out: [
      ...(seesHistory ? [] : [{ what: 'history', needs: 'view_audit' }]),
      ...(seesPay ? [] : [{ what: 'pay and wages', needs: 'view_pay' }]),
      ...hidden,
    ],
    employee: asSent(employee),
    documents: documents.map(({ added_by: _by, expiry: _expiry, ...document }) => document),
    hours,
    notes,
    ...elsewhere,
    ...(seesHistory ? { history: await historyOf(db, id, userId) } : {}),
    ...(seesPay ? await payOf(db, secrets, id) : {}),
  };
  return new FileReply(
    `employee-${employee.number}.json`,
    'application/json; charset=utf-8',
    Buffer.from(`${JSON.stringify(exported, null, 2)}\n`),
  );
}

/** What other features keep, and what of it the user may not see. */
async function findElsewhere(db: Reader, person: { id: number; userId: number | null }, actor: Actor) {
  const seen = partsElsewhere.filter(({ needs }) => hasPermission(actor, needs));
  const hidden = partsElsewhere.filter(part => !seen.includes(part));
  const read: Record<string, unknown> = {};
  for (const part of seen) Object.assign(read, await part.read(db, person));
  return [read, hidden.map(({ what, needs }) => ({ what, needs }))] as const;
}

/** The record in API terms, without technical fields or data of others. */
function asSent(employee: EmployeeDetail): unknown {
  const {
    version: _version,
    can: _can,
    reports: _reports,
    steps,
    ...facts
  } = z.encode(employees.get.reply, employee);
  return { ...facts, steps: steps.map(({ by: _by, ...step }) => step) };
}

/** The entries about the record, the account and its sign-ins, with the address of what they did themselves. */
async function historyOf(db: Reader, id: number, userId: number | null): Promise<HistoryEvent[]> {
  const { rows } = await sql<HistoryEvent>`
    select at, action, before, after, case when actor_id = ${userId}::bigint then address end as from_address from audit_log
    where (record_type = 'employee' and record_id = ${id} or record_type in ('user', 'session') and record_id = ${userId}::bigint)
      and erased_at is null
    order by id`.execute(db);
  return rows;
}

async function payOf(db: Reader, secrets: Secrets, id: number) {
  const {
    changed_by: _by,
    version: _version,
    ...pay
  } = z.encode(employeePay.get.reply, await getPay(db, secrets, id));
  const wages = z.encode(salaryPayments.list.reply, await listSalaryPayments(db, secrets, id));
  return { pay, wages: wages.data.map(({ created_by: _creator, ...payment }) => payment) };
}
