-- Selling: the ledgers of customers, tills and their drawers, sales, and what comes back of them.

-- ── Who buys at which prices ────────────────────────────────────────────────────────────────────────────────
alter table customers add column price_group_id bigint constraint customers_price_group_exists references price_groups on delete restrict;
create index customers_by_price_group on customers (price_group_id) where price_group_id is not null;

-- ── Customers have a ledger as suppliers have (rules W1, W2) ────────────────────────────────────────────────
alter table party_items drop constraint party_items_supplier_id_fkey;
alter table party_balances drop constraint party_balances_pkey;
alter table party_balances
  alter column supplier_id drop not null,
  add column customer_id bigint references customers on delete restrict,
  add constraint party_balances_are_of_one_party check (num_nonnulls(supplier_id, customer_id) = 1),
  add constraint party_balances_by_supplier unique (supplier_id),
  add constraint party_balances_by_customer unique (customer_id);
alter table party_items
  alter column supplier_id drop not null,
  add column customer_id bigint,
  add constraint party_items_are_of_one_party check (num_nonnulls(supplier_id, customer_id) = 1),
  add constraint party_items_supplier_has_a_balance foreign key (supplier_id) references party_balances (supplier_id) on delete restrict,
  add constraint party_items_customer_has_a_balance foreign key (customer_id) references party_balances (customer_id) on delete restrict;
create index party_items_by_customer on party_items (customer_id, business_date, id)
  include (side, amount_pence, allocated_pence) where customer_id is not null;
create index party_items_that_customers_owe on party_items (customer_id, side, due_on, business_date, id)
  where allocated_pence < amount_pence and customer_id is not null;

create or replace function follow_party_item() returns trigger
language plpgsql as $$
declare
  change constant bigint := case new.side when 'debit' then new.amount_pence else -new.amount_pence end;
begin
  if new.customer_id is not null then
    update party_balances set balance_pence = balance_pence + change where customer_id = new.customer_id;
  else
    update party_balances set balance_pence = balance_pence + change where supplier_id = new.supplier_id;
  end if;
  return null;
end $$;

create or replace function follow_allocation() returns trigger
language plpgsql as $$
declare
  debit party_items;
  credit party_items;
begin
  update party_items set allocated_pence = allocated_pence + new.amount_pence
    where id = new.debit_item_id returning * into debit;
  update party_items set allocated_pence = allocated_pence + new.amount_pence
    where id = new.credit_item_id returning * into credit;
  if debit.side <> 'debit' or credit.side <> 'credit'
    or (debit.supplier_id, debit.customer_id) is distinct from (credit.supplier_id, credit.customer_id) then
    raise exception 'an allocation matches a debit and a credit of one party'
      using errcode = 'integrity_constraint_violation', constraint = 'allocations_match_one_party';
  end if;
  return null;
end $$;

alter table journal_lines
  add column customer_id bigint references customers on delete restrict,
  add constraint journal_lines_name_the_debtor check ((account_code = '1100') = (customer_id is not null));
create index journal_lines_by_customer on journal_lines (customer_id, business_date)
  include (debit_pence, credit_pence) where customer_id is not null;

-- The drawers agree with their account to the penny (A11): nobody posts to it by hand.
alter table accounts disable trigger accounts_of_the_system_are_protected;
update accounts set is_control = true where code = '1000';
alter table accounts enable trigger accounts_of_the_system_are_protected;

-- ── What a shop decides once ────────────────────────────────────────────────────────────────────────────────
create table selling_settings (
  only_row boolean primary key default true constraint selling_settings_are_one_row check (only_row),
  -- What somebody without the right to give more may take off a line or a basket, in per cent.
  discount_limit numeric(5, 2) not null default 10 constraint selling_settings_limit_is_a_percentage check (discount_limit between 0 and 100),
  -- Whether a line below what it costs needs the right to change prices, or is only warned of.
  below_cost text not null default 'approve' constraint selling_settings_below_cost_is_known check (below_cost in ('approve', 'warn')),
  -- Who counts the drawer does not see what should be in it (rule T2).
  blind_count boolean not null default true,
  -- A difference above it is approved by somebody else.
  variance_limit_pence bigint not null default 500 constraint selling_settings_variance_is_not_negative check (variance_limit_pence >= 0),
  -- Held baskets are voided after so many days.
  held_days integer not null default 7 constraint selling_settings_held_days_are_a_year_at_most check (held_days between 1 and 365),
  receipt_footer text,
  version integer not null default 1
);
insert into selling_settings default values;

