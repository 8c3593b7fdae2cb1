import { sql } from 'kysely';
import type { SupplierDetail } from '#domain/suppliers/supplier.contract';
import type { Reader } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ensureFound } from '../../platform/http/refusal';
import { orderFigures, paymentFigures } from './supplier-figures';
import { findSupplier, listOrdersOf, listTransactionsOf } from './suppliers.queries';

/** A supplier with orders, payments and the eight figures (D-05). 404 when there is none. */
export async function getSupplier(db: Reader, id: number): Promise<SupplierDetail> {
  const supplier = ensureFound(await findSupplier(db, id), 'Supplier');
  const [summary, purchaseOrders, transactions] = await Promise.all([
    summarise(db, id),
    listOrdersOf(db, id),
    listTransactionsOf(db, id),
  ]);
  const { total_purchase_orders, completed_orders, active_orders, total_purchase_amount } = summary;
  return {
    ...supplier,
    purchaseOrders,
    payments_directory: { transactions },
    summary,
    purchase_orders_summary: {
      total_purchase_orders,
      completed_orders,
      active_orders,
      total_purchase_amount,
    },
  };
}

async function summarise(db: Reader, id: number): Promise<SupplierDetail['summary']> {
  const { rows } = await sql<SupplierDetail['summary']>`${preparedStatement}
    select o.*, p.*, o.total_purchase_amount - p.total_paid_amount as outstanding_amount
    from ${orderFigures(sql`${id}`)} o cross join ${paymentFigures(sql`${id}`)} p`.execute(db);
  return rows[0] as SupplierDetail['summary'];
}
