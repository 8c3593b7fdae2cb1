-- More than was ordered and tolerated is received with an approval, which is stored with the goods received note (rules P3,
-- P15, decision 206).
alter table approvals
  drop constraint approvals_kind_is_known,
  add constraint approvals_kind_is_known check (kind in
    ('discount', 'price', 'credit', 'stock', 'refund', 'large_refund', 'void', 'customer_credit', 'stock_adjustment', 'write_off',
      'stock_count', 'paid_out', 'over_receipt'));

alter table document_approvals
  drop constraint document_approvals_type_is_known,
  add constraint document_approvals_type_is_known check (document_type in
    ('purchase_order', 'expense', 'till_session', 'stock_adjustment', 'stock_count', 'write_off', 'sale', 'credit_note', 'quote',
      'wallet_adjustment', 'till_cash', 'opening_invoice', 'goods_received_note'));
