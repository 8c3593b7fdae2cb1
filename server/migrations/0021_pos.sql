-- A till asks for what has changed since it last asked.
create index products_by_change on products (updated_at, id);
create index customers_by_change on customers (updated_at, id);
