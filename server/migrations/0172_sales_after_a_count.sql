-- A sale made offline can arrive after its goods were counted: the stocktake then took them for lost, so a manager is told
-- (rule I8, decision 067).
alter table sale_exceptions
  drop constraint sale_exceptions_kind_is_known,
  add constraint sale_exceptions_kind_is_known check (kind in ('not_booked', 'stock', 'counted', 'price', 'approval',
    'credit', 'cashier', 'customer', 'product', 'clock', 'date', 'vat', 'receipt_number', 'session', 'quote'));
create index stock_count_lines_by_count_of_product on stock_count_lines (product_id, counted_at) where counted_at is not null;
