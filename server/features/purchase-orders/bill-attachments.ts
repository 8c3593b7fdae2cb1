import { maxBillAttachments } from '#domain/purchase-orders/bill-attachment.contract';
import { attachmentsOf } from '../../kernel/attachments';
import type { WriteContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';

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
  lock: lockBillNumber,
});

async function lockBillNumber({ tx }: WriteContext, billId: number): Promise<string> {
  const bill = await tx
    .selectFrom('supplier_bills')
    .select('number')
    .where('id', '=', billId)
    .forUpdate()
    .executeTakeFirst();
  return ensureFound(bill, 'Supplier bill').number;
}
