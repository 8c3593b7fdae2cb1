import { type RawBuilder, sql } from 'kysely';
import type { CountedSince } from '#domain/stock/counted-since';

/**
 * The latest stocktake that counted a product from the stock which a document left, for `notCountedSince` (rule I8). A
 * stocktake that was cancelled or reversed changed nothing. A change of value alone leaves the count as it is.
 */
export const countedSince = (
  documentType: 'stock_count' | 'stock_adjustment' | 'goods_received_note',
  documentId: RawBuilder<unknown>,
) => sql<CountedSince | null>`
  (select jsonb_build_object('product', l.name || ' (' || l.sku || ')', 'number', o.number, 'is_posted', o.status = 'posted',
      'has_moved', exists (select from stock_movements v where v.document_type = 'stock_count' and v.document_id = o.id))
    from stock_movements m
      join stock_count_lines l on l.product_id = m.product_id and l.expected_movement_id >= m.id
      join stock_counts o on o.id = l.stock_count_id and o.status in ('counting', 'posted')
    where m.document_type = ${sql.lit(documentType)} and m.document_id = ${documentId} and m.quantity <> 0
      and not exists (select from stock_adjustments a where a.reverses_count_id = o.id)
    order by o.id desc, l.line_number limit 1)`;
