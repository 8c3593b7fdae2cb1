-- Whom a full VAT invoice names where the sale was to nobody in particular (rules V19, V20, finding F37): asked for at the till
-- above £250 or when the customer wants one. The sale itself stays as it was posted; the last row counts.
create table sale_invoice_addresses (
  id bigint generated always as identity primary key,
  sale_id bigint not null references sales on delete restrict,
  name text not null constraint sale_invoice_addresses_have_a_name check (name <> '' and length(name) <= 120),
  address text not null constraint sale_invoice_addresses_have_an_address check (address <> '' and length(address) <= 500),
  recorded_by bigint not null references users on delete restrict,
  recorded_at timestamptz not null
);
create index sale_invoice_addresses_by_sale on sale_invoice_addresses (sale_id, id);
create trigger sale_invoice_addresses_are_append_only before update or delete on sale_invoice_addresses
  for each row execute function refuse_change();
