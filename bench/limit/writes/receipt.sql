-- Receiving all that is outstanding on an order: $1 the order, $2 the day, $3 now, $4 and $5 the user's id and name, $6 the
-- address and $7 the id of the request. The lines are of products kept in stock, of which none is below zero, and the
-- business recovers its VAT.
--
-- Why nothing is faster: it is one statement, so one round trip. The order is locked first, as every writer does, then its
-- lines are read once and the stock is locked in order of id. What the receipt adds is known from the lines, so nothing is
-- read again after it was written. The log's head is taken last (see sale.sql).
with placed as materialized (
  select po.id, po.po_number, s.name as supplier_name from purchase_orders po join suppliers s on s.id = po.supplier_id
  where po.id = $1::bigint and po.status in ('sent', 'received') for update of po
), lines as materialized (
  select l.id, l.line_number, l.product_id, l.description, l.quantity - l.received as quantity, (l.quantity - l.received) * l.factor as stock,
    l.net_pence - l.received_net_pence as pence
  from placed join purchase_order_lines l on l.purchase_order_id = placed.id where not l.is_closed and l.received < l.quantity
), pools as materialized (
  select s.product_id, s.quantity, s.value_pence, s.last_unit_cost from stock_pools s
  where s.product_id = any(array(select product_id from lines)) order by s.product_id for update
), sums as materialized (
  select sum(pence)::bigint as pence, count(*) as lines from lines join pools using (product_id)
), numbered as (
  insert into number_series as n (series, last_number) select 'GRN', 1 where (select lines from sums) > 0
  on conflict (series) do update set last_number = n.last_number + 1
  returning coalesce(prefix, 'GRN-') || lpad(last_number::text, greatest(5, length(last_number::text)), '0') as number
), note as (
  insert into goods_received_notes (number, purchase_order_id, business_date, value_pence, received_by, received_at)
  select n.number, placed.id, $2::date, s.pence, $4::bigint, $3::timestamptz from numbered n cross join placed cross join sums s
  returning id, number
), journal as (
  insert into journals (business_date, kind, narrative, document_type, document_id, document_number, posted_by, posted_at)
  select $2::date, 'goods_received', 'Goods received from ' || placed.supplier_name || ' on ' || placed.po_number, 'goods_received_note',
    note.id, note.number, $4::bigint, $3::timestamptz
  from note cross join placed
  returning id
), logged as (
  insert into audit_log (at, actor_id, actor, action, record_type, record_id, record_name, after, address, request_id)
  select $3::timestamptz, $4::bigint, $5, 'received', 'purchase_order', placed.id, placed.po_number, jsonb_build_object(
    'note', note.number, 'on', $2::date, 'lines', (
      select jsonb_agg(trim_scale(quantity) || ' × ' || description order by line_number) from lines), 'closed_short', false), $6, $7
  from note cross join placed
), received as (
  insert into goods_received_lines (goods_received_note_id, line_number, purchase_order_line_id, product_id, is_stock, quantity, stock_quantity,
    value_pence, unbilled_quantity, unbilled_pence)
  select note.id, row_number() over (order by l.line_number), l.id, l.product_id, true, l.quantity, l.stock, l.pence, l.quantity, l.pence
  from note cross join lines l order by l.line_number
), pooled as (
  update stock_pools s set quantity = p.quantity + l.stock, value_pence = p.value_pence + l.pence,
    last_unit_cost = round((p.value_pence + l.pence) / (p.quantity + l.stock), 6), shortfall = 0
  from lines l join pools p on p.product_id = l.product_id where s.product_id = l.product_id
), moved as (
  insert into stock_movements (product_id, kind, quantity, value_pence, quantity_after, value_after_pence, unit_cost_before, document_type,
    document_id, document_number, document_line, business_date, posted_by, posted_at)
  select l.product_id, 'receipt', l.stock, l.pence, p.quantity + l.stock, p.value_pence + l.pence, p.last_unit_cost,
    'goods_received_note', note.id, note.number, l.line_number, $2::date, $4::bigint, $3::timestamptz
  from note cross join lines l join pools p on p.product_id = l.product_id order by l.line_number
), posted as (
  insert into journal_lines (journal_id, line_number, business_date, account_code, debit_pence, credit_pence)
  select journal.id, e.line, $2::date, e.account, e.debit, e.credit
  from journal cross join sums s cross join lateral (values (1, '1200', s.pence, 0), (2, '2110', 0, s.pence)) as e (line, account, debit, credit)
), counted as (
  update purchase_order_lines l set received = l.quantity, received_net_pence = l.net_pence from lines
  where l.id = lines.id and exists (select from note)
), completed as (
  update purchase_orders po set status = 'completed', version = po.version + 1, updated_at = $3::timestamptz from note
  where po.id = $1::bigint
)
select id, number from note