-- ── Registers and till sessions (rules T1-T3) ───────────────────────────────────────────────────────────────
create table registers (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint registers_name_is_not_blank check (name <> ''),
  -- Stands in the numbers of its Z reports: Z-T1-00001.
  code text not null constraint registers_code_is_short check (code ~ '^[A-Z0-9]{1,6}$'),
  paper text not null default '80mm' constraint registers_paper_is_known check (paper in ('80mm', 'a4')),
  status text not null default 'active' constraint registers_status_is_known check (status in ('active', 'inactive')),
  last_z_number integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index registers_name_is_taken on registers (lower(name));
create unique index registers_code_is_taken on registers (code);
insert into registers (name, code, created_at, updated_at) values ('Till 1', 'T1', now(), now());

create table till_sessions (
  id bigint generated always as identity primary key,
  register_id bigint not null references registers on delete restrict,
  status text not null default 'open' constraint till_sessions_status_is_known check (status in ('open', 'counting', 'closed')),
  -- Takes what a till sold without a network and sends after its session was closed.
  late_of_id bigint references till_sessions on delete restrict,
  opened_by bigint not null references users on delete restrict,
  opened_at timestamptz not null,
  business_date date not null,
  opening_float_pence bigint not null constraint till_sessions_float_is_not_negative check (opening_float_pence >= 0),
  -- From here on it is written at the Z report, once.
  z_number integer,
  closed_by bigint references users on delete restrict,
  closed_at timestamptz,
  -- Pieces by the pence they are worth: {"2000": 3}.
  counted_pieces jsonb,
  counted_pence bigint,
  expected_pence bigint,
  difference_reason text,
  -- The whole report as it was printed.
  z_report jsonb,
  approved_by bigint references users on delete restrict,
  approved_at timestamptz,
  approval_note text,
  version integer not null default 1,
  constraint till_sessions_z_number_is_taken unique (register_id, z_number),
  constraint till_sessions_are_closed_whole check (
    (status = 'closed') = (num_nonnulls(z_number, closed_by, closed_at, counted_pence, expected_pence, z_report) = 6)),
  constraint till_sessions_are_approved_closed check (approved_at is null or status = 'closed'),
  constraint till_sessions_are_approved_by_another check (approved_by <> closed_by)
);
create unique index till_sessions_open_one_at_a_time on till_sessions (register_id)
  where status <> 'closed' and late_of_id is null;
create unique index till_sessions_late_one_at_a_time on till_sessions (register_id)
  where status <> 'closed' and late_of_id is not null;
create index till_sessions_by_opening on till_sessions (opened_at desc, id);
create index till_sessions_by_register on till_sessions (register_id, id);

-- What a Z report froze stays (rules T2, D7); only its approval is added.
create function keep_closed_session() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.status = 'closed'
    and to_jsonb(new) - array['approved_by', 'approved_at', 'approval_note', 'version']
      <> to_jsonb(old) - array['approved_by', 'approved_at', 'approval_note', 'version']) or old.approved_at is not null then
    raise exception 'a closed till session stays as it is'
      using errcode = 'integrity_constraint_violation', constraint = 'till_session_is_closed';
  end if;
  return new;
end $$;
create trigger till_sessions_stay_closed before update or delete on till_sessions
  for each row execute function keep_closed_session();

-- The drawer's own book: every coin that came in or went out, and the journal that says so.
create table till_cash (
  id bigint generated always as identity primary key,
  session_id bigint not null references till_sessions on delete restrict,
  kind text not null constraint till_cash_kind_is_known check (kind in (
    'float', 'sale', 'refund', 'receipt', 'payout', 'paid_in', 'paid_out', 'drop', 'difference', 'emptied')),
  -- Into the drawer above zero, out of it below.
  amount_pence bigint not null constraint till_cash_is_of_something check (amount_pence <> 0),
  journal_id bigint not null references journals on delete restrict,
  document_type text not null,
  document_id bigint not null,
  document_number text,
  reason text,
  recorded_by bigint not null references users on delete restrict,
  recorded_at timestamptz not null
);
create index till_cash_by_session on till_cash (session_id, id) include (kind, amount_pence);
create index till_cash_by_journal on till_cash (journal_id);
create trigger till_cash_is_append_only before update or delete on till_cash for each row execute function refuse_change();

