import { sql } from 'kysely';
import { type Pence, toPence } from '#domain/kernel/money';
import { type Quantity, quantityFromText, textFromQuantity } from '#domain/kernel/quantity';
import type { DocumentRef } from '../../../kernel/ledger';
import type { Tx } from '../../../platform/database/open-database';
import { anyOf, preparedStatement, unawaitedStatement } from '../../../platform/database/prepared-statement';
import type { Question } from '../../../platform/database/send-together';

/** A late cost as posted: the quantity on hand it claimed and the amount it added to stock (rule I11). */
export type StoredLateCost = {
  readonly id: number;
  readonly productId: number;
  /** Unknown for some that were posted before it was stored. */
  readonly receiptLineId: number | null;
  readonly line: number;
  readonly quantity: Quantity;
  readonly claimed: Quantity;
  readonly amount: Pence;
  readonly share: Pence;
};

type Row = {
  id: number;
  product_id: number;
  goods_received_line_id: number | null;
  line_number: number;
  quantity: string;
  claimed: string;
  amount_pence: Pence;
  share_pence: Pence;
};

const storedOf = (row: Row): StoredLateCost => ({
  id: row.id,
  productId: row.product_id,
  receiptLineId: row.goods_received_line_id,
  line: row.line_number,
  quantity: quantityFromText(row.quantity),
  claimed: quantityFromText(row.claimed),
  amount: row.amount_pence,
  share: row.share_pence,
});

/** What a document added to stock, in line order. */
export async function findLateCosts(tx: Tx, document: DocumentRef): Promise<StoredLateCost[]> {
  const { rows } = await sql<Row>`${preparedStatement}
    select id, product_id, goods_received_line_id, line_number, quantity::text, claimed::text, amount_pence, share_pence from late_costs
    where document_type = ${document.type} and document_id = ${document.id} and reverses_id is null
    order by line_number`.execute(tx);
  return rows.map(storedOf);
}

/**
 * What reversals took off the stock of these products, for products that have not moved since and were not
 * restored yet. Signed as the cost was before its reversal, latest first.
 */
export const findingReversedShares = (productIds: readonly number[]): Question<Row, StoredLateCost[]> => ({
  statement: sql<Row>`${preparedStatement}
    select r.id, r.product_id, r.goods_received_line_id, r.line_number, r.quantity::text, r.claimed::text,
      -r.amount_pence as amount_pence, -r.share_pence as share_pence
    from late_costs r
    where r.product_id = ${anyOf([...new Set(productIds)])} and r.reverses_id is not null
      and r.last_movement_id = (select max(m.id) from stock_movements m where m.product_id = r.product_id)
      and not exists (select from late_costs again where again.restores_id = r.id)
    order by r.document_id desc, r.line_number`,
  answer: rows => rows.map(storedOf),
});

export type NewLateCost = {
  readonly productId: number;
  readonly receiptLineId: number | null;
  readonly line: number;
  readonly quantity: Quantity;
  readonly claimed: Quantity;
  readonly amount: Pence;
  readonly share: Pence;
  readonly reversesId?: number;
  readonly restoresId?: number;
};

/** Stores the claims; the stock has already moved. */
export async function storeLateCosts(
  tx: Tx,
  document: DocumentRef,
  costs: readonly NewLateCost[],
): Promise<void> {
  if (costs.length === 0) return;
  const rows = costs.map(cost => ({
    line_number: cost.line,
    product_id: cost.productId,
    receipt_line_id: cost.receiptLineId,
    quantity: textFromQuantity(cost.quantity),
    claimed: textFromQuantity(cost.claimed),
    amount_pence: cost.amount,
    share_pence: cost.share,
    reverses_id: cost.reversesId ?? null,
    restores_id: cost.restoresId ?? null,
  }));
  await sql`${unawaitedStatement}
    insert into late_costs (document_type, document_id, line_number, product_id, quantity, claimed, amount_pence, share_pence,
      reverses_id, restores_id, goods_received_line_id, last_movement_id)
    select ${document.type}, ${document.id}, line_number, product_id, quantity, claimed, amount_pence, share_pence, reverses_id,
      restores_id, receipt_line_id, coalesce((select max(m.id) from stock_movements m where m.product_id = row.product_id), 0)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (line_number integer, product_id bigint, quantity numeric,
      claimed numeric, amount_pence bigint, share_pence bigint, reverses_id bigint, restores_id bigint, receipt_line_id bigint)`.execute(
    tx,
  );
}

/**
 * What a bill posted before claims were stored added to stock. Each line claimed what was on hand of the
 * quantity it billed, so the claim follows from the quantity on hand at its movement and the quantity
 * received.
 */
export async function findEarlierShares(tx: Tx, document: DocumentRef) {
  const { rows } = await sql<{ product_id: number; line: number; value: number; claimed: string }>`
    select m.product_id, m.document_line as line, m.value_pence as value,
      least(m.quantity_after, coalesce(billed.quantity, received.quantity, m.quantity_after))::text as claimed
    from stock_movements m
      left join lateral (
        select sum(r.quantity * g.stock_quantity / g.quantity) as quantity
        from supplier_bill_lines l join supplier_bill_receipts r on r.supplier_bill_id = l.supplier_bill_id
          join goods_received_lines g on g.id = r.goods_received_line_id and g.purchase_order_line_id = l.purchase_order_line_id
        where l.supplier_bill_id = m.document_id and l.line_number = m.document_line) billed on true
      left join lateral (
        select sum(g.stock_quantity) as quantity
        from supplier_bills b join purchase_order_lines l on l.purchase_order_id = b.purchase_order_id
          join goods_received_lines g on g.purchase_order_line_id = l.id
        where b.id = m.document_id and g.product_id = m.product_id) received on true
    where m.document_type = ${document.type} and m.document_id = ${document.id} and m.kind in ('price_difference', 'landed_cost')
    order by m.product_id, m.document_line`.execute(tx);
  return rows.map(row => ({
    productId: row.product_id,
    line: row.line,
    share: toPence(row.value),
    claimed: quantityFromText(row.claimed.replace(/(\.\d{3})\d+$/, '$1')),
  }));
}
