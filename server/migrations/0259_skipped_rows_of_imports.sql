-- The skipped rows of an import are counted whenever it is shown, and listed by themselves.
create index import_rows_skipped on import_rows (import_id, row_number) where is_left_out;
