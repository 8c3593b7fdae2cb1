import { sql } from 'kysely';
import {
  type EmployeeDocument,
  employeeDocuments,
  expiryOf,
  maxDocuments,
} from '#domain/employees/employee-document.contract';
import type { BodyOf } from '#domain/kernel/call';
import { type CalendarDate, londonDate } from '#domain/kernel/dates';
import { attachmentsOf } from '../../kernel/attachments';
import { recordEdit } from '../../kernel/audit';
import { findReminders } from '../../kernel/company';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { ensureCurrent } from '../../platform/http/ensure-current';
import { conflict, ensureFound } from '../../platform/http/refusal';
import { lockEmployee } from './stored-employee';

type AttachmentList = { data: EmployeeDocument[] };

/** The documents of employees: contracts, permits, licences. */
export const documentsOfEmployees = attachmentsOf({
  table: 'employee_documents',
  column: 'employee_id',
  recordTable: 'employees',
  recordType: 'employee',
  noun: 'Employee',
  short: 'employee',
  paper: 'document',
  maxCount: maxDocuments,
  lock: lockForDocument,
});

async function lockForDocument(ctx: WriteContext, id: number): Promise<string> {
  const employee = await lockEmployee(ctx.tx, id);
  if (employee.erased_at !== null) throw conflict('The personal data of this employee has been erased.');
  return employee.name;
}

/** The documents of an employee with their titles, next expiry first. 404 if the employee does not exist. */
export async function listDocuments(
  db: Reader,
  employeeId: number,
  today: CalendarDate,
): Promise<AttachmentList> {
  ensureFound(
    await db.selectFrom('employees').select('id').where('id', '=', employeeId).executeTakeFirst(),
    'Employee',
  );
  const { rows } = await sql<Omit<EmployeeDocument, 'expiry'>>`
    select d.id, d.file_name, f.bytes, u.name as added_by, d.added_at, d.title, d.expires_on, d.version
    from employee_documents d join files f using (sha256) join users u on u.id = d.added_by
    where d.employee_id = ${employeeId} order by d.expires_on, d.id`.execute(db);
  const { document_days } = await findReminders(db);
  return { data: rows.map(row => ({ ...row, expiry: expiryOf(row.expires_on, today, document_days) })) };
}

/** Sets the title and expiry date of a document; a new date triggers a new reminder. */
export async function describeDocument(
  ctx: WriteContext,
  { id, attachment_id }: { readonly id: number; readonly attachment_id: number },
  { title = null, expires_on = null, version }: BodyOf<typeof employeeDocuments.describe>,
): Promise<AttachmentList> {
  const name = await lockForDocument(ctx, id);
  const today = londonDate(ctx.now);
  const before = ensureCurrent(
    (await listDocuments(ctx.tx, id, today)).data.find(document => document.id === attachment_id),
    version,
    'Document',
  );
  await ctx.tx
    .updateTable('employee_documents')
    .set({ title, expires_on, version: before.version + 1 })
    .where('id', '=', attachment_id)
    .execute();
  const facts = (document: Pick<EmployeeDocument, 'title' | 'expires_on'>) => ({
    document: document.title,
    expires_on: document.expires_on,
  });
  recordEdit(ctx, { type: 'employee', id, name }, facts(before), facts({ title, expires_on }));
  return listDocuments(ctx.tx, id, today);
}
