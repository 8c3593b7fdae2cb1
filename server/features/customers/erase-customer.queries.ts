import { sql } from 'kysely';
import type { Tx } from '../../platform/database/open-database';

/** Quotes keep their figures and lose the customer's details. */
export async function eraseQuoteDetails(tx: Tx, ids: readonly number[]): Promise<void> {
  const blanked = sql`customer_name = 'Erased customer ' || customer_id, customer_reference = null`;
  await sql`update quotes set ${blanked}, version = version + 1 where customer_id = any(${ids}::bigint[])`.execute(
    tx,
  );
  await sql`
    update quote_revisions set ${blanked}, customer_address = null, customer_vat_number = null, delivery_address = null, notes = null
    where customer_id = any(${ids}::bigint[])`.execute(tx);
}

/**
 * Corrected names and addresses on their invoices are removed; what an invoice says now stays (rules K3,
 * K5).
 */
export async function eraseCorrectedInvoices(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    delete from sale_invoice_addresses a using sales s
    where s.id = a.sale_id and s.customer_id = any(${ids}::bigint[])
      and exists (select from sale_invoice_addresses later where later.sale_id = a.sale_id and later.id > a.id)`.execute(
    tx,
  );
}

/**
 * Emails to customers are deleted; for statements and reminders, only the fact that they were sent remains. Emails from them
 * stay in the mailbox (decision 050), but are no longer linked to their record, quotes and sales.
 */
export async function eraseLetters(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update customer_letters set content = null where customer_id = any(${ids}::bigint[])`.execute(tx);
  await sql`delete from emails where customer_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    delete from mail_links l where l.record_type = 'customer' and l.record_id = any(${ids}::bigint[])
      or l.record_type = 'quote' and l.record_id in (select q.id from quotes q where q.customer_id = any(${ids}::bigint[]))
      or l.record_type = 'sale' and l.record_id in (select s.id from sales s where s.customer_id = any(${ids}::bigint[]))`.execute(
    tx,
  );
}

/** What was written about their payments. The references of the payments are kept for the books (rule K3). */
export async function erasePaymentNotes(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update customer_payments set notes = null where customer_id = any(${ids}::bigint[]) and notes is not null`.execute(
    tx,
  );
}
