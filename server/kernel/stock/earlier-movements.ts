import { sql } from 'kysely';
import type { Pence } from '#domain/kernel/money';
import { type Quantity, quantityFromText, toQuantity } from '#domain/kernel/quantity';
import type { Tx } from '../../platform/database/open-database';
import type { DocumentRef } from '../ledger';
import { unitCostFromStored } from './stock-pools';

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
  unit_cost_before: string | null;
};

/** The movements of a document, in line order. The caller has locked their pools. */
export async function findMovementsOf(tx: Tx, document: DocumentRef): Promise<EarlierMovement[]> {
  const { rows } = await sql<Row>`
    select m.product_id, m.document_line as line, m.quantity::text, m.value_pence as value, m.quantity_after::text,
      exists (select from stock_movements n where n.product_id = m.product_id and n.id > m.id
        and (n.document_type, n.document_id) <> (m.document_type, m.document_id)) as has_moved_since,
      m.unit_cost_before::text
    from stock_movements m
    where m.document_type = ${document.type} and m.document_id = ${document.id} and m.kind <> 'import_undone'
    order by m.document_line, m.id`.execute(tx);
  return rows.map(row => ({
    productId: row.product_id,
    line: row.line,
    quantity: quantityFromText(row.quantity),
    value: row.value,
    quantityAfter: quantityFromText(row.quantity_after),
    unitCostBefore: row.has_moved_since ? undefined : unitCostFromStored(row.unit_cost_before),
  }));
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
