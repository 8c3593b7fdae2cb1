-- Purchasing: the lines of orders, what was received, billed, returned and paid of them (sections P, I and L).

alter table suppliers add column payment_terms_days integer not null default 30
  constraint suppliers_terms_are_days check (payment_terms_days between 0 and 365);
-- As it stands on their VAT invoices: `GB` and nine digits (rule V18).
alter table suppliers add column vat_number text
  constraint suppliers_vat_number_is_one check (vat_number ~ '^GB[0-9]{9}$');

alter table purchase_orders
  add column reference text,
  add column notes text,
  add column net_pence bigint not null default 0,
  add column vat_pence bigint not null default 0,
  add column revision integer not null default 1,
  add column approved_by bigint references users on delete restrict,
  add column approved_at timestamptz,
  add column sent_at timestamptz,
  add column cancel_reason text;
create index purchase_orders_by_date on purchase_orders (order_date desc, id desc);
create index purchase_orders_by_expected_delivery on purchase_orders (expected_delivery_date, id);
create index purchase_orders_by_total on purchase_orders (total_pence, id);
create index purchase_orders_by_number_search on purchase_orders using gin (lower(po_number) gin_trgm_ops);
create index purchase_orders_that_are_open on purchase_orders (expected_delivery_date) where status in ('sent', 'received');

create table purchase_order_lines (
  id bigint generated always as identity primary key,
  purchase_order_id bigint not null references purchase_orders on delete cascade,
  line_number integer not null,
  product_id bigint references products on delete restrict,
  description text not null constraint purchase_order_lines_say_what check (description <> ''),
  supplier_code text,
  unit text not null,
  -- How many of the product's own unit one of the order's holds.
  factor numeric(14, 3) not null default 1 constraint purchase_order_lines_factor_is_positive check (factor > 0),
  quantity numeric(14, 3) not null constraint purchase_order_lines_quantity_is_positive check (quantity > 0),
  unit_price_pence bigint not null constraint purchase_order_lines_price_is_not_negative check (unit_price_pence >= 0),
  discount_hundredths integer constraint purchase_order_lines_discount_is_a_percentage check (discount_hundredths between 0 and 10000),
  discount_pence bigint constraint purchase_order_lines_discount_is_not_negative check (discount_pence >= 0),
  vat_code text not null,
  vat_percent numeric(5, 2) not null,
  -- For the effective quantity (rule P1).
  net_pence bigint not null,
  vat_pence bigint not null,
  gross_pence bigint not null,
  received numeric(14, 3) not null default 0,
  -- What the firm tolerated above the order when it was received (rule P3).
  tolerated numeric(14, 3) not null default 0 constraint purchase_order_lines_tolerance_is_not_negative check (tolerated >= 0),
  billed numeric(14, 3) not null default 0,
  returned numeric(14, 3) not null default 0,
  -- The value of what was received, of the line's net, at its present terms (rule M7).
  received_net_pence bigint not null default 0,
  is_closed boolean not null default false,
  constraint purchase_order_lines_add_up check (net_pence + vat_pence = gross_pence),
  constraint purchase_order_lines_receive_what_was_ordered check (received between 0 and quantity + tolerated),
  constraint purchase_order_lines_bill_what_is_there check (billed >= 0 and returned >= 0),
  constraint purchase_order_lines_have_one_discount check (discount_hundredths is null or discount_pence is null),
  constraint purchase_order_lines_have_one_place unique (purchase_order_id, line_number) deferrable initially deferred
);
create index purchase_order_lines_by_product on purchase_order_lines (product_id, id desc) where product_id is not null;
-- What is still to come of each product: few lines of all that ever were.
create index purchase_order_lines_to_come on purchase_order_lines (product_id) include (purchase_order_id, quantity, received, factor)
  where not is_closed and received < quantity;
create index purchase_order_lines_by_description on purchase_order_lines (description, id);

create table purchase_order_revisions (
  purchase_order_id bigint not null references purchase_orders on delete cascade,
  revision integer not null,
  reason text,
  total_before_pence bigint not null,
  total_after_pence bigint not null,
  -- The lines as they stood before.
  lines_before jsonb not null,
  changed_by bigint not null references users on delete restrict,
  changed_at timestamptz not null,
  primary key (purchase_order_id, revision)
);