-- A closed session takes nothing more (rule D7). Its row is held until the commit, so that closing waits for what is on its way.
create function ensure_open_session() returns trigger
language plpgsql as $$
declare
  found_status text;
begin
  if new.session_id is null then
    return new;
  end if;
  select status into found_status from till_sessions where id = new.session_id for share;
  if found_status = 'closed' then
    raise exception 'till session % is closed', new.session_id
      using errcode = 'integrity_constraint_violation', constraint = 'till_session_is_closed';
  end if;
  return new;
end $$;
create trigger till_cash_is_of_an_open_session before insert on till_cash for each row execute function ensure_open_session();

-- Drawer opened without a sale, and whatever else a Z report counts without money.
create table till_events (
  id bigint generated always as identity primary key,
  session_id bigint not null references till_sessions on delete restrict,
  kind text not null constraint till_events_kind_is_known check (kind in ('drawer_opened', 'basket_voided', 'line_removed', 'cashier_changed', 'x_report')),
  amount_pence bigint not null default 0,
  note text,
  recorded_by bigint not null references users on delete restrict,
  recorded_at timestamptz not null
);
create index till_events_by_session on till_events (session_id, kind) include (amount_pence);
create trigger till_events_are_append_only before update or delete on till_events for each row execute function refuse_change();
create trigger till_events_are_of_an_open_session before insert on till_events for each row execute function ensure_open_session();

-- ── PINs: who stands at the till, and who approves there ────────────────────────────────────────────────────
create table user_pins (
  user_id bigint primary key references users on delete cascade,
  pin_hash text not null,
  failures integer not null default 0,
  locked_until timestamptz,
  set_at timestamptz not null
);

-- Somebody's yes to one change, for one sale: spent with it.
create table approvals (
  id uuid primary key default gen_random_uuid(),
  -- The till's own id of the basket, which becomes that of the sale.
  client_id uuid not null,
  kind text not null constraint approvals_kind_is_known check (kind in ('discount', 'price', 'credit', 'refund', 'void')),
  -- What exactly was approved, as the till shows it and the server reads it again.
  subject jsonb not null,
  asked_by bigint not null references users on delete restrict,
  approved_by bigint not null references users on delete restrict,
  approved_at timestamptz not null,
  used_at timestamptz
);
create index approvals_by_basket on approvals (client_id);

-- ── Sales ───────────────────────────────────────────────────────────────────────────────────────────────────
create table sales (
  id bigint generated always as identity primary key,
  number text not null constraint sales_number_is_taken unique,
  -- The till's own id: however often a sale is sent, and from wherever, it is one (promises R12, R28).
  client_id uuid not null constraint sales_client_id_is_taken unique,
  -- What was sent, in short: the same id with other contents is refused.
  client_hash text not null,
  channel text not null constraint sales_channel_is_known check (channel in ('till', 'desk', 'import')),
  status text not null default 'completed'
    constraint sales_status_is_known check (status in ('completed', 'partially_refunded', 'refunded', 'cancelled')),
  session_id bigint references till_sessions on delete restrict,
  customer_id bigint not null constraint sales_customer_exists references customers on delete restrict,
  -- As it stood when the document was drawn up (rule K5).
  customer_name text not null,
  customer_address text,
  customer_vat_number text,
  seller jsonb not null,
  price_mode text not null constraint sales_price_mode_is_known check (price_mode in ('inclusive', 'exclusive')),
  business_date date not null,
  tax_point date not null,
  due_on date not null,
  line_count integer not null,
  -- Line discounts and the basket's, as they were taken off in the price mode (rules M5, M6, L8).
  line_discount_pence bigint not null default 0,
  cart_discount_pence bigint not null default 0,
  discount_reason text,
  net_pence bigint not null,
  vat_pence bigint not null,
  gross_pence bigint not null,
  -- What stays owed when it is completed (rule M11); what is owed today says the ledger.
  on_account_pence bigint not null default 0 constraint sales_on_account_is_not_negative check (on_account_pence >= 0),
  change_pence bigint not null default 0 constraint sales_change_is_not_negative check (change_pence >= 0),
  refunded_pence bigint not null default 0,
  customer_reference text,
  delivery_address text,
  notes text,
  -- The sale that this one replaces (rule L7).
  replaces_id bigint constraint sales_are_replaced_once unique references sales on delete restrict,
  was_offline boolean not null default false,
  sold_by bigint not null references users on delete restrict,
  -- The till's clock; recorded_at is the server's.
  sold_at timestamptz not null,
  recorded_at timestamptz not null,
  version integer not null default 1,
  constraint sales_add_up check (net_pence + vat_pence = gross_pence and gross_pence >= 0 and net_pence >= 0 and vat_pence >= 0),
  constraint sales_are_refunded_within_their_amount check (refunded_pence between 0 and gross_pence)
);
create index sales_by_date on sales (business_date, id);
create index sales_by_customer on sales (customer_id, id);
create index sales_by_session on sales (session_id, id) where session_id is not null;
create index sales_by_search on sales using gin (lower(number || ' ' || customer_name || ' ' || coalesce(customer_reference, '')) gin_trgm_ops);

