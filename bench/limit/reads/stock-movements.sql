-- The stock movements, newest first, without a filter, the first page.
--
-- Why nothing is faster: the primary key is the order, so exactly the page is read, and product, unit and user are found
-- by key. The link is worked out for the rows shown only. The total is the one that the product keeps (decision 118).
with page as (
  select * from stock_movements order by id desc limit 10
), total as materialized (
  select k.row_count + (select count(*) from stock_movements where id > k.up_to_id) as rows
  from kept_row_counts k where k.table_name = 'stock_movements'
)
select json_build_object('current_page', 1, 'last_page', greatest(1, (total.rows + 9) / 10), 'total', total.rows,
  'data', (select coalesce(json_agg(shown), '[]') from (
    select p.id, p.business_date, to_char(p.posted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as posted_at,
      who.name as posted_by, json_build_object('id', g.id, 'sku', g.sku, 'name', g.name) as product, u.name as unit, p.kind,
      json_build_object('number', p.document_number, 'link',
      case p.document_type
        when 'sale' then '/sales/invoices/' || p.document_id
        when 'stock_adjustment' then '/stock/adjustments/' || p.document_id
        when 'stock_count' then '/stock/counts/' || p.document_id
        when 'expense' then '/expenses/' || p.document_id
        when 'till_session' then '/sales/tills/' || p.document_id
        when 'import' then '/imports/' || p.document_id
        when 'import_undo' then '/imports/' || p.document_id
        when 'vat_adjustment' then '/vat-adjustments/' || p.document_id
        when 'supplier_bill' then '/purchases/bills/' || p.document_id
        when 'goods_received_note' then (select '/purchases/' || purchase_order_id from goods_received_notes where id = p.document_id)
        when 'supplier_return' then (select '/purchases/' || purchase_order_id from supplier_returns where id = p.document_id)
        when 'supplier_credit' then (select '/wallet/supplier/' || supplier_id from supplier_credits where id = p.document_id)
        when 'credit_note' then (
          select coalesce('/sales/invoices/' || n.sale_id, (select '/imports/' || h.import_id from sales_history_posted h
            where h.document_type = 'credit_note' and h.document_id = n.id)) from credit_notes n where n.id = p.document_id)
        when 'customer_payment' then (select '/wallet/customer/' || customer_id from customer_payments where id = p.document_id)
        when 'wallet_adjustment' then (select '/wallet/customer/' || customer_id from wallet_adjustments where id = p.document_id)
        when 'opening_invoice' then (
          select coalesce('/wallet/customer/' || customer_id, '/wallet/supplier/' || supplier_id) from opening_invoices
          where id = p.document_id)
        when 'vat_return' then (select '/reports/vat-return/' || period_to from vat_returns where id = p.document_id)
        when 'payment' then (select '/suppliers/' || supplier_id from payments where id = p.document_id)
      end) as document,
      p.reason, trim_scale(p.quantity)::text as quantity, trim_scale(p.quantity_after)::text as quantity_after,
      (p.value_pence * 0.01)::text as value, (p.value_after_pence * 0.01)::text as value_after
    from page p join products g on g.id = p.product_id join units u on u.id = g.unit_id join users who on who.id = p.posted_by
    order by p.id desc) shown))::text as reply
from total