create table goods_received_notes (
  id bigint generated always as identity primary key,
  number text not null constraint goods_received_notes_number_is_taken unique,
  purchase_order_id bigint not null references purchase_orders on delete restrict,
  business_date date not null,
  delivery_note text,
  notes text,
  value_pence bigint not null,
  received_by bigint not null references users on delete restrict,
  received_at timestamptz not null
);
create index goods_received_notes_by_order on goods_received_notes (purchase_order_id, id);
create table goods_received_lines (
  id bigint generated always as identity primary key,
  goods_received_note_id bigint not null references goods_received_notes on delete restrict,
  line_number integer not null,
  purchase_order_line_id bigint not null references purchase_order_lines on delete restrict,
  product_id bigint references products on delete restrict,
  -- Whether it went into stock; what was only described is booked when it is billed.
  is_stock boolean not null,
  quantity numeric(14, 3) not null constraint goods_received_lines_quantity_is_positive check (quantity > 0),
  stock_quantity numeric(14, 3) not null,
  value_pence bigint not null constraint goods_received_lines_value_is_not_negative check (value_pence >= 0),
  -- What of it is neither billed nor returned: quantity and value run out together (rule M7).
  unbilled_quantity numeric(14, 3) not null,
  unbilled_pence bigint not null,
  -- VAT on it that is part of the cost, the firm not being registered when it came (rule V2).
  unbilled_vat_in_cost_pence bigint not null default 0,
  -- What of it is billed and not returned, as billed, and what of the VAT was recovered.
  billed_quantity numeric(14, 3) not null default 0,
  billed_net_pence bigint not null default 0,
  billed_vat_pence bigint not null default 0,
  billed_vat_recovered_pence bigint not null default 0,
  constraint goods_received_lines_run_out_together check (
    unbilled_quantity >= 0 and unbilled_pence >= 0 and unbilled_vat_in_cost_pence >= 0 and billed_quantity >= 0
    and (unbilled_quantity > 0 or (unbilled_pence = 0 and unbilled_vat_in_cost_pence = 0))
    and (billed_quantity > 0 or (billed_net_pence = 0 and billed_vat_pence = 0 and billed_vat_recovered_pence = 0))
    and unbilled_quantity + billed_quantity <= quantity),
  constraint goods_received_lines_have_one_place unique (goods_received_note_id, line_number)
);
create index goods_received_lines_by_order_line on goods_received_lines (purchase_order_line_id, id);
create index goods_received_lines_not_billed on goods_received_lines (id) where unbilled_quantity > 0;

create table supplier_bills (
  id bigint generated always as identity primary key,
  number text not null constraint supplier_bills_number_is_taken unique,
  kind text not null constraint supplier_bills_kind_is_known check (kind in ('goods', 'landed_cost', 'opening')),
  supplier_id bigint not null references suppliers on delete restrict,
  supplier_bill_number text not null,
  purchase_order_id bigint references purchase_orders on delete restrict,
  bill_date date not null,
  due_on date not null,
  net_pence bigint not null,
  vat_pence bigint not null,
  gross_pence bigint not null,
  -- Billed less received, without VAT.
  difference_pence bigint not null default 0,
  posted_by bigint not null references users on delete restrict,
  posted_at timestamptz not null,
  -- Why it was reversed; when is said by reversed_at.
  reversal_reason text,
  constraint supplier_bills_add_up check (net_pence + vat_pence = gross_pence)
);
-- One supplier never sends two bills of one number (a duplicate is the classic way to pay twice).
create unique index supplier_bills_are_entered_once on supplier_bills (supplier_id, lower(supplier_bill_number));
create index supplier_bills_by_order on supplier_bills (purchase_order_id, id);
create table supplier_bill_lines (
  id bigint generated always as identity primary key,
  supplier_bill_id bigint not null references supplier_bills on delete restrict,
  line_number integer not null,
  purchase_order_line_id bigint references purchase_order_lines on delete restrict,
  description text not null,
  quantity numeric(14, 3),
  net_pence bigint not null,
  vat_code text not null,
  vat_percent numeric(5, 2) not null,
  vat_pence bigint not null,
  constraint supplier_bill_lines_have_one_place unique (supplier_bill_id, line_number)
);
create index supplier_bill_lines_by_order_line on supplier_bill_lines (purchase_order_line_id);

-- Which receipts a bill cleared, and with how much of each: what its reversal gives back.
create table supplier_bill_receipts (
  supplier_bill_id bigint not null references supplier_bills on delete restrict,
  goods_received_line_id bigint not null references goods_received_lines on delete restrict,
  quantity numeric(14, 3) not null constraint supplier_bill_receipts_quantity_is_positive check (quantity > 0),
  received_pence bigint not null,
  received_vat_pence bigint not null,
  net_pence bigint not null,
  vat_pence bigint not null,
  vat_recovered_pence bigint not null,
  primary key (supplier_bill_id, goods_received_line_id)
);
create index supplier_bill_receipts_by_receipt on supplier_bill_receipts (goods_received_line_id);

