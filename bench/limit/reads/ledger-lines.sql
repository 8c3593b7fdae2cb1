-- The lines of the whole ledger, newest first, the first page.
--
-- Why nothing is faster: the index of journals by date gives their order and the primary key of the lines the order
-- within each, so a page of lines is a handful of key lookups. The journal is not looked up again for the page: what is
-- shown of it comes along from the walk. The link of a document is found for the rows shown only; the case picks one
-- lookup by key. The total is the one that the product keeps (decision 118).
with page as (
  select l.*, j.kind, j.narrative, j.document_type, j.document_id, j.document_number
  from journals j join journal_lines l on l.journal_id = j.id
  order by j.business_date desc, j.id desc, l.line_number desc limit 10
), total as materialized (
  select k.row_count + (select count(*) from journal_lines where journal_id > k.up_to_id) as rows
  from kept_row_counts k where k.table_name = 'journal_lines'
)
select json_build_object('current_page', 1, 'last_page', greatest(1, (total.rows + 9) / 10), 'total', total.rows,
  'data', (select coalesce(json_agg(shown), '[]') from (
    select p.journal_id, p.line_number, p.business_date, p.kind, json_build_object('number', p.document_number, 'link',
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
      coalesce(p.description, p.narrative) as narrative, json_build_object('code', a.code, 'name', a.name) as account,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as supplier,
      (p.debit_pence * 0.01)::text as debit, (p.credit_pence * 0.01)::text as credit, null as balance
    from page p join accounts a on a.code = p.account_code left join suppliers s on s.id = p.supplier_id
    order by p.business_date desc, p.journal_id desc, p.line_number desc) shown))::text as reply
from total
