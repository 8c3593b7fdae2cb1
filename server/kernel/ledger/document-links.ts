import { type RawBuilder, sql } from 'kysely';

/** The page of the source document of a journal or ledger item; null without a page. */
export const documentLink = (type: RawBuilder<unknown>, documentId: RawBuilder<unknown>) => sql<
  string | null
>`
  case ${type}
    when 'goods_received_note' then (select '/purchases/' || purchase_order_id from goods_received_notes where id = ${documentId})
    when 'supplier_bill' then '/purchases/bills/' || ${documentId}
    when 'supplier_return' then (select '/purchases/' || purchase_order_id from supplier_returns where id = ${documentId})
    when 'supplier_credit' then (select '/wallet/supplier/' || supplier_id from supplier_credits where id = ${documentId})
    when 'stock_adjustment' then '/stock/adjustments/' || ${documentId}
    when 'stock_count' then '/stock/counts/' || ${documentId}
    when 'sale' then '/sales/invoices/' || ${documentId}
    when 'credit_note' then (
      select coalesce('/sales/invoices/' || sale_id, (select '/imports/' || import_id from sales_history_posted
        where document_type = 'credit_note' and document_id = n.id)) from credit_notes n where n.id = ${documentId})
    when 'customer_payment' then (select '/wallet/customer/' || customer_id from customer_payments where id = ${documentId})
    when 'wallet_adjustment' then (select '/wallet/customer/' || customer_id from wallet_adjustments where id = ${documentId})
    when 'opening_invoice' then (
      select coalesce('/wallet/customer/' || customer_id, '/wallet/supplier/' || supplier_id) from opening_invoices where id = ${documentId})
    when 'expense' then '/expenses/' || ${documentId}
    when 'till_session' then '/sales/tills/' || ${documentId}
    when 'import' then '/imports/' || ${documentId}
    when 'import_undo' then '/imports/' || ${documentId}
    when 'vat_return' then (select '/reports/vat-return/' || period_to from vat_returns where id = ${documentId})
    when 'vat_periods' then '/books'
    when 'vat_adjustment' then '/vat-adjustments/' || ${documentId}
    when 'payment' then (select '/suppliers/' || supplier_id from payments where id = ${documentId})
  end`;
