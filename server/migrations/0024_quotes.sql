-- Quotes: what was offered to somebody, revision by revision, until it becomes a sale. Nothing of a quote is posted.

create table quotes (
  id bigint generated always as identity primary key,
  number text not null constraint quotes_number_is_taken unique,
  -- That a quote has expired follows from its date; it is never written down.
  status text not null default 'open'
    constraint quotes_status_is_known check (status in ('open', 'accepted', 'declined', 'invoiced')),
  -- The one that counts; those before it stay as they were.
  revision integer not null default 1 constraint quotes_revision_counts_up check (revision > 0),
  customer_id bigint not null constraint quotes_customer_exists references customers on delete restrict,
  customer_name text not null,
  customer_reference text,
  quoted_on date not null,
  valid_until date not null,
  gross_pence bigint not null,
  sale_id bigint constraint quotes_become_one_sale unique references sales on delete restrict,
  created_by bigint not null references users on delete restrict,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  constraint quotes_invoiced_name_their_sale check ((status = 'invoiced') = (sale_id is not null)),
  constraint quotes_are_valid_for_a_while check (valid_until >= quoted_on)
);
create index quotes_by_date on quotes (quoted_on, id);
create index quotes_by_validity on quotes (valid_until, id);
create index quotes_by_customer on quotes (customer_id, id);
create index quotes_by_search on quotes using gin (lower(number || ' ' || customer_name || ' ' || coalesce(customer_reference, '')) gin_trgm_ops);

-- What stood on the paper. A later revision adds one, and changes none.
create table quote_revisions (
  quote_id bigint not null references quotes on delete restrict,
  revision integer not null,
  -- Of the basket it was made from: sent again, it is one.
  client_id uuid not null constraint quote_revisions_client_id_is_taken unique,
  client_hash text not null,
  quoted_on date not null,
  valid_until date not null,
  customer_id bigint not null references customers on delete restrict,
  customer_name text not null,
  customer_address text,
  customer_vat_number text,
  customer_reference text,
  delivery_address text,
  notes text,
  seller jsonb not null,
  price_mode text not null constraint quote_revisions_price_mode_is_known check (price_mode in ('inclusive', 'exclusive')),
  line_count integer not null,
  line_discount_pence bigint not null,
  cart_discount_pence bigint not null,
  discount_reason text,
  net_pence bigint not null,
  vat_pence bigint not null,
  gross_pence bigint not null,
  saved_by bigint not null references users on delete restrict,
  saved_at timestamptz not null,
  primary key (quote_id, revision),
  constraint quote_revisions_add_up check (net_pence + vat_pence = gross_pence and net_pence >= 0 and vat_pence >= 0)
);
alter table quotes add constraint quotes_have_their_revision foreign key (id, revision)
  references quote_revisions (quote_id, revision) deferrable initially deferred;

create table quote_lines (
  quote_id bigint not null,
  revision integer not null,
  line_number integer not null,
  product_id bigint not null references products on delete restrict,
  sku text not null,
  description text not null,
  unit text not null,
  quantity numeric(14, 3) not null constraint quote_lines_quantity_is_positive check (quantity > 0),
  list_price_pence bigint not null,
  unit_price_pence bigint not null constraint quote_lines_price_is_not_negative check (unit_price_pence >= 0),
  price_reason text,
  -- What somebody typed stays when the quote is reckoned again at the prices of another day.
  has_typed_price boolean not null,
  has_typed_discount boolean not null,
  amount_pence bigint not null,
  line_discount_pence bigint not null,
  discount_reason text,
  cart_discount_pence bigint not null,
  vat_code text not null constraint quote_lines_vat_code_is_known check (vat_code in ('S', 'R', 'Z', 'E', 'O')),
  vat_rate numeric(5, 2) not null,
  net_pence bigint not null,
  vat_pence bigint not null,
  gross_pence bigint not null,
  note text,
  primary key (quote_id, revision, line_number),
  constraint quote_lines_are_of_a_revision foreign key (quote_id, revision) references quote_revisions on delete restrict,
  constraint quote_lines_add_up check (net_pence + vat_pence = gross_pence and net_pence >= 0 and vat_pence >= 0
    and line_discount_pence between 0 and amount_pence
    and cart_discount_pence between 0 and amount_pence - line_discount_pence)
);
create index quote_lines_by_product on quote_lines (product_id);

-- ── The sale that a quote became ────────────────────────────────────────────────────────────────────────────
-- It names its quote for good; of those that are not cancelled there is one.
alter table sales add column quote_id bigint constraint sales_quote_exists references quotes on delete restrict;
create unique index sales_invoice_a_quote_once on sales (quote_id) where quote_id is not null and status <> 'cancelled';

-- ── What was offered stays ──────────────────────────────────────────────────────────────────────────────────
-- Of a revision only what is personal may go, when somebody is erased.
create function keep_quote_revision() returns trigger
language plpgsql as $$
declare
  personal constant text[] := array['customer_name', 'customer_address', 'customer_vat_number', 'customer_reference',
    'delivery_address', 'notes'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - personal = to_jsonb(old) - personal then
    return new;
  end if;
  raise exception 'a quote stays as it was offered'
    using errcode = 'integrity_constraint_violation', constraint = 'quote_revisions_stay';
end $$;
create trigger quote_revisions_stay before update or delete on quote_revisions for each row execute function keep_quote_revision();
create trigger quote_lines_are_append_only before update or delete on quote_lines for each row execute function refuse_change();

-- Only what was open or accepted becomes a sale, and an edited sale hands its quote on to the next.
create function keep_quote_steps() returns trigger
language plpgsql as $$
begin
  if new.status = 'invoiced' and old.status = 'declined' then
    raise exception 'a declined quote is reopened before it is invoiced'
      using errcode = 'integrity_constraint_violation', constraint = 'quotes_go_step_by_step';
  end if;
  if new.revision not in (old.revision, old.revision + 1) or new.number <> old.number then
    raise exception 'the revisions of a quote count up'
      using errcode = 'integrity_constraint_violation', constraint = 'quotes_go_step_by_step';
  end if;
  return new;
end $$;
create trigger quotes_go_step_by_step before update on quotes for each row execute function keep_quote_steps();
create trigger quotes_are_never_deleted before delete on quotes for each row execute function refuse_change();
create trigger quotes_are_never_emptied before truncate on quotes for each statement execute function refuse_change();
