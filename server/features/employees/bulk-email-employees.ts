import { sql } from 'kysely';
import { employeeBulkEmail } from '#domain/employees/employee-bulk-email.contract';
import { londonDate } from '#domain/kernel/dates';
import type { BulkMailing, MailRecord } from '../../kernel/bulk-emails';
import { findCompany } from '../../kernel/company';
import {
  type ComposedMail,
  fillIn,
  lockAddressee,
  type MailTexts,
  queueEmail,
  writeDocumentMail,
  writeMailBody,
} from '../../kernel/outbox';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { findEmployeeIds } from './employees.queries';
import { getEmployee } from './get-employee';

type Prepared = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly mail: ComposedMail;
};

/** How employees are emailed, each at their own address. */
export const employeeMailing: BulkMailing<
  typeof employeeBulkEmail.start.body.shape.filter,
  typeof employeeBulkEmail.start.body.shape.options,
  Prepared
> = {
  kind: 'employees',
  calls: employeeBulkEmail,
  wording: null,
  find: (db, filter, { now }) => findEmployeeIds(db, filter, londonDate(now)),
  load: loadEmployeesToEmail,
  async example(db, id, _options, looking) {
    const { name } = await getEmployee(db, id, looking);
    const { values, mail } = await composeMessage(db, name, { subject: '', message: '' });
    return { values, rest: writeMailBody(mail.rest).text.trim(), file_name: null };
  },
  async prepare({ db, actor }, { id, email }, { subject, message }) {
    const { name } = await getEmployee(db, id, { actor });
    const { mail } = await composeMessage(db, name, { subject, message });
    return { id, name, email, mail };
  },
  queue: queueMessage,
};

async function composeMessage(db: Reader, employee: string, texts: MailTexts) {
  const company = await findCompany(db);
  const values = { employee, company: company.name };
  const mail: ComposedMail = {
    ...fillIn(texts, values),
    rest: [[company.name, ...company.lines].join('\n')],
  };
  return { values, mail };
}

/** The employee's history records that it was sent. */
async function queueMessage(
  ctx: WriteContext,
  { id, name, email, mail }: Prepared,
): Promise<{ email_id: number }> {
  await lockAddressee(ctx.tx, { type: 'employee', id });
  const email_id = await queueEmail(ctx, {
    purpose: 'employee',
    to: email,
    ...writeDocumentMail(mail, { cc: [] }),
    about: { type: 'employee', id, name },
  });
  return { email_id };
}

type Row = Omit<MailRecord, 'refusal' | 'recipient'> & { has_left: boolean; is_erased: boolean };

async function loadEmployeesToEmail(
  db: Reader,
  ids: readonly number[],
  { skip_left }: { readonly skip_left: boolean },
): Promise<MailRecord[]> {
  const { rows } = await sql<Row>`
    select e.id, e.name, e.email, e.status = 'left' as has_left, e.erased_at is not null as is_erased,
      (select max(m.created_at) from emails m where m.employee_id = e.id) as "lastSentAt"
    from employees e where e.id = any(${[...ids]}::bigint[]) order by e.id`.execute(db);
  return rows.map(({ has_left, is_erased, ...employee }) => ({
    ...employee,
    recipient: employee.name,
    refusal: is_erased
      ? 'The personal data was erased.'
      : skip_left && has_left
        ? 'No longer employed.'
        : null,
  }));
}
