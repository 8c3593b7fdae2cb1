-- An import of price lists refers to what it added and changed by id, as an undo does.
alter table supplier_products
  add column id bigint generated always as identity constraint supplier_products_id_is_unique unique,
  add column created_at timestamptz not null default now();
update supplier_products set created_at = updated_at;
