-- Stock: for each product a pool of quantity and value, and every change of it as a row that stays (section I).

create table stock_pools (
  product_id bigint primary key references products on delete cascade,
  quantity numeric(14, 3) not null default 0,
  value_pence bigint not null default 0,
  -- The last known average in pence, for stock that is sold before it is there (rule I9).
  last_unit_cost numeric(18, 6),
  may_go_negative boolean not null default false,
  constraint stock_pools_stay_above_zero check (quantity >= 0 or may_go_negative),
  constraint stock_pools_are_worth_nothing_when_empty check (quantity <> 0 or value_pence = 0),
  constraint stock_pools_are_worth_something_when_full check (quantity <= 0 or value_pence >= 0)
);
create index stock_pools_by_quantity on stock_pools (quantity);

-- A product has its pool from the start, so that there is always a row to lock.
create function open_stock_pool() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_pools (product_id, may_go_negative) values (new.id, new.stock_policy = 'allow');
  elsif new.stock_policy <> old.stock_policy then
    update stock_pools set may_go_negative = new.stock_policy = 'allow' where product_id = new.id;
  end if;
  return null;
end $$;
create trigger products_have_a_stock_pool after insert or update of stock_policy on products
  for each row execute function open_stock_pool();

create table stock_movements (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete restrict,
  kind text not null,
  -- In above zero, out below; a change of value alone has none.
  quantity numeric(14, 3) not null,
  value_pence bigint not null,
  quantity_after numeric(14, 3) not null,
  value_after_pence bigint not null,
  document_type text not null,
  document_id bigint not null,
  document_number text,
  document_line integer not null,
  reason text,
  business_date date not null,
  posted_by bigint not null references users on delete restrict,
  posted_at timestamptz not null,
  -- A line of a document moves stock once, however often it is sent.
  constraint stock_movements_happen_once unique (document_type, document_id, document_line, product_id, kind),
  constraint stock_movements_move_something check (quantity <> 0 or value_pence <> 0)
);
create index stock_movements_by_product on stock_movements (product_id, id);
create index stock_movements_by_date on stock_movements (business_date, id);
-- The value as at any day is added up from this index alone.
create index stock_movements_by_product_and_date on stock_movements (product_id, business_date)
  include (quantity, value_pence);
create index stock_movements_by_kind on stock_movements (kind, id);

create trigger stock_movements_are_dated_in_open_days before insert on stock_movements
  for each row execute function ensure_open_day();
create trigger stock_movements_are_append_only before update or delete on stock_movements
  for each row execute function refuse_change();
create trigger stock_movements_are_never_emptied before truncate on stock_movements
  for each statement execute function refuse_change();
