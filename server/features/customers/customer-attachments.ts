import { sql } from 'kysely';
import { maxCustomerAttachments } from '#domain/customers/customer-attachment.contract';
import { attachmentsOf } from '../../kernel/attachments';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound } from '../../platform/http/refusal';
import { lockCustomer } from './customers.queries';

export const documentsOfCustomers = attachmentsOf({
  table: 'record_files',
  column: 'customer_id',
  recordTable: 'customers',
  recordType: 'customer',
  noun: 'Customer',
  short: 'customer',
  paper: 'attachment',
  maxCount: maxCustomerAttachments,
  lock: lockForAttachment,
});

/** Files come before an erasure, and are deleted with it, or after it, and are refused. */
async function lockForAttachment({ tx }: WriteContext, id: number): Promise<string> {
  const customer = ensureFound(await lockCustomer(tx, id), 'Customer');
  if (customer.erased_at !== null) throw conflict('The personal data of this customer has been erased.');
  if (customer.merged_into !== null)
    throw conflict('This customer was merged into another. Attach the files to that customer instead.');
  return customer.name;
}

/** The files of merged customers go to the one that is kept. */
export async function moveFilesOfCustomers(tx: Tx, ids: readonly number[], keptId: number): Promise<void> {
  await sql`update record_files set customer_id = ${keptId} where customer_id = any(${ids}::bigint[])`.execute(
    tx,
  );
}

/** The files themselves are swept later. Those on sales stay with the sales: they are evidence for the VAT (rule K3). */
export async function eraseFilesOfCustomers(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`delete from record_files where customer_id = any(${ids}::bigint[])`.execute(tx);
}
