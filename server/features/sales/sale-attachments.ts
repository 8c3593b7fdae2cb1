import { maxSaleAttachments } from '#domain/sales/sale-attachment.contract';
import { attachmentsOf, removableUntilClosed } from '../../kernel/attachments';
import type { Reader } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';

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
  lock: lockSaleNumber,
  removal: removableUntilClosed('sale', findSaleDay),
});

async function lockSaleNumber({ tx }: WriteContext, id: number): Promise<string> {
  const sale = await tx
    .selectFrom('sales')
    .select('number')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return ensureFound(sale, 'Sale').number;
}

async function findSaleDay(db: Reader, id: number): Promise<string | undefined> {
  const sale = await db.selectFrom('sales').select('business_date').where('id', '=', id).executeTakeFirst();
  return sale?.business_date;
}