create table supplier_returns (
  id bigint generated always as identity primary key,
  number text not null constraint supplier_returns_number_is_taken unique,
  -- Of what was billed a credit note is posted; it has a number of its own series.
  credit_number text constraint supplier_returns_credit_number_is_taken unique,
  supplier_credit_number text,
  purchase_order_id bigint not null references purchase_orders on delete restrict,
  business_date date not null,
  reason text not null,
  net_pence bigint not null default 0,
  vat_pence bigint not null default 0,
  gross_pence bigint not null default 0,
  returned_by bigint not null references users on delete restrict,
  returned_at timestamptz not null,
  constraint supplier_returns_add_up check (net_pence + vat_pence = gross_pence)
);
create index supplier_returns_by_order on supplier_returns (purchase_order_id, id);
create table supplier_return_lines (
  id bigint generated always as identity primary key,
  supplier_return_id bigint not null references supplier_returns on delete restrict,
  line_number integer not null,
  goods_received_line_id bigint not null references goods_received_lines on delete restrict,
  quantity numeric(14, 3) not null constraint supplier_return_lines_quantity_is_positive check (quantity > 0),
  billed_quantity numeric(14, 3) not null,
  credit_net_pence bigint not null,
  credit_vat_pence bigint not null,
  constraint supplier_return_lines_have_one_place unique (supplier_return_id, line_number)
);
create index supplier_return_lines_by_receipt on supplier_return_lines (goods_received_line_id);

-- ── Payments ────────────────────────────────────────────────────────────────────────────────────────────────

alter table payments
  add column number text constraint payments_number_is_taken unique,
  add column business_date date,
  add column status_reason text,
  add column version integer not null default 1;
create index payments_by_status on payments (status, id);

-- What of a payment is for which order: the one truth. A payment of a single order may name it on its own row.
create table payment_allocations (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments on delete cascade,
  purchase_order_id bigint not null references purchase_orders on delete restrict,
  amount_pence bigint not null constraint payment_allocations_are_positive check (amount_pence > 0),
  constraint payment_allocations_name_an_order_once unique (payment_id, purchase_order_id)
);
create index payment_allocations_by_order on payment_allocations (purchase_order_id) include (payment_id, amount_pence);

create function allocate_single_payment() returns trigger
language plpgsql as $$
begin
  insert into payment_allocations (payment_id, purchase_order_id, amount_pence)
    values (new.id, new.purchase_order_id, new.amount_pence);
  return null;
end $$;
create trigger payments_of_one_order_are_allocated after insert on payments
  for each row when (new.purchase_order_id is not null) execute function allocate_single_payment();

create function ensure_allocated_within_payment() returns trigger
language plpgsql as $$
declare
  paid payments;
  allocated numeric;
begin
  select * into paid from payments where id = new.payment_id;
  select sum(amount_pence) into allocated from payment_allocations where payment_id = new.payment_id;
  if allocated > paid.amount_pence then
    raise exception 'payment % is put to more than it is', new.payment_id
      using errcode = 'integrity_constraint_violation', constraint = 'payments_are_allocated_within_their_amount';
  end if;
  if paid.supplier_id is distinct from (select supplier_id from purchase_orders where id = new.purchase_order_id) then
    raise exception 'payment % and order % are of two suppliers', new.payment_id, new.purchase_order_id
      using errcode = 'integrity_constraint_violation', constraint = 'payments_are_for_orders_of_their_supplier';
  end if;
  return null;
end $$;
create trigger payments_are_allocated_within_their_amount after insert or update on payment_allocations
  for each row execute function ensure_allocated_within_payment();

-- A payment that was completed keeps its amount, date and party for good (rule A13).
create function protect_completed_payment() returns trigger
language plpgsql as $$
begin
  if old.status <> 'pending' and (new.supplier_id, new.direction, new.amount_pence, new.payment_date, new.method)
      is distinct from (old.supplier_id, old.direction, old.amount_pence, old.payment_date, old.method) then
    raise exception 'payment % is final', old.id
      using errcode = 'integrity_constraint_violation', constraint = 'payments_are_final';
  end if;
  return new;
end $$;
create trigger payments_are_final before update on payments for each row execute function protect_completed_payment();

create table purchase_order_attachments (
  id bigint generated always as identity primary key,
  purchase_order_id bigint not null references purchase_orders on delete cascade,
  file_name text not null,
  sha256 text not null references files on delete restrict,
  added_by bigint not null references users on delete restrict,
  added_at timestamptz not null
);
create index purchase_order_attachments_by_order on purchase_order_attachments (purchase_order_id, id);
create index purchase_order_attachments_by_file on purchase_order_attachments (sha256);

-- Which message carries an order: the order counts as sent when the mail server has accepted it.
alter table emails add column purchase_order_id bigint references purchase_orders on delete set null;
create index emails_by_order on emails (purchase_order_id, id desc) where purchase_order_id is not null;

-- What a supplier calls a product, and on what terms it sells it. Prices are not kept here: the orders say them.
create table supplier_products (
  supplier_id bigint not null references suppliers on delete cascade,
  product_id bigint not null references products on delete cascade,
  supplier_code text,
  minimum numeric(14, 3) constraint supplier_products_minimum_is_positive check (minimum > 0),
  lead_time_days integer constraint supplier_products_lead_time_is_days check (lead_time_days between 0 and 730),
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (supplier_id, product_id)
);
create index supplier_products_by_product on supplier_products (product_id);
