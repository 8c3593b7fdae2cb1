-- The last known average of a product before each movement, in pence: reversing the movement brings it back (rules I9, A13).
-- It cannot be found in the movements before, because goods received below zero set it and leave no stock that shows it.
alter table stock_movements add column unit_cost_before numeric(18, 6);

-- A reversal asks only for movements that no other document has followed, and only those that started at or below zero leave
-- the product without stock again. They are given what reversals found until now, and also the cost of goods received below
-- zero before them. For all others the value is never read.
create temporary table latest_movements on commit drop as
  select m.id, m.product_id, m.document_type, m.quantity, m.quantity_after - m.quantity as before, s.last_unit_cost
  from stock_pools s
    cross join lateral (select document_type, document_id from stock_movements where product_id = s.product_id
      order by id desc limit 1) as last
    join stock_movements m on m.document_type = last.document_type and m.document_id = last.document_id
      and m.product_id = s.product_id
  where m.quantity_after <= m.quantity
    and m.document_type in ('goods_received_note', 'stock_adjustment', 'stock_count');

-- The movements that took a document back, and whether nothing had followed that: then they left what was there before it.
create temporary table reversing_movements on commit drop as
  select u.id, u.product_id, r.document_type, r.document_id, not exists (
    select from stock_movements x where x.product_id = u.product_id and x.id < u.id
      and x.id > (select max(o.id) from stock_movements o where o.product_id = u.product_id
        and o.document_type = r.document_type and o.document_id = r.document_id)
      and (x.document_type, x.document_id) <> (u.document_type, u.document_id)) as left_nothing
  from (
    select 'stock_adjustment' as by_type, id as by_id, 'stock_adjustment' as document_type, reverses_id as document_id
      from stock_adjustments where reverses_id is not null
    union all select 'stock_adjustment', id, 'stock_count', reverses_count_id
      from stock_adjustments where reverses_count_id is not null
    union all select 'supplier_return', id, 'goods_received_note', reverses_receipt_id
      from supplier_returns where reverses_receipt_id is not null
    union all select distinct document_type, document_id, 'import', document_id
      from stock_movements where document_type = 'import_undo') r
  join stock_movements u on u.document_type = r.by_type and u.document_id = r.by_id
  where u.product_id in (select product_id from latest_movements);
create index on reversing_movements (product_id, document_type, document_id);
create index on reversing_movements (id);
analyze reversing_movements;

alter table stock_movements disable trigger stock_movements_are_append_only;
update stock_movements m set unit_cost_before = case
    -- What went out, and what was found below zero at the last known cost, left that cost as it was.
    when l.quantity < 0 or (l.before < 0 and l.document_type <> 'goods_received_note') then l.last_unit_cost
    else coalesce(
      (select round(coalesce(g.value_pence / g.stock_quantity, b.value_after_pence / b.quantity_after), 6)
        from stock_movements b
          left join goods_received_lines g on b.quantity_after <= 0 and b.document_type = 'goods_received_note'
            and g.goods_received_note_id = b.document_id and g.line_number = b.document_line
        where b.product_id = l.product_id and b.id < l.id and (b.quantity_after > 0 or g.id is not null)
          and not exists (select from reversing_movements r where r.product_id = b.product_id and r.id < l.id
            and r.document_type = b.document_type and r.document_id = b.document_id)
          and not exists (select from reversing_movements r where r.id = b.id and r.left_nothing)
        order by b.id desc limit 1),
      -- Sold ahead of the first receipt, at an assumed cost: it stays.
      (select l.last_unit_cost where exists (select from stock_movements b where b.product_id = l.product_id and b.id < l.id
        and not exists (select from reversing_movements r where r.id = b.id)
        and not exists (select from reversing_movements r where r.product_id = b.product_id and r.id < l.id
          and r.document_type = b.document_type and r.document_id = b.document_id)))) end
  from latest_movements l where m.id = l.id;
alter table stock_movements enable trigger stock_movements_are_append_only;
