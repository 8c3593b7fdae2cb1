-- Suppliers, and of their orders and payments what the supplier's figures need (rules P4, P6-P10).

create extension if not exists pg_trgm;

create table suppliers (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint suppliers_name_is_not_blank check (name <> ''),
  email text,
  phone text,
  contact_person text,
  address text,
  status text not null default 'active' constraint suppliers_status_is_known check (status in ('active', 'inactive')),
  search_text text not null generated always as (
    lower(name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) stored,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index suppliers_by_name on suppliers (name, id);
create index suppliers_by_creation on suppliers (created_at, id);
create index suppliers_by_search_text on suppliers using gin (search_text gin_trgm_ops);

create table purchase_orders (
  id bigint generated always as identity primary key,
  po_number text not null constraint purchase_orders_number_is_taken unique,
  supplier_id bigint not null constraint purchase_orders_supplier_exists references suppliers on delete restrict,
  order_date date not null,
  expected_delivery_date date,
  total_pence bigint not null constraint purchase_orders_total_is_not_negative check (total_pence >= 0),
  -- Gross of the posted supplier credit notes linked to this order (rule P4).
  credited_pence bigint not null default 0
    constraint purchase_orders_credit_is_within_total check (credited_pence between 0 and total_pence),
  status text not null default 'draft'
    constraint purchase_orders_status_is_known check (status in ('draft', 'sent', 'received', 'completed', 'cancelled')),
  created_by bigint not null references users on delete restrict,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Covers the supplier's figures: they are read from the index alone.
create index purchase_orders_by_supplier on purchase_orders (supplier_id, order_date desc, id desc)
  include (status, total_pence, credited_pence);

create table payments (
  id bigint generated always as identity primary key,
  supplier_id bigint not null constraint payments_supplier_exists references suppliers on delete restrict,
  purchase_order_id bigint references purchase_orders on delete restrict,
  -- out: we pay the supplier; in: the supplier refunds us.
  direction text not null default 'out' constraint payments_direction_is_known check (direction in ('out', 'in')),
  payment_date date not null,
  amount_pence bigint not null constraint payments_amount_is_positive check (amount_pence > 0),
  method text not null constraint payments_method_is_known
    check (method in ('cash', 'bank_transfer', 'cheque', 'credit_card', 'upi', 'other')),
  status text not null constraint payments_status_is_known check (status in ('pending', 'completed', 'failed', 'cancelled')),
  reference_number text,
  notes text,
  created_by bigint not null references users on delete restrict,
  created_at timestamptz not null
);
create index payments_by_supplier on payments (supplier_id, payment_date desc, id desc)
  include (status, direction, amount_pence);
create index payments_by_order on payments (purchase_order_id) include (status, direction, amount_pence);
