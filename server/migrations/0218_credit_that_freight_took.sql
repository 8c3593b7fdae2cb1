-- Reversing a carrier's bill took credit from the order that it belonged to, although the credit had settled the bill for the
-- goods (rule P4). Orders that lost it get it back: what a credit settles of an order's bills is for that order.
with short as (
  select g.id, g.purchase_order_id, settled.pence - own.pence - g.amount_pence as missing
  from order_credits g join party_items i on i.id = g.party_item_id
    cross join lateral (
      select coalesce(sum(a.amount_pence), 0)::bigint as pence
      from allocations a join party_items c on c.id = a.credit_item_id and c.document_type = 'supplier_bill'
        join supplier_bills b on b.id = c.document_id and b.kind = 'goods'
      where a.debit_item_id = i.id and b.purchase_order_id = g.purchase_order_id) settled
    cross join lateral (
      select (coalesce((select sum(r.gross_pence) from supplier_returns r
          where i.document_type = 'supplier_return' and r.id = i.document_id and r.purchase_order_id = g.purchase_order_id), 0)
        + coalesce((select sum(n.amount_pence) from supplier_credit_bills n join supplier_bills b on b.id = n.supplier_bill_id
          where i.document_type = 'supplier_credit' and n.supplier_credit_id = i.document_id and b.kind = 'goods'
            and b.purchase_order_id = g.purchase_order_id), 0))::bigint as pence) own
  where settled.pence > own.pence + g.amount_pence
), given as (
  update order_credits g set amount_pence = g.amount_pence + s.missing from short s where s.id = g.id
)
update purchase_orders po set credited_pence = po.credited_pence + s.missing
from (select purchase_order_id, sum(missing)::bigint as missing from short group by 1) s where s.purchase_order_id = po.id;
