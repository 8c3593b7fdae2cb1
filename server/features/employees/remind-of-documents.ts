import { sql } from 'kysely';
import * as z from 'zod';
import { addDays, type CalendarDate, formatDate, londonDate } from '#domain/kernel/dates';
import { writeAudits } from '../../kernel/audit';
import { findReminders } from '../../kernel/company';
import { queueEmail, writeMailBody } from '../../kernel/outbox';
import type { Database, Tx } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { anonymousActor, type WriteContext } from '../../platform/http/context';
import { handles, job, type JobHandler } from '../../platform/jobs/job';

export const remindOfDocuments = job('remind-of-documents', z.object({}));

type Parts = {
  readonly db: Database;
  readonly clock: () => Date;
  readonly publicUrl: string;
  /** Without a mail server there are no reminders yet, and only the list shows expiry dates. */
  readonly isMailConfigured: () => Promise<boolean>;
};

type Due = {
  readonly id: number;
  readonly number: string;
  readonly title: string;
  readonly expires_on: CalendarDate;
};
type Reader = { readonly id: number; readonly name: string; readonly email: string };

/**
 * Emails the users who manage employees about documents that expire soon, once per expiry date. The email
 * has employee numbers, not names or names of files, because it stays in mailboxes.
 */
export const remindOfDocumentsHandler = ({ db, clock, publicUrl, isMailConfigured }: Parts): JobHandler =>
  handles(remindOfDocuments, async () => {
    if (!(await isMailConfigured())) return;
    await inTransaction(db, tx => remind(tx, clock(), publicUrl));
  });

async function remind(tx: Tx, now: Date, publicUrl: string): Promise<void> {
  const { documents, document_days } = await findReminders(tx);
  if (!documents) return;
  const readers = await findReaders(tx);
  if (readers.length === 0) return;
  const due = await markDue(tx, addDays(londonDate(now), document_days));
  if (due.length === 0) return;
  const ctx: Pick<WriteContext, 'tx' | 'actor' | 'now' | 'audits'> = {
    tx,
    actor: { ...anonymousActor, name: 'Counterfoil' },
    now,
    audits: [],
  };
  const several = due.length === 1 ? '1 document expires' : `${due.length} documents expire`;
  const body = writeMailBody([
    `${several} soon, or ${due.length === 1 ? 'has' : 'have'} expired:`,
    {
      facts: due.map(
        ({ number, title, expires_on }) => [number, `${title}, ${formatDate(expires_on)}`] as const,
      ),
    },
    { link: `${publicUrl}/employees?documents=due`, label: 'Employees with expiring documents' },
  ]);
  for (const { id, name, email } of readers)
    await queueEmail(ctx, {
      purpose: 'document-expiry',
      to: email,
      subject: `${several} soon`,
      body,
      about: { type: 'user', id, name },
    });
  await writeAudits(tx, { actor: ctx.actor, now, requestId: '', address: '' }, ctx.audits);
}

/**
 * After a restore, counts what is due as reminded: most of it was mailed after the backup. The list of employees still
 * shows it. Returns how many there are.
 */
export async function skipDocumentReminders(tx: Tx, now: Date): Promise<number> {
  const { documents, document_days } = await findReminders(tx);
  if (!documents) return 0;
  return (await markDue(tx, addDays(londonDate(now), document_days))).length;
}

/** Users who may edit employees, including administrators. */
async function findReaders(tx: Tx): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select u.id, u.name, u.email from users u
    where u.status = 'active' and exists (select from user_roles ur join roles r on r.id = ur.role_id
      left join role_permissions p on p.role_id = r.id and p.permission = 'edit_employee'
      where ur.user_id = u.id and (r.is_system or p.permission is not null))
    order by u.id`.execute(tx);
  return rows;
}

/** Marks due documents as reminded; concurrent runs share them out. */
async function markDue(tx: Tx, until: CalendarDate): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      update employee_documents d set reminded_of = d.expires_on
      from employees e where e.id = d.employee_id and e.status <> 'left' and d.expires_on <= ${until}
        and d.reminded_of is distinct from d.expires_on
      returning d.id, e.number, coalesce(d.title, 'A document') as title, d.expires_on
    ) select * from due order by expires_on, id`.execute(tx);
  return rows;
}
