-- Reopening an order brings back what was closed short, without a revision: it is approved like one (rule P15). Goods received
-- above an order within the tolerance raise its total too, and need no approval.
drop trigger purchase_orders_are_approved on purchase_orders;
create trigger purchase_orders_are_approved before update on purchase_orders for each row
  when ((old.status = 'draft' and new.status = 'sent')
    or (old.status <> 'draft' and (new.supplier_id <> old.supplier_id
      or (new.total_pence > old.total_pence and (new.revision > old.revision
        or (old.status = 'completed' and new.status in ('sent', 'received')))))))
  execute function ensure_order_is_approved();
