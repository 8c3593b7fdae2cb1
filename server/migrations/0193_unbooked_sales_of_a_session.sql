-- The unsent sales of a till session are looked for in both tables of sales: by session, and by receipt number.
create index unbooked_sales_by_session on unbooked_sales (session_id) where session_id is not null;
create index unbooked_sales_by_receipt_number on unbooked_sales (receipt_number text_pattern_ops) where receipt_number is not null;
