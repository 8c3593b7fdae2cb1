-- The search over everything: $1 the text as typed, $2 the LIKE pattern of what contains it, $3 of what begins with it.
--
-- Why nothing is faster: names are found by their trigram indexes and numbers by their unique indexes, five of a kind, so
-- what is left is the planning of twenty-one parts, and this statement is planned once for each connection because nothing
-- in its text depends on what was typed. The numbers a text may mean are made here, from the prefixes in use, instead of
-- by a statement before it. An administrator searches, so no part is left out.
with asked as materialized (
  select $1::text as typed, lower($1::text) as lower, $2::text as part, $3::text as beginning, array(
    select upper($1::text) where typed.head = '' or typed.digits is null
    union select known.prefix || lpad(ltrim(typed.digits, '0'), greatest(5, length(ltrim(typed.digits, '0'))), '0')
    from (
      select unnest(array['PO-', 'GRN-', 'BILL-', 'RET-', 'SCN-', 'PAY-', 'ADJ-', 'COUNT-', 'JNL-', 'OPEN-', 'QUO-', 'INV-', 'CN-', 'RCT-',
        'EXP-', 'EMP-', 'SAL-', 'VADJ-', 'WAL-']) as prefix
      union select prefix from number_prefixes) known
    where typed.digits is not null and (typed.head = '' or regexp_replace(known.prefix, '[\s-]', '', 'g') = typed.head)) as numbers
  from (select substring($1::text from '\d{1,15}$') as digits,
    regexp_replace(regexp_replace(upper($1::text), '\d+$', ''), '[\s-]', '', 'g') as head) typed
), found (kind, id, title, detail, path, is_exact, rank, place) as (
  (select 'product', p.id, p.name, p.sku || coalesce(' · ' || best.supplier_code, ''), '/products/' || p.id, best.rank = 0, best.rank, 0 from (
    select distinct on (id) id, rank, supplier_code from (
      select product_id as id, 0 as rank, null as supplier_code from product_barcodes where code = (select typed from asked)
      union all select id, 0, null from products where lower(sku) = (select lower from asked)
      union all (select product_id, 1, supplier_code from supplier_products where lower(supplier_code) = (select lower from asked)
        order by product_id limit 5)
      union all (select id, 2, null from products where lower(name) collate "C" >= (select lower from asked)
        and lower(name) collate "C" < (select lower || chr(1114111) from asked) and status <> 'archived'
        order by lower(name) collate "C", id limit 5)
      union all (select id, 3, null from products where search_text like (select part from asked) and status <> 'archived' limit 5)
    ) matches order by id, rank) best join products p using (id) order by best.rank, p.name, p.id limit 5)
  union all
  (select 'customer', id, name, email, '/customers/view/' || id, false,
    case when lower(name) like (select beginning from asked) then 1 else 2 end as rank, 1
  from customers where search_text like (select part from asked) and not is_walk_in and merged_into_id is null order by rank, name, id limit 5)
  union all
  (select 'supplier', id, name, email, '/suppliers/' || id, false,
    case when lower(name) like (select beginning from asked) then 1 else 2 end as rank, 2
  from suppliers where search_text like (select part from asked) order by rank, name, id limit 5)
  union all
  (select 'employee', id, name, job_title, '/employees/' || id, false,
    case when lower(name) like (select beginning from asked) then 1 else 2 end as rank, 3
  from employees where search_text like (select part from asked) order by rank, name, id limit 5)
  union all
  select 'sale', id, number, customer_name, '/sales/invoices/' || id, true, 0, 4 from sales
  where number = any((select numbers from asked)::text[])
  union all
  select 'sale', id, receipt_number, number || ' · ' || customer_name, '/sales/invoices/' || id, true, 0, 5 from sales
  where receipt_number = any((select numbers from asked)::text[])
  union all
  select 'credit_note', n.id, n.number, null, coalesce('/sales/invoices/' || n.sale_id, '/imports/' || h.import_id), true, 0, 6
  from credit_notes n left join sales_history_posted h on h.document_type = 'credit_note' and h.document_id = n.id
  where n.number = any((select numbers from asked)::text[]) and coalesce(n.sale_id, h.import_id) is not null
  union all
  select 'quote', id, number, customer_name, '/sales/quotes/' || id, true, 0, 7 from quotes
  where number = any((select numbers from asked)::text[])
  union all
  select 'purchase_order', id, po_number, (select s.name from suppliers s where s.id = supplier_id), '/purchases/' || id, true, 0, 8 from purchase_orders
  where po_number = any((select numbers from asked)::text[])
  union all
  select 'goods_received_note', id, number, null, '/purchases/' || purchase_order_id, true, 0, 9 from goods_received_notes
  where number = any((select numbers from asked)::text[]) and purchase_order_id is not null
  union all
  (select 'supplier_bill', id, number, (select s.name from suppliers s where s.id = supplier_id) || ' · ' || supplier_bill_number,
    '/purchases/bills/' || id, true, case when number = any((select numbers from asked)::text[]) then 0 else 1 end as rank, 10
  from supplier_bills where number = any((select numbers from asked)::text[])
    or (lower(supplier_bill_number) = (select lower from asked) and reversed_at is null) order by rank, id desc limit 5)
  union all
  select 'supplier_return', id, number, null, '/purchases/' || purchase_order_id, true, 0, 11 from supplier_returns
  where number = any((select numbers from asked)::text[]) and purchase_order_id is not null
  union all
  (select 'supplier_credit', id, number, (select s.name from suppliers s where s.id = supplier_id) || ' · ' || supplier_credit_number,
    '/purchases/credits?search=' || number, true, case when number = any((select numbers from asked)::text[]) then 0 else 1 end as rank, 12
  from supplier_credits where number = any((select numbers from asked)::text[])
    or (lower(supplier_credit_number) = (select lower from asked) and reversed_at is null) order by rank, id desc limit 5)
  union all
  (select 'supplier_return', id, credit_number, number || coalesce(' · ' || supplier_credit_number, ''), '/purchases/' || purchase_order_id, true,
    case when credit_number = any((select numbers from asked)::text[]) then 0 else 1 end as rank, 13
  from supplier_returns where credit_number = any((select numbers from asked)::text[])
    or (lower(supplier_credit_number) = (select lower from asked) and credit_number is not null) order by rank, id desc limit 5)
  union all
  select 'payment', id, number, (select s.name from suppliers s where s.id = supplier_id), '/suppliers/' || supplier_id, true, 0, 14 from payments
  where number = any((select numbers from asked)::text[]) and supplier_id is not null
  union all
  select 'customer_payment', id, number, (select c.name from customers c where c.id = customer_id), '/wallet/customer/' || customer_id, true, 0, 15 from customer_payments
  where number = any((select numbers from asked)::text[]) and customer_id is not null
  union all
  select 'expense', id, number, description, '/expenses/' || id, true, 0, 16 from expenses
  where number = any((select numbers from asked)::text[])
  union all
  select 'vat_adjustment', id, number, description, '/vat-adjustments/' || id, true, 0, 17 from vat_adjustments
  where number = any((select numbers from asked)::text[])
  union all
  select 'journal', id, document_number, narrative, '/journals/' || id, true, 0, 18 from journals
  where kind in ('manual', 'opening', 'year_end') and document_type in ('manual_journal', 'opening_item')
    and document_number = any((select numbers from asked)::text[])
  union all
  select 'stock_adjustment', id, number, null, '/stock/adjustments/' || id, true, 0, 19 from stock_adjustments
  where number = any((select numbers from asked)::text[])
  union all
  select 'stock_count', id, number, null, '/stock/counts/' || id, true, 0, 20 from stock_counts
  where number = any((select numbers from asked)::text[])
)
select json_build_object('data', coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'title', title, 'detail', detail, 'path', path,
  'is_exact', is_exact) order by is_exact desc, place, rank, title, id), '[]'))::text as reply
from found
