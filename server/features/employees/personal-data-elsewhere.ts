import { sql } from 'kysely';
import type { Permission } from '#domain/kernel/permissions';
import type { Reader } from '../../platform/database/open-database';
import { readAccountData } from '../users';

/** Data on an employee that other features keep: what it is called in the file, and who may see it elsewhere. */
type Part = {
  readonly what: string;
  readonly needs: Permission;
  readonly read: (db: Reader, employee: Person) => Promise<Readonly<Record<string, unknown>>>;
};
type Person = { readonly id: number; readonly userId: number | null };

export const partsElsewhere: readonly Part[] = [
  {
    what: 'account',
    needs: 'view_user',
    read: async (db, { userId }) => ({ account: await readAccountData(db, userId) }),
  },
  {
    what: 'expenses paid with own money',
    needs: 'view_expense',
    read: async (db, { userId }) => ({ expenses: await ownExpensesOf(db, userId) }),
  },
  {
    what: 'emails',
    needs: 'view_email',
    read: async (db, { id, userId }) => ({
      emails: await emailsTo(db, { id, userId }),
      linked_messages: await messagesLinkedTo(db, id),
    }),
  },
];

async function ownExpensesOf(db: Reader, userId: number | null): Promise<unknown[]> {
  const { rows } = await sql<{ number: string | null }>`
    select number, expense_date as date, description, gross_pence as pence, status, notes, paid_at
    from expenses where created_by = ${userId}::bigint and settlement = 'own_money' order by id`.execute(db);
  return rows;
}

/**
 * What was written to them. The texts of what the product wrote to their account are left out: they hold links, or are about
 * other people.
 */
async function emailsTo(db: Reader, { id, userId }: Person): Promise<unknown[]> {
  const { rows } = await sql<{ subject: string }>`
    select created_at as written_at, sent_at, purpose, status, to_address as to, subject,
      case when employee_id = ${id} then body_text end as text
    from emails where user_id = ${userId}::bigint or employee_id = ${id} order by id`.execute(db);
  return rows;
}

/** Messages that someone linked to their record. */
async function messagesLinkedTo(db: Reader, id: number): Promise<unknown[]> {
  const { rows } = await sql<{ subject: string }>`
    select m.received_at, m.subject, b.body_text as text
    from mail_links l
      join mail_messages m on mail_message_key(m.message_id, m.received_at, m.bytes, m.from_address) = l.message_key
      left join mail_bodies b on b.message_id = m.id
    where l.record_type = 'employee' and l.record_id = ${id} order by m.received_at, m.id`.execute(db);
  return rows;
}
