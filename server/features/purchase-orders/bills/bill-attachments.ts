import { sql } from 'kysely';
import { maxBillAttachments } from '#domain/purchase-orders/bill-attachment.contract';
import { attachmentsOf, lockRecord, removableUntilClosed } from '../../../kernel/attachments';
import type { Reader } from '../../../platform/database/open-database';

/** The attachments of a supplier bill: the invoice itself, the evidence for its VAT (rule V18). */
export const documentsOfBills = attachmentsOf({
  table: 'supplier_bill_attachments',
  column: 'supplier_bill_id',
  recordTable: 'supplier_bills',
  recordType: 'supplier_bill',
  noun: 'Supplier bill',
  short: 'supplier bill',
  paper: 'attachment',
  maxCount: maxBillAttachments,
  lock: lockRecord('supplier_bills', 'number', 'Supplier bill'),
  removal: removableUntilClosed('supplier bill', findBillDay),
});

/** The day its VAT counts: the posting day, or the bill's own when its total is zero. */
async function findBillDay(db: Reader, billId: number): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select coalesce(
      (select min(business_date) from journals where document_type = 'supplier_bill' and document_id = b.id and reverses_id is null),
      b.bill_date) as day
    from supplier_bills b where b.id = ${billId}`.execute(db);
  return rows[0]?.day;
}
