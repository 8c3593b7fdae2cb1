import { sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import { type LockedParty, lockParty } from '../../kernel/parties';
import type { Tx } from '../../platform/database/open-database';
import { preparedStatement } from '../../platform/database/prepared-statement';
import { ensureFound } from '../../platform/http/refusal';
import { numberOf } from './free-credit';

/** A debit on a supplier's ledger. */
export type Credit = {
  readonly item_id: number;
  readonly supplier_id: number;
  readonly supplier_name: string;
  readonly number: string | null;
  readonly open: Pence;
  /** Of a payment. */
  readonly payment_id: number | null;
};

type Named = {
  readonly supplierId: number;
  readonly itemId: number;
  /** The order of the bill that the credit settles, if any. */
  readonly orderId: number | null;
};

/**
 * Locks in the agreed order: orders by id, the payment, then the supplier's ledger. Returns what is locked. 404 for a credit
 * that is not on this ledger.
 */
export async function lockCredit(
  tx: Tx,
  { supplierId, itemId, orderId }: Named,
): Promise<{ credit: Credit; party: LockedParty; orders: readonly number[] }> {
  ensureFound(await findCredit(tx, supplierId, itemId), 'Credit');
  const { rows: orders } = await sql<{ id: number }>`${preparedStatement}
    select id from purchase_orders where id = ${orderId} or id in (${ordersOf(itemId)}) order by id for update`.execute(
    tx,
  );
  await sql`${preparedStatement}
    select from payments where id = (select document_id from party_items where id = ${itemId} and document_type = 'payment')
    for update`.execute(tx);
  const { party } = await lockParty(tx, { kind: 'supplier', id: supplierId });
  const credit = ensureFound(await findCredit(tx, supplierId, itemId), 'Credit');
  return { credit, party, orders: orders.map(({ id }) => id) };
}

/** The orders that an item of a supplier's ledger may be for. */
const ordersOf = (itemId: number) => sql`
  select a.purchase_order_id from party_items i join payment_allocations a on a.payment_id = i.document_id
  where i.id = ${itemId} and i.document_type = 'payment'
  union select r.purchase_order_id from party_items i join supplier_returns r on r.id = i.document_id
  where i.id = ${itemId} and i.document_type = 'supplier_return'
  union select b.purchase_order_id from party_items i join supplier_credit_bills n on n.supplier_credit_id = i.document_id
    join supplier_bills b on b.id = n.supplier_bill_id
  where i.id = ${itemId} and i.document_type = 'supplier_credit'
  union select g.purchase_order_id from order_credits g where g.party_item_id = ${itemId}`;

async function findCredit(tx: Tx, supplierId: number, itemId: number): Promise<Credit | undefined> {
  const { rows } = await sql<Credit>`${preparedStatement}
    select i.id as item_id, s.id as supplier_id, s.name as supplier_name, ${numberOf} as number,
      i.amount_pence - i.allocated_pence as open,
      case when i.document_type = 'payment' and i.kind = 'payment' then i.document_id end as payment_id
    from party_items i join suppliers s on s.id = i.supplier_id
    where i.id = ${itemId} and i.supplier_id = ${supplierId} and i.side = 'debit'`.execute(tx);
  return rows[0];
}
