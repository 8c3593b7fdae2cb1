import { sql } from 'kysely';
import type { UndoBlock } from '#domain/sales-history/history.contract';
import type { Reader } from '../../platform/database/open-database';
import { own } from './undo-own.queries';

/**
 * Later movements of the same products: their costs derive from the import's (rule I12), and undoing it would leave
 * them unexplained.
 */
export async function findStockBlocks(db: Reader, importId: number): Promise<UndoBlock[]> {
  const { rows } = await sql<Omit<UndoBlock, 'kind'> & { kind: 'counted' | 'stock_moved' }>`
    with moved as materialized (
      select m.product_id, min(m.id) as first from ${own({ importId })}
      join stock_movements m on m.document_type = own.document_type and m.document_id = own.document_id group by 1
    ), later as (
      select m.*, case m.kind when 'count' then 'counted' else 'stock_moved' end as block
      from moved join stock_movements m on m.product_id = moved.product_id and m.id > moved.first
      where m.kind <> 'import_undone' and not exists (select from sales_history_posted p where p.import_id = ${importId}
        and p.document_type = m.document_type and p.document_id = m.document_id)
    )
    select distinct on (l.block) l.block as kind,
      case l.block when 'counted' then p.sku || ' ' || p.name || ' was counted since' || coalesce(': ' || l.document_number, '')
        else 'Stock of ' || p.sku || ' ' || p.name || ' moved since' || coalesce(': ' || l.document_number, '') end || '.' as words,
      case when l.document_type = 'stock_count' then '/stock/counts/' || l.document_id else '/products/' || p.id end as link,
      count(*) over (partition by l.block)::integer as count
    from later l join products p on p.id = l.product_id order by l.block, l.id`.execute(db);
  return rows.map(({ kind, words, link, count }) => ({ kind, words, link, count }));
}
