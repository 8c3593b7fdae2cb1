-- Where customers are and where their goods go: VAT follows the country of delivery (rule V28). ISO 3166-1 codes.
-- What is there already is taken to be at home, as it was treated; no posted row changes.

create domain country_code as text constraint country_codes_are_two_letters check (value ~ '^[A-Z]{2}$');

alter table customers
  add column country country_code not null default 'GB',
  -- Null: the same as the billing address.
  add column delivery_country country_code,
  add constraint customers_delivery_country_has_its_address
    check (delivery_address is not null or delivery_country is null);

alter table sales add column delivery_country country_code not null default 'GB';
alter table quote_revisions add column delivery_country country_code not null default 'GB';

-- Sales by country, and those abroad for which proof of export is missing.
create index sales_abroad on sales (business_date, id) where delivery_country not in ('GB', 'IM');

-- What proves that goods left the UK, kept with the sale that was zero-rated for it (rule V28).
create table export_evidence (
  id bigint generated always as identity primary key,
  sale_id bigint not null references sales on delete restrict,
  kind text not null constraint export_evidence_kind_is_known
    check (kind in ('airway_bill', 'bill_of_lading', 'certificate_of_posting', 'courier_record', 'customs_declaration', 'other')),
  reference text not null constraint export_evidence_reference_is_not_blank check (reference <> ''),
  left_on date not null,
  noted_by bigint not null references users on delete restrict,
  noted_at timestamptz not null
);
create index export_evidence_by_sale on export_evidence (sale_id);
create trigger export_evidence_is_append_only before update or delete on export_evidence
  for each row execute function refuse_change();
