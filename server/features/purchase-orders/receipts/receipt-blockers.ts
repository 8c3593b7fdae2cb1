import { sql } from 'kysely';
import { countedSince } from '../../../kernel/stock';

/** What prevents the reversal of receipt `g`, for `canReverseReceipt`. */
export const receiptBlockers = sql`
  (select r.number from supplier_returns r where r.reverses_receipt_id = g.id) as reversed_by,
  (select b.supplier_bill_number from goods_received_lines r join supplier_bill_receipts c on c.goods_received_line_id = r.id
      join supplier_bills b on b.id = c.supplier_bill_id and b.reversed_at is null
    where r.goods_received_note_id = g.id order by b.id limit 1) as billed_by,
  (select s.number from goods_received_lines r join supplier_return_lines l on l.goods_received_line_id = r.id
      join supplier_returns s on s.id = l.supplier_return_id and s.reverses_receipt_id is null
    where r.goods_received_note_id = g.id order by s.id limit 1) as returned_by,
  (select b.supplier_bill_number from supplier_bills b
      join late_costs c on c.document_type = 'supplier_bill' and c.document_id = b.id and c.reverses_id is null
    where b.purchase_order_id = g.purchase_order_id and b.kind = 'landed_cost' and b.reversed_at is null
      and exists (select from goods_received_lines r where r.goods_received_note_id = g.id
        -- Before the receipt was stored, any of the product that had come by then may be meant.
        and (r.id = c.goods_received_line_id
          or (c.goods_received_line_id is null and r.product_id = c.product_id and b.posted_at >= g.received_at)
          -- Of another receipt, but spread over more pieces than stay without these (rule I11).
          or (r.product_id = c.product_id and b.posted_at >= g.received_at
            and c.claimed > (select p.quantity from stock_pools p where p.product_id = r.product_id) - r.stock_quantity)))
    order by b.id limit 1) as landed_by,
  (select l.description from goods_received_lines r join purchase_order_lines l on l.id = r.purchase_order_line_id
    where r.goods_received_note_id = g.id and l.is_closed order by l.line_number limit 1) as closed_line,
  ${countedSince('goods_received_note', sql`g.id`)} as counted_since`;
