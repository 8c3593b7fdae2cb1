-- A payment to a supplier by bank transfer for one order, whose bills it settles in order of their due dates: $1 the order,
-- $2 the amount in pence, which is at most what the order owes, $3 the day, $4 now, $5 and $6 the user's id and name,
-- $7 the address and $8 the id of the request.
--
-- Why nothing is faster: it is one statement, so one round trip. The payment is stored as completed at once instead of as
-- pending first. The bills' items are locked as they are read, so that their open amounts are the newest, and the share of
-- each comes from a running sum instead of one statement for each bill. Balances and settled amounts are kept by the
-- database itself. The log's head is taken last (see sale.sql).
with placed as materialized (
  select po.id, po.supplier_id, s.name as supplier_name from purchase_orders po join suppliers s on s.id = po.supplier_id
  where po.id = $1::bigint for update of po
), open as materialized (
  select i.id, i.business_date, b.due_on, b.id as bill_id, i.amount_pence - i.allocated_pence as pence
  from supplier_bills b join party_items i on i.document_type = 'supplier_bill' and i.document_id = b.id
  where b.purchase_order_id = $1::bigint and b.kind = 'goods' and i.allocated_pence < i.amount_pence for update of i
), known as (
  insert into party_balances (supplier_id) select supplier_id from placed on conflict do nothing
), numbered as (
  insert into number_series as n (series, last_number) select 'PAY', 1 from placed
  on conflict (series) do update set last_number = n.last_number + 1
  returning coalesce(prefix, 'PAY-') || lpad(last_number::text, greatest(5, length(last_number::text)), '0') as number
), payment as (
  insert into payments (supplier_id, direction, payment_date, amount_pence, method, status, settles, created_by, created_at, number, business_date,
    version)
  select placed.supplier_id, 'out', $3::date, $2::bigint, 'bank_transfer', 'completed', 'on_account', $5::bigint, $4::timestamptz, n.number, $3::date, 2
  from numbered n cross join placed
  returning id, number
), journal as (
  insert into journals (business_date, kind, narrative, document_type, document_id, document_number, posted_by, posted_at)
  select $3::date, 'supplier_payment', 'Payment to ' || placed.supplier_name, 'payment', payment.id, payment.number, $5::bigint, $4::timestamptz
  from payment cross join placed
  returning id
), item as (
  insert into party_items (supplier_id, side, kind, document_type, document_id, document_number, business_date, amount_pence, journal_id, posted_at)
  select placed.supplier_id, 'debit', 'payment', 'payment', payment.id, payment.number, $3::date, $2::bigint, journal.id, $4::timestamptz
  from payment cross join placed cross join journal
  returning id
), logged as (
  insert into audit_log (at, actor_id, actor, action, record_type, record_id, record_name, after, address, request_id)
  select $4::timestamptz, $5::bigint, $6, 'paid', 'supplier', placed.supplier_id, placed.supplier_name, jsonb_build_object(
    'payment', payment.id, 'direction', 'out', 'amount_pence', $2::bigint, 'method', 'bank_transfer', 'orders', jsonb_build_array(placed.id)), $7, $8
  from payment cross join placed
), put as (
  insert into payment_allocations (payment_id, purchase_order_id, amount_pence)
  select payment.id, $1::bigint, $2::bigint from payment
), posted as (
  insert into journal_lines (journal_id, line_number, business_date, account_code, debit_pence, credit_pence, supplier_id)
  select journal.id, e.line, $3::date, e.account, e.debit, e.credit, case e.line when 1 then placed.supplier_id end
  from journal cross join placed
    cross join (values (1, '2100', $2::bigint, 0::bigint), (2, '1020', 0, $2::bigint)) as e (line, account, debit, credit)
), settled as (
  insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
  select item.id, share.id, share.pence, greatest($3::date, share.business_date), $5::bigint, $4::timestamptz
  from item cross join (
    select id, business_date, due_on, bill_id, least(pence, $2::bigint - (sum(pence) over (order by due_on, bill_id) - pence))::bigint as pence
    from open) share
  where share.pence > 0 order by share.due_on, share.bill_id
)
select id, number from payment
