-- The receipt whose goods a late cost belongs to (rules I11, I15): what was reversed for one receipt is a new cost for another,
-- and a receipt can be reversed while freight is on another one of its order.
alter table late_costs add column goods_received_line_id bigint references goods_received_lines on delete restrict;

-- Where it is certain: the only receipt line of the product on a bill for goods, or on the order of a carrier's bill.
alter table late_costs disable trigger late_costs_are_append_only;
update late_costs c set goods_received_line_id = of_bill.line
from (
  select r.supplier_bill_id as bill, g.product_id, min(g.id) as line
  from supplier_bill_receipts r join goods_received_lines g on g.id = r.goods_received_line_id and g.is_stock
  group by 1, 2 having count(*) = 1
  union all
  select b.id, g.product_id, min(g.id)
  from supplier_bills b join goods_received_notes n on n.purchase_order_id = b.purchase_order_id
    join goods_received_lines g on g.goods_received_note_id = n.id and g.is_stock
  where b.kind = 'landed_cost' group by 1, 2 having count(*) = 1) of_bill
where c.document_type = 'supplier_bill' and c.document_id = of_bill.bill and c.product_id = of_bill.product_id;
alter table late_costs enable trigger late_costs_are_append_only;
