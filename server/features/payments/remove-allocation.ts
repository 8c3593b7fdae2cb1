import { sql } from 'kysely';
import type { BodyOf } from '#domain/kernel/call';
import { londonDate } from '#domain/kernel/dates';
import { formatPounds, type Pence } from '#domain/kernel/money';
import { canRemoveAllocation } from '#domain/payments/allocation.rules';
import type { supplierAllocations } from '#domain/payments/supplier-allocation.contract';
import { recordAudit } from '../../kernel/audit';
import { ensureOpenDay } from '../../kernel/books-day';
import { removeAllocation } from '../../kernel/parties';
import type { Tx } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensure } from '../../platform/http/refusal';
import { returnOrderCredit } from '../purchase-orders';
import { type Credit, lockCredit } from './lock-credit';
import { movePayment } from './move-payment';
import { findAllocations } from './supplier-allocations';

/**
 * Removes the allocation of a payment or credit to a bill, dated today (rule W4, decision 151): the bill is open again, and
 * the money or credit on account. Nothing is posted. 409 for what a document allocated by itself.
 */
export async function removeSupplierAllocation(
  ctx: WriteContext,
  supplierId: number,
  { credit_item_id, bill_item_id, amount }: BodyOf<typeof supplierAllocations.remove>,
): Promise<{ message: string }> {
  const today = londonDate(ctx.now);
  await ensureOpenDay(ctx, today);
  const { credit, party } = await lockCredit(ctx.tx, {
    supplierId,
    itemId: credit_item_id,
    orderId: await orderSettled(ctx.tx, bill_item_id),
  });
  const [allocation] = await findAllocations(
    ctx.tx,
    supplierId,
    sql`a.debit_item_id = ${credit_item_id} and a.credit_item_id = ${bill_item_id}`,
  );
  if (!allocation)
    throw conflict('This allocation no longer exists. Reload the page to see what is allocated.');
  ensure(canRemoveAllocation(allocation));
  if (amount !== allocation.removable)
    throw conflict('Someone else has changed this allocation. Reload the page to see what is allocated now.');
  await removeAllocation(ctx, {
    party,
    debitItemId: credit_item_id,
    creditItemId: bill_item_id,
    amount,
    businessDate: today,
  });
  await takeFromOrder(ctx, credit, { orderId: allocation.order_id, amount });
  recordAudit(ctx, {
    action: 'credit_freed',
    recordType: 'supplier',
    recordId: supplierId,
    recordName: credit.supplier_name,
    after: {
      [credit.payment_id === null ? 'credit' : 'payment']: credit.number,
      bill: allocation.bill.document_number,
      amount_pence: amount,
    },
  });
  return { message: `${formatPounds(amount)} is on account again.` };
}

/** The order whose goods are on the bill of a ledger item. */
async function orderSettled(tx: Tx, billItemId: number): Promise<number | null> {
  const { rows } = await sql<{ order_id: number | null }>`${preparedStatement}
    select b.purchase_order_id as order_id from party_items i
      join supplier_bills b on i.document_type = 'supplier_bill' and b.id = i.document_id and b.kind = 'goods'
    where i.id = ${billItemId}`.execute(tx);
  return rows[0]?.order_id ?? null;
}

type Freed = { readonly orderId: number | null; readonly amount: Pence };

/** The order of the bill is paid or credited by that much less (rule P4). */
async function takeFromOrder(ctx: WriteContext, credit: Credit, { orderId, amount }: Freed): Promise<void> {
  if (credit.payment_id === null) {
    const item = { supplierId: credit.supplier_id, itemId: credit.item_id };
    return returnOrderCredit(ctx, item, { orderId, amount });
  }
  if (orderId !== null) await movePayment(ctx.tx, credit.payment_id, orderId, 0 - amount);
}
