import { maxSaleAttachments } from '#domain/sales/sale-attachment.contract';
import { attachmentsOf, lockRecord, removableUntilClosed } from '../../../kernel/attachments';
import type { Reader } from '../../../platform/database/open-database';

/** The attachments of a sale: signed delivery notes, proof of export. */
export const documentsOfSales = attachmentsOf({
  table: 'record_files',
  column: 'sale_id',
  recordTable: 'sales',
  recordType: 'sale',
  noun: 'Sale',
  short: 'sale',
  paper: 'attachment',
  maxCount: maxSaleAttachments,
  lock: lockRecord('sales', 'number', 'Sale'),
  removal: removableUntilClosed('sale', findSaleDay),
});

async function findSaleDay(db: Reader, id: number): Promise<string | undefined> {
  const sale = await db.selectFrom('sales').select('business_date').where('id', '=', id).executeTakeFirst();
  return sale?.business_date;
}
