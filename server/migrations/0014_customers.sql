-- Customers: who buys. One of them stands for everybody whose name nobody asks.

-- A number as it is written and said: C-00001.
create function customer_number(id bigint) returns text language sql immutable parallel safe as
$$ select 'C-' || lpad(id::text, greatest(5, length(id::text)), '0') $$;

-- The digits of a telephone number as it is dialled at home, so that +44 (0)117 496 0123 and 0117 4960123 are one.
create function phone_digits(phone text) returns text language sql immutable parallel safe as
$$ select nullif(regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^(?:00)?440?', '0'), '') $$;

create table customers (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint customers_name_is_not_blank check (name <> ''),
  kind text not null default 'person' constraint customers_kind_is_known check (kind in ('person', 'company')),
  contact_person text,
  email text,
  phone text,
  billing_address text,
  billing_postcode text,
  -- Without one goods go to the billing address.
  delivery_address text,
  delivery_postcode text,
  vat_number text constraint customers_vat_number_has_its_form check (vat_number ~ '^GB[0-9]{9}$'),
  tax_number text,
  payment_terms_days integer not null default 30
    constraint customers_payment_terms_are_a_year_at_most check (payment_terms_days between 0 and 365),
  -- Null: nothing goes on account (rule W7).
  credit_limit_pence bigint constraint customers_credit_limit_is_something check (credit_limit_pence between 1 and 1000000000000),
  consent text not null default 'not_asked'
    constraint customers_consent_is_known check (consent in ('not_asked', 'given', 'withdrawn')),
  consent_at timestamptz,
  -- Who noted it, by name as in the audit log: it is proof, whatever becomes of the user.
  consent_by text,
  tags text[] not null default '{}',
  notes text,
  status text not null default 'active' constraint customers_status_is_known check (status in ('active', 'inactive')),
  is_walk_in boolean not null default false,
  merged_into_id bigint constraint customers_merged_into_exists references customers on delete restrict,
  erased_at timestamptz,
  erased_reason text,
  search_text text not null generated always as (
    lower(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(phone_digits(phone), '')
      || ' ' || customer_number(id) || ' ' || coalesce(billing_postcode, '') || ' ' || coalesce(delivery_postcode, '')
      || ' ' || replace(coalesce(billing_postcode, ''), ' ', '') || ' ' || replace(coalesce(delivery_postcode, ''), ' ', ''))
  ) stored,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint customers_contact_is_of_a_company check (kind = 'company' or contact_person is null),
  constraint customers_postcode_has_its_address check (delivery_address is not null or delivery_postcode is null),
  constraint customers_consent_has_its_moment check (
    (consent = 'not_asked') = (consent_at is null) and (consent = 'not_asked') = (consent_by is null)),
  constraint customers_walk_in_stays_as_it_is check (not is_walk_in or (
    status = 'active' and credit_limit_pence is null and merged_into_id is null and erased_at is null)),
  constraint customers_merged_are_inactive check (merged_into_id is null or (status = 'inactive' and merged_into_id <> id)),
  constraint customers_erased_hold_nothing check (erased_at is null or (
    status = 'inactive' and erased_reason is not null and consent = 'not_asked' and credit_limit_pence is null and tags = '{}'
    and num_nonnulls(contact_person, email, phone, billing_address, billing_postcode, delivery_address, delivery_postcode,
      vat_number, tax_number, notes) = 0))
);
create unique index customers_walk_in_is_one on customers (is_walk_in) where is_walk_in;
-- The list leaves out what was merged away or erased.
create index customers_by_name on customers (name, id) where merged_into_id is null and erased_at is null;
create index customers_by_creation on customers (created_at, id) where merged_into_id is null and erased_at is null;
create index customers_by_search_text on customers using gin (search_text gin_trgm_ops);
create index customers_by_tag on customers using gin (tags);
create index customers_by_email on customers (lower(email)) where email is not null;
create index customers_by_phone on customers (phone_digits(phone));
create index customers_by_name_and_postcode on customers (lower(name), billing_postcode);
create index customers_by_merge on customers (merged_into_id) where merged_into_id is not null;
create index customers_by_erasure on customers (erased_at) where erased_at is not null;

-- What a check cannot see: another row, or how this one was before.
create function keep_customers_in_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.is_walk_in then
      raise exception 'the walk-in customer stays' using errcode = 'integrity_constraint_violation', constraint = 'customers_walk_in_stays';
    end if;
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if new.is_walk_in <> old.is_walk_in then
      raise exception 'the walk-in customer stays' using errcode = 'integrity_constraint_violation', constraint = 'customers_walk_in_stays';
    end if;
    if old.erased_at is not null and (new.erased_at is null or new.name <> old.name) then
      raise exception 'what is erased stays erased' using errcode = 'integrity_constraint_violation', constraint = 'customers_stay_erased';
    end if;
    if old.merged_into_id is not null and new.merged_into_id is null then
      raise exception 'what is merged stays merged' using errcode = 'integrity_constraint_violation', constraint = 'customers_stay_merged';
    end if;
  end if;
  if new.merged_into_id is not null
    and exists (select from customers c where c.id = new.merged_into_id and (c.merged_into_id is not null or c.is_walk_in)) then
    raise exception 'merged into one that is merged itself, or the walk-in' using errcode = 'integrity_constraint_violation', constraint = 'customers_merge_into_one_that_stays';
  end if;
  return new;
end $$;
create trigger customers_stay_in_order before insert or update of is_walk_in, merged_into_id, erased_at, name or delete on customers
  for each row execute function keep_customers_in_order();

insert into customers (name, is_walk_in, payment_terms_days, created_at, updated_at) values ('Walk-in customer', true, 0, now(), now());

-- The log is never rewritten. What its entries say about somebody who was erased is not read out any more, but for the
-- entry that says so.
create function audit_is_hidden(action text, record_type text, record_id bigint) returns boolean language sql stable parallel safe as
$$ select record_type = 'customer' and action <> 'erased'
  and exists (select from customers c where c.id = record_id and c.erased_at is not null) $$;
create function audit_shown_name(action text, record_type text, record_id bigint, record_name text) returns text
language sql stable parallel safe as
$$ select case when audit_is_hidden(action, record_type, record_id) then 'Erased ' || record_type || ' ' || record_id else record_name end $$;
