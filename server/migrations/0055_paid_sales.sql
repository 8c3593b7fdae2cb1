-- A sale that was paid at a till is a fact (decision 067): it is booked whatever has changed meanwhile, and what is unusual
-- about it becomes an exception for a manager.

-- ── Devices that sell, and the series of their receipts (decision 068) ──────────────────────────────────────
create table till_devices (
  -- Made on the device the first time it opens a till.
  id uuid primary key,
  register_id bigint references registers on delete restrict,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  last_seen_by bigint not null references users on delete restrict
);
create index till_devices_by_register on till_devices (register_id);

-- One series for each register and device, so that two devices on one register never print the same number.
create table receipt_series (
  prefix text primary key constraint receipt_series_prefix_is_readable check (prefix ~ '^[A-Z0-9]{1,6}-[A-Z]{1,3}$'),
  register_id bigint references registers on delete restrict,
  device_id uuid not null references till_devices on delete restrict,
  issued_at timestamptz not null,
  constraint receipt_series_are_of_one_device unique nulls not distinct (register_id, device_id)
);
create trigger receipt_series_are_append_only before update or delete on receipt_series for each row execute function refuse_change();

-- What a device said it holds and the server has not got yet, by the session that took the money.
create table unsent_sales (
  device_id uuid not null references till_devices on delete cascade,
  session_id bigint references till_sessions on delete cascade,
  sales integer not null constraint unsent_sales_are_some check (sales > 0),
  amount_pence bigint not null constraint unsent_sales_amount_is_not_negative check (amount_pence >= 0),
  oldest_at timestamptz not null,
  told_at timestamptz not null,
  constraint unsent_sales_are_told_once unique nulls not distinct (device_id, session_id)
);
create index unsent_sales_by_session on unsent_sales (session_id);

-- ── What a sale remembers of where it was made ──────────────────────────────────────────────────────────────
alter table sales
  -- As it was printed. Two devices that were copied may print the same: both are kept, and an exception says so.
  add column receipt_number text,
  add column device_id uuid,
  -- Who sent it, where that is somebody other than who sold it.
  add column sent_by bigint references users on delete restrict,
  -- The till's own clock, where the server judged the time to be another.
  add column till_time timestamptz;
create index sales_by_receipt_number on sales (receipt_number text_pattern_ops) where receipt_number is not null;

-- ── Stock that is below zero because goods left the shop ────────────────────────────────────────────────────
-- A paid sale takes out what the policy would have refused. Only such a sale may widen the shortfall; receipts narrow it.
alter table stock_pools
  add column shortfall numeric(14, 3) not null default 0
    constraint stock_pools_shortfall_is_not_negative check (shortfall >= 0),
  drop constraint stock_pools_stay_above_zero,
  add constraint stock_pools_stay_above_zero check (quantity >= 0 - shortfall or may_go_negative);

-- ── Sales whose figures do not add up: kept until a person has resolved them ────────────────────────────────
create table unbooked_sales (
  id bigint generated always as identity primary key,
  client_id uuid not null,
  -- What was sent, in short, so that sending it again keeps it once.
  client_hash text not null,
  body jsonb not null,
  reason text not null,
  session_id bigint references till_sessions on delete restrict,
  device_id uuid,
  receipt_number text,
  total_pence bigint not null,
  sold_by bigint references users on delete restrict,
  sold_at timestamptz,
  sent_by bigint not null references users on delete restrict,
  received_at timestamptz not null,
  -- Once it was booked after all.
  sale_id bigint references sales on delete restrict,
  constraint unbooked_sales_are_kept_once unique (client_id, client_hash)
);
create function keep_unbooked_sale() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.sale_id is null and to_jsonb(new) - 'sale_id' = to_jsonb(old) - 'sale_id' then
    return new;
  end if;
  raise exception 'a sale that was sent stays as it is' using errcode = 'integrity_constraint_violation', constraint = 'unbooked_sales_stay_as_sent';
end $$;
create trigger unbooked_sales_stay_as_sent before update or delete on unbooked_sales for each row execute function keep_unbooked_sale();

-- ── What was unusual about a sale, for a manager ────────────────────────────────────────────────────────────
create table sale_exceptions (
  id bigint generated always as identity primary key,
  sale_id bigint references sales on delete restrict,
  unbooked_id bigint references unbooked_sales on delete restrict,
  kind text not null constraint sale_exceptions_kind_is_known check (kind in ('not_booked', 'stock', 'price', 'approval',
    'credit', 'cashier', 'customer', 'product', 'clock', 'date', 'vat', 'receipt_number', 'session', 'quote')),
  words text not null constraint sale_exceptions_say_something check (words <> ''),
  amount_pence bigint,
  raised_at timestamptz not null,
  reviewed_by bigint references users on delete restrict,
  reviewed_at timestamptz,
  note text,
  constraint sale_exceptions_are_of_one_sale check (num_nonnulls(sale_id, unbooked_id) = 1),
  constraint sale_exceptions_are_reviewed_by_somebody check ((reviewed_by is null) = (reviewed_at is null))
);
create index sale_exceptions_by_sale on sale_exceptions (sale_id) where sale_id is not null;
create index sale_exceptions_by_unbooked on sale_exceptions (unbooked_id) where unbooked_id is not null;
create index sale_exceptions_to_review on sale_exceptions (id) where reviewed_at is null;
create function keep_sale_exception() returns trigger
language plpgsql as $$
declare
  review constant text[] := array['reviewed_by', 'reviewed_at', 'note'];
begin
  if tg_op = 'UPDATE' and old.reviewed_at is null and to_jsonb(new) - review = to_jsonb(old) - review then
    return new;
  end if;
  raise exception 'an exception is reviewed once and stays' using errcode = 'integrity_constraint_violation', constraint = 'sale_exceptions_stay';
end $$;
create trigger sale_exceptions_stay before update or delete on sale_exceptions for each row execute function keep_sale_exception();