create table sale_lines (
  sale_id bigint not null references sales on delete restrict,
  line_number integer not null,
  product_id bigint not null references products on delete restrict,
  sku text not null,
  description text not null,
  unit text not null,
  quantity numeric(14, 3) not null constraint sale_lines_quantity_is_positive check (quantity > 0),
  list_price_pence bigint not null,
  unit_price_pence bigint not null constraint sale_lines_price_is_not_negative check (unit_price_pence >= 0),
  price_reason text,
  amount_pence bigint not null,
  line_discount_pence bigint not null default 0,
  discount_reason text,
  cart_discount_pence bigint not null default 0,
  vat_code text not null constraint sale_lines_vat_code_is_known check (vat_code in ('S', 'R', 'Z', 'E', 'O')),
  vat_rate numeric(5, 2) not null,
  net_pence bigint not null,
  vat_pence bigint not null,
  gross_pence bigint not null,
  -- What the goods cost when they were sold (rule I4).
  cost_pence bigint not null default 0,
  is_stock boolean not null,
  note text,
  -- What has come back of it so far (rules V12, V13).
  refunded_quantity numeric(14, 3) not null default 0,
  refunded_gross_pence bigint not null default 0,
  refunded_vat_pence bigint not null default 0,
  refunded_cost_pence bigint not null default 0,
  primary key (sale_id, line_number),
  constraint sale_lines_add_up check (net_pence + vat_pence = gross_pence and net_pence >= 0 and vat_pence >= 0
    and line_discount_pence between 0 and amount_pence
    and cart_discount_pence between 0 and amount_pence - line_discount_pence),
  constraint sale_lines_are_refunded_within_what_was_sold check (
    refunded_quantity between 0 and quantity and refunded_gross_pence between 0 and gross_pence
    and refunded_vat_pence between 0 and vat_pence and refunded_cost_pence between least(0, cost_pence) and greatest(0, cost_pence))
);
create index sale_lines_by_product on sale_lines (product_id, sale_id);

create table sale_tenders (
  sale_id bigint not null references sales on delete restrict,
  line_number integer not null,
  method text not null constraint sale_tenders_method_is_known
    check (method in ('cash', 'credit_card', 'bank_transfer', 'cheque', 'upi', 'other', 'wallet', 'exchange')),
  -- What was handed over, and what of it paid the sale (rule M9).
  tendered_pence bigint not null,
  applied_pence bigint not null,
  -- A reference, the last four digits or an authorisation; never a card number (rule T6).
  reference text,
  primary key (sale_id, line_number),
  constraint sale_tenders_pay_something check (applied_pence > 0 and tendered_pence >= applied_pence
    and (method = 'cash' or tendered_pence = applied_pence))
);

-- ── What comes back: credit notes (rules V11-V14, V21) ──────────────────────────────────────────────────────
create table credit_notes (
  id bigint generated always as identity primary key,
  number text not null constraint credit_notes_number_is_taken unique,
  client_id uuid not null constraint credit_notes_client_id_is_taken unique,
  client_hash text not null,
  sale_id bigint not null references sales on delete restrict,
  kind text not null constraint credit_notes_kind_is_known check (kind in ('refund', 'cancellation', 'edit')),
  session_id bigint references till_sessions on delete restrict,
  business_date date not null,
  reason text not null constraint credit_notes_reason_is_not_blank check (reason <> ''),
  net_pence bigint not null,
  vat_pence bigint not null,
  gross_pence bigint not null,
  refunded_by bigint not null references users on delete restrict,
  refunded_at timestamptz not null,
  constraint credit_notes_add_up check (net_pence + vat_pence = gross_pence and gross_pence >= 0)
);
create index credit_notes_by_sale on credit_notes (sale_id, id);
create index credit_notes_by_date on credit_notes (business_date, id);
create index credit_notes_by_session on credit_notes (session_id) where session_id is not null;

