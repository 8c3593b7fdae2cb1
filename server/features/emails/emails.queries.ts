import { sql } from 'kysely';
import { type EmailRow, emailStatus } from '#domain/emails/email.contract';
import type { Supplier } from '#domain/suppliers/supplier.contract';
import type { Reader, Tx } from '../../platform/database/open-database';

const maxShown = 100;

/** The newest emails to a supplier, with attachment names. */
export async function listEmailsOf(db: Reader, supplierId: number): Promise<EmailRow[]> {
  const rows = await db
    .selectFrom('emails as e')
    .leftJoin('users as u', 'u.id', 'e.created_by')
    .select(from => [
      'e.id',
      'e.to_address',
      'e.subject',
      'e.status',
      'e.attempts',
      'e.last_error',
      'e.created_at',
      'e.sent_at',
      'e.next_attempt_at',
      'u.name as created_by',
      from
        .selectFrom('email_attachments as a')
        .select(({ fn }) =>
          fn.agg<string[] | null>('array_agg', ['a.file_name']).orderBy('a.position').as('names'),
        )
        .whereRef('a.email_id', '=', 'e.id')
        .as('attachment_names'),
    ])
    .where('e.supplier_id', '=', supplierId)
    .orderBy('e.id', 'desc')
    .limit(maxShown)
    .execute();
  return rows.map(row => ({
    ...row,
    status: emailStatus.parse(row.status),
    attachment_names: row.attachment_names ?? [],
  }));
}

export type SupplierFacts = Pick<Supplier, 'id' | 'name' | 'email' | 'phone' | 'contact_person' | 'address'>;

export const findSupplierFacts = (db: Reader, id: number): Promise<SupplierFacts | undefined> =>
  db
    .selectFrom('suppliers')
    .select(['id', 'name', 'email', 'phone', 'contact_person', 'address'])
    .where('id', '=', id)
    .executeTakeFirst();

/** An email with its party, locked. */
export const lockEmail = (tx: Tx, id: number) =>
  tx
    .selectFrom('emails as e')
    .leftJoin('suppliers as s', 's.id', 'e.supplier_id')
    .leftJoin('customers as c', 'c.id', 'e.customer_id')
    .leftJoin('employees as w', 'w.id', 'e.employee_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select([
      'e.id',
      'e.status',
      'e.last_error',
      'e.attempts',
      'e.to_address',
      'e.subject',
      'e.supplier_id',
      's.name as supplier_name',
      'e.customer_id',
      'c.name as customer_name',
      'e.employee_id',
      'w.name as employee_name',
      'e.user_id',
      'u.name as user_name',
    ])
    .where('e.id', '=', id)
    .forUpdate('e')
    .executeTakeFirst();

/**
 * Queues an email again, with further attempts, for the addresses that did not get it. Returns these; null stands for all.
 */
export async function requeueEmail(
  tx: Tx,
  id: number,
  lastAttempt: number,
  now: Date,
): Promise<readonly string[] | null> {
  const { open_addresses } = await tx
    .updateTable('emails')
    .set({
      status: 'queued',
      last_attempt: lastAttempt,
      last_error: null,
      next_attempt_at: null,
      sent_at: null,
      // Null, which stands for all, must stay: an array added to it would be those only.
      open_addresses: sql`case when open_addresses is not null then
        open_addresses || array(select r ->> 'address' from jsonb_array_elements(refused_addresses) r) end`,
      refused_addresses: '[]',
      updated_at: now,
    })
    .where('id', '=', id)
    .returning('open_addresses')
    .executeTakeFirstOrThrow();
  return open_addresses;
}
