import { type RawBuilder, sql } from 'kysely';
import { unitCostFromText } from '#domain/kernel/average-cost';
import type { Pence } from '#domain/kernel/money';
import { type Quantity, quantityFromText, toQuantity } from '#domain/kernel/quantity';
import type { Tx } from '../../platform/database/open-database';
import type { DocumentRef } from '../ledger';

/** A movement as posted, for its reversal. */
export type EarlierMovement = {
  readonly productId: number;
  readonly line: number;
  readonly quantity: Quantity;
  readonly value: Pence;
  readonly quantityAfter: Quantity;
  /**
   * The last known average before it, in millionths of a penny, null if there was none; undefined if another document
   * has moved the product since, so that its cost now is another one.
   */
  readonly unitCostBefore: bigint | null | undefined;
};

type Row = {
  product_id: number;
  line: number;
  quantity: string;
  value: Pence;
  quantity_after: string;
  has_moved_since: boolean;
  has_moved_before: boolean;
  unit_cost_before: string | null;
};

/** The document that a movement takes back. */
const reversedBy = (movement: RawBuilder<unknown>) => sql`
  select 'stock_adjustment' as document_type, a.reverses_id as document_id from stock_adjustments a
    where ${movement}.document_type = 'stock_adjustment' and a.id = ${movement}.document_id and a.reverses_id is not null
  union all select 'stock_count', a.reverses_count_id from stock_adjustments a
    where ${movement}.document_type = 'stock_adjustment' and a.id = ${movement}.document_id and a.reverses_count_id is not null
  union all select 'goods_received_note', t.reverses_receipt_id from supplier_returns t
    where ${movement}.document_type = 'supplier_return' and t.id = ${movement}.document_id and t.reverses_receipt_id is not null
  union all select 'import', ${movement}.document_id where ${movement}.document_type = 'import_undo'`;

/** Whether the document of movement `b` was taken back before movement `m`: then nothing of its cost is left (rule A13). */
const wasReversed = sql`exists (select from stock_movements u cross join lateral (${reversedBy(sql`u`)}) r
  where u.product_id = b.product_id and u.id > b.id and u.id < m.id
    and u.document_type in ('stock_adjustment', 'supplier_return', 'import_undo')
    and r.document_type = b.document_type and r.document_id = b.document_id)`;

/**
 * Whether movement `b` took back a document that nothing had followed: stock was then as before that document, and what its
 * other lines left in between is no known cost (rules I9, A13).
 */
const leftNothing = sql`exists (select from (${reversedBy(sql`b`)}) r where not exists (
  select from stock_movements x where x.product_id = b.product_id and x.id < b.id
    and x.id > (select max(o.id) from stock_movements o where o.product_id = b.product_id
      and o.document_type = r.document_type and o.document_id = r.document_id)
    and (x.document_type, x.document_id) <> (b.document_type, b.document_id)))`;

/** The movements of a document, in line order. The caller has locked their pools. */
export async function findMovementsOf(tx: Tx, document: DocumentRef): Promise<EarlierMovement[]> {
  const { rows } = await sql<Row>`
    select m.product_id, m.document_line as line, m.quantity::text, m.value_pence as value, m.quantity_after::text,
      exists (select from stock_movements n where n.product_id = m.product_id and n.id > m.id
        and (n.document_type, n.document_id) <> (m.document_type, m.document_id)) as has_moved_since,
      exists (select from stock_movements b where b.product_id = m.product_id and b.id < m.id
        and not ${wasReversed} and not exists (select from (${reversedBy(sql`b`)}) r)) as has_moved_before,
      (select round(b.value_after_pence / b.quantity_after, 6)::text from stock_movements b
        where b.product_id = m.product_id and b.id < m.id and b.quantity_after > 0 and not ${wasReversed} and not ${leftNothing}
        order by b.id desc limit 1) as unit_cost_before
    from stock_movements m
    where m.document_type = ${document.type} and m.document_id = ${document.id} and m.kind <> 'import_undone'
    order by m.document_line, m.id`.execute(tx);
  return rows.map(row => ({
    productId: row.product_id,
    line: row.line,
    quantity: quantityFromText(row.quantity),
    value: row.value,
    quantityAfter: quantityFromText(row.quantity_after),
    unitCostBefore: unitCostBefore(row),
  }));
}

function unitCostBefore(row: Row): bigint | null | undefined {
  if (row.has_moved_since) return undefined;
  if (row.unit_cost_before !== null) return unitCostFromText(row.unit_cost_before);
  // Sold ahead of the first receipt, at an assumed cost: it stays.
  return row.has_moved_before ? undefined : null;
}

/** How far below zero each product was before these movements: undoing them may leave it there again. */
export function shortBefore(movements: readonly EarlierMovement[]): Map<number, Quantity> {
  const short = new Map<number, Quantity>();
  for (const { productId, quantity, quantityAfter } of movements) {
    const before = quantityAfter - quantity;
    if (before < 0 && !short.has(productId)) short.set(productId, toQuantity(0 - before));
  }
  return short;
}