create table credit_note_lines (
  credit_note_id bigint not null references credit_notes on delete restrict,
  line_number integer not null,
  sale_id bigint not null,
  sale_line_number integer not null,
  -- Nothing when only money came back.
  quantity numeric(14, 3) not null constraint credit_note_lines_quantity_is_not_negative check (quantity >= 0),
  goods text not null constraint credit_note_lines_goods_are_known check (goods in ('stock', 'damaged', 'kept')),
  net_pence bigint not null,
  vat_pence bigint not null,
  gross_pence bigint not null,
  cost_pence bigint not null,
  primary key (credit_note_id, line_number),
  constraint credit_note_lines_are_of_a_sale foreign key (sale_id, sale_line_number) references sale_lines on delete restrict,
  constraint credit_note_lines_add_up check (net_pence + vat_pence = gross_pence)
);
create index credit_note_lines_by_sale on credit_note_lines (sale_id, sale_line_number);

create table refund_tenders (
  credit_note_id bigint not null references credit_notes on delete restrict,
  line_number integer not null,
  method text not null constraint refund_tenders_method_is_known
    check (method in ('cash', 'credit_card', 'bank_transfer', 'cheque', 'upi', 'other', 'wallet', 'exchange')),
  amount_pence bigint not null constraint refund_tenders_are_of_something check (amount_pence > 0),
  reference text,
  primary key (credit_note_id, line_number)
);

-- ── Posted is posted (rules V11, A13): of a sale only its state and what came back change ───────────────────
create function keep_posted_sale() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - array['status', 'refunded_pence', 'version'] = to_jsonb(old) - array['status', 'refunded_pence', 'version'] then
    return new;
  end if;
  raise exception 'a posted sale stays as it is' using errcode = 'integrity_constraint_violation', constraint = 'sales_stay_as_posted';
end $$;
create trigger sales_stay_as_posted before update or delete on sales for each row execute function keep_posted_sale();
create trigger sales_are_never_emptied before truncate on sales for each statement execute function refuse_change();
create trigger sales_are_dated_in_open_days before insert on sales for each row execute function ensure_open_day();
create trigger sales_are_of_an_open_session before insert on sales for each row execute function ensure_open_session();

create function keep_posted_sale_line() returns trigger
language plpgsql as $$
declare
  kept constant text[] := array['refunded_quantity', 'refunded_gross_pence', 'refunded_vat_pence', 'refunded_cost_pence'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - kept = to_jsonb(old) - kept then
    return new;
  end if;
  raise exception 'a posted sale stays as it is' using errcode = 'integrity_constraint_violation', constraint = 'sales_stay_as_posted';
end $$;
create trigger sale_lines_stay_as_posted before update or delete on sale_lines for each row execute function keep_posted_sale_line();
create trigger sale_tenders_are_append_only before update or delete on sale_tenders for each row execute function refuse_change();
create trigger credit_notes_are_append_only before update or delete on credit_notes for each row execute function refuse_change();
create trigger credit_notes_are_dated_in_open_days before insert on credit_notes for each row execute function ensure_open_day();
create trigger credit_notes_are_of_an_open_session before insert on credit_notes for each row execute function ensure_open_session();
create trigger credit_note_lines_are_append_only before update or delete on credit_note_lines for each row execute function refuse_change();
create trigger refund_tenders_are_append_only before update or delete on refund_tenders for each row execute function refuse_change();

-- ── Baskets that wait ───────────────────────────────────────────────────────────────────────────────────────
create table held_baskets (
  id bigint generated always as identity primary key,
  client_id uuid not null constraint held_baskets_client_id_is_taken unique,
  status text not null default 'held' constraint held_baskets_status_is_known check (status in ('held', 'resumed', 'voided')),
  name text not null constraint held_baskets_name_is_not_blank check (name <> ''),
  customer_id bigint references customers on delete restrict,
  register_id bigint references registers on delete set null,
  -- The basket as the till keeps it; nothing of it is posted before it is paid.
  basket jsonb not null,
  total_pence bigint not null,
  line_count integer not null,
  held_by bigint not null references users on delete restrict,
  held_at timestamptz not null,
  version integer not null default 1
);
create index held_baskets_that_wait on held_baskets (held_at desc, id) where status = 'held';
