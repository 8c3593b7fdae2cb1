import { sql } from 'kysely';
import type { HistoryUndo } from '#domain/sales-history/history.contract';
import type { Reader } from '../../platform/database/open-database';
import { findBlocks } from './undo-blocks.queries';
import { own } from './undo-own.queries';

/** What undoing an import reverses, in numbers, and what prevents it. */
export async function findUndoPlan(db: Reader, importId: number): Promise<HistoryUndo> {
  const { rows } = await sql<Omit<HistoryUndo, 'blocks'>>`
    with own as materialized (select * from ${own({ importId })})
    select (select count(*)::integer from sales_history_lines where import_id = ${importId} and outcome = 'posted') as lines,
      (select count(*)::integer from own where document_type = 'sale') as sales,
      (select coalesce(sum(s.gross_pence), 0)::bigint from own join sales s on s.id = own.document_id
        where own.document_type = 'sale') as sold,
      (select count(*)::integer from own where document_type = 'credit_note') as credit_notes,
      (select coalesce(sum(n.gross_pence), 0)::bigint from own join credit_notes n on n.id = own.document_id
        where own.document_type = 'credit_note') as credited,
      (select count(*)::integer from own where document_type = 'stock_adjustment') as stock_adjustments,
      (select count(*)::integer from own where document_type = 'journal') as entries,
      (select count(*)::integer from sales_history_products where import_id = ${importId} and is_added) as products,
      (select count(*)::integer from sales_history_customers where added_by = ${importId}) as customers`.execute(
    db,
  );
  const [plan] = rows;
  if (!plan) throw new Error('A sum has one row');
  return { ...plan, blocks: await findBlocks(db, importId) };
}
