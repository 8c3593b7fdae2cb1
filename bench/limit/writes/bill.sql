-- The supplier's bill for all that was received on an order and not billed yet, at the prices of the order: $1 the order,
-- $2 the supplier's number, $3 the bill's date, which is today, $4 now, $5 and $6 the user's id and name, $7 the address
-- and $8 the id of the request. The lines are of products kept in stock, there is nothing paid in advance, and the
-- business recovers its VAT.
--
-- Why nothing is faster: it is one statement, so one round trip. The order is locked first and the stock in order of id;
-- what was received is read once, with the newest movement of each product by index. The supplier's balance is changed by
-- the database itself once the item is there, which locks its row for the shortest time. The log's head is taken last
-- (see sale.sql).
with placed as materialized (
  select po.id, po.po_number, po.supplier_id, s.name as supplier_name, s.payment_terms_days
  from purchase_orders po join suppliers s on s.id = po.supplier_id where po.id = $1::bigint for update of po
), received as materialized (
  select g.id, g.product_id, l.id as line_id, l.line_number, l.description, l.vat_code, l.vat_percent, g.unbilled_quantity as quantity,
    g.stock_quantity * g.unbilled_quantity / g.quantity as stock, g.unbilled_pence as net,
    round(g.unbilled_pence * l.vat_percent / 100)::bigint as vat
  from placed join purchase_order_lines l on l.purchase_order_id = placed.id join goods_received_lines g on g.purchase_order_line_id = l.id
  where g.unbilled_quantity > 0
), pools as materialized (
  select s.product_id, s.quantity from stock_pools s
  where s.product_id = any(array(select product_id from received)) order by s.product_id for update
), sums as materialized (
  select sum(net)::bigint as net, sum(vat)::bigint as vat, sum(net + vat)::bigint as gross, count(*) as lines
  from received join pools using (product_id)
), known as (
  insert into party_balances (supplier_id) select supplier_id from placed on conflict do nothing
), numbered as (
  insert into number_series as n (series, last_number) select 'BILL', 1 where (select lines from sums) > 0
  on conflict (series) do update set last_number = n.last_number + 1
  returning coalesce(prefix, 'BILL-') || lpad(last_number::text, greatest(5, length(last_number::text)), '0') as number
), bill as (
  insert into supplier_bills (number, kind, supplier_id, supplier_bill_number, purchase_order_id, bill_date, due_on, net_pence, vat_pence,
    gross_pence, posted_by, posted_at)
  select n.number, 'goods', placed.supplier_id, $2, placed.id, $3::date, $3::date + placed.payment_terms_days, s.net, s.vat, s.gross,
    $5::bigint, $4::timestamptz
  from numbered n cross join placed cross join sums s
  returning id, number, due_on
), journal as (
  insert into journals (business_date, kind, narrative, document_type, document_id, document_number, posted_by, posted_at)
  select $3::date, 'supplier_bill', 'Bill ' || $2 || ' from ' || placed.supplier_name || ' for ' || placed.po_number, 'supplier_bill', bill.id,
    bill.number, $5::bigint, $4::timestamptz
  from bill cross join placed
  returning id
), logged as (
  insert into audit_log (at, actor_id, actor, action, record_type, record_id, record_name, after, address, request_id)
  select $4::timestamptz, $5::bigint, $6, 'billed', 'purchase_order', placed.id, placed.po_number, jsonb_build_object(
    'bill', bill.number, 'supplier_bill_number', $2, 'gross_pence', s.gross, 'difference_pence', 0), $7, $8
  from bill cross join placed cross join sums s
), billed as (
  insert into supplier_bill_lines (supplier_bill_id, line_number, purchase_order_line_id, description, quantity, net_pence, vat_code, vat_percent,
    vat_pence)
  select bill.id, row_number() over (order by r.line_number), r.line_id, r.description, r.quantity, r.net, r.vat_code, r.vat_percent, r.vat
  from bill cross join received r order by r.line_number
), matched as (
  insert into supplier_bill_receipts (supplier_bill_id, goods_received_line_id, quantity, received_pence, received_vat_pence, net_pence, vat_pence,
    vat_recovered_pence, net_in_returns_pence)
  select bill.id, r.id, r.quantity, r.net, 0, r.net, r.vat, r.vat, r.net from bill cross join received r
), cleared as (
  update goods_received_lines g set unbilled_quantity = 0, unbilled_pence = 0, unbilled_vat_in_cost_pence = 0,
    billed_quantity = g.billed_quantity + r.quantity, billed_net_pence = g.billed_net_pence + r.net, billed_vat_pence = g.billed_vat_pence + r.vat,
    billed_vat_recovered_pence = g.billed_vat_recovered_pence + r.vat, billed_net_in_returns_pence = g.billed_net_in_returns_pence + r.net
  from received r where g.id = r.id
), counted as (
  update purchase_order_lines l set billed = l.billed + r.quantity from received r where l.id = r.line_id
), changed as (
  update purchase_orders po set version = po.version + 1, updated_at = $4::timestamptz from bill where po.id = $1::bigint
), late as (
  insert into late_costs (document_type, document_id, line_number, product_id, goods_received_line_id, quantity, claimed, amount_pence, share_pence,
    last_movement_id)
  select 'supplier_bill', bill.id, row_number() over (order by r.line_number), r.product_id, r.id, r.stock, least(r.stock, p.quantity), 0, 0,
    coalesce((select max(m.id) from stock_movements m where m.product_id = r.product_id), 0)
  from bill cross join received r join pools p on p.product_id = r.product_id order by r.line_number
), owed as (
  insert into party_items (supplier_id, side, kind, description, document_type, document_id, document_number, business_date, due_on, amount_pence,
    journal_id, posted_at)
  select placed.supplier_id, 'credit', 'bill', 'Bill ' || $2, 'supplier_bill', bill.id, bill.number, $3::date, bill.due_on, s.gross, journal.id,
    $4::timestamptz
  from bill cross join placed cross join sums s cross join journal
), posted as (
  insert into journal_lines (journal_id, line_number, business_date, account_code, debit_pence, credit_pence, supplier_id)
  select journal.id, row_number() over (order by e.line), $3::date, e.account, e.debit, e.credit, case e.line when 3 then placed.supplier_id end
  from journal cross join placed cross join sums s
    cross join lateral (values (1, '2110', s.net, 0), (2, '2201', s.vat, 0), (3, '2100', 0, s.gross)) as e (line, account, debit, credit)
  where e.debit <> 0 or e.credit <> 0
), taxed as (
  insert into vat_entries (journal_id, direction, tax_point, vat_code, rate_percent, net_pence, vat_pence)
  select journal.id, 'input', $3::date, r.vat_code, r.vat_percent, r.net, r.vat from journal cross join received r order by r.line_number
)
select id, number from bill
