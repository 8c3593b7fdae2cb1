import type { Insertable } from 'kysely';
import type { Database } from '../../server/platform/database/open-database';
import type { Payments, PurchaseOrders } from '../../server/platform/database/tables.generated';

const stamp = new Date('2026-03-02T09:00:00Z');
let numbers = 0;

/** Inserts an order as an earlier version of the product would have left it. Amounts in pence. */
export async function insertOrder(
  db: Database,
  order: Partial<Insertable<PurchaseOrders>> & {
    supplier_id: number;
    created_by: number;
    total_pence: number;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('purchase_orders')
    .values({
      po_number: `PO-${String(++numbers).padStart(5, '0')}`,
      order_date: '2026-03-02',
      status: 'sent',
      created_at: stamp,
      updated_at: stamp,
      ...order,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a payment to a supplier, completed by default. Amount in pence. */
export async function insertPayment(
  db: Database,
  payment: Partial<Insertable<Payments>> & { supplier_id: number; created_by: number; amount_pence: number },
): Promise<number> {
  const { id } = await db
    .insertInto('payments')
    .values({
      payment_date: '2026-03-05',
      method: 'bank_transfer',
      status: 'completed',
      created_at: stamp,
      ...payment,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
