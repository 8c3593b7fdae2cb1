-- Stock-takes (rule I8): what was counted of each product, held against what stock said at that moment.

create table stock_counts (
  id bigint generated always as identity primary key,
  number text not null constraint stock_counts_have_one_number unique,
  status text not null default 'counting'
    constraint stock_counts_status_is_known check (status in ('counting', 'posted', 'cancelled')),
  scope text not null constraint stock_counts_scope_is_known
    check (scope in ('all', 'category', 'sub_category', 'products')),
  -- The category as it was called when the count began.
  scope_name text,
  is_blind boolean not null,
  note text,
  business_date date not null,
  started_by bigint not null references users on delete restrict,
  started_at timestamptz not null,
  ended_by bigint references users on delete restrict,
  ended_at timestamptz,
  -- What became of the products that nobody counted.
  uncounted text constraint stock_counts_uncounted_is_known check (uncounted in ('leave', 'nothing')),
  version integer not null default 1,
  constraint stock_counts_end_once check ((status = 'counting') = (ended_at is null) and (ended_at is null) = (ended_by is null)),
  constraint stock_counts_say_what_became_of_the_rest check ((status = 'posted') = (uncounted is not null))
);
create index stock_counts_by_date on stock_counts (business_date, id);
create index stock_counts_by_status on stock_counts (status, id);

create trigger stock_counts_are_dated_in_open_days before update on stock_counts
  for each row when (new.status = 'posted') execute function ensure_open_day();
create trigger stock_counts_stay_as_they_ended before update on stock_counts
  for each row when (old.status <> 'counting') execute function refuse_change();
create trigger stock_counts_are_never_deleted before delete on stock_counts
  for each row execute function refuse_change();
create trigger stock_counts_are_never_emptied before truncate on stock_counts
  for each statement execute function refuse_change();

-- One line for each product of the count. What it is called stays as it was: the count is a statement that is kept (K2).
create table stock_count_lines (
  id bigint generated always as identity primary key,
  stock_count_id bigint not null references stock_counts on delete restrict,
  line_number integer not null,
  product_id bigint not null references products on delete restrict,
  sku text not null,
  name text collate "en-GB-x-icu" not null,
  unit text not null,
  category text collate "en-GB-x-icu",
  counted_quantity numeric(14, 3)
    constraint stock_count_lines_count_what_is_there check (counted_quantity >= 0),
  counted_by bigint references users on delete restrict,
  counted_at timestamptz,
  -- What stock said at the moment of counting, and the last movement that this takes in (movements never go).
  expected_quantity numeric(14, 3),
  expected_movement_id bigint,
  -- Something came or went between two scans of this line.
  moved_meanwhile boolean not null default false,
  note text,
  -- What one unit cost, for goods of which nothing was known (rule I7).
  cost_each_pence bigint constraint stock_count_lines_cost_is_not_negative check (cost_each_pence >= 0),
  -- What posting moved: the value of the stock, and what went to cost of sales beside it (rule I10).
  value_pence bigint,
  variance_pence bigint,
  is_open boolean not null default true,
  constraint stock_count_lines_are_in_order unique (stock_count_id, line_number),
  constraint stock_count_lines_name_a_product_once unique (stock_count_id, product_id),
  constraint stock_count_lines_say_who_and_when check (
    (counted_quantity is null) = (counted_by is null) and (counted_quantity is null) = (counted_at is null)
    and (counted_quantity is null) = (expected_quantity is null)),
  constraint stock_count_lines_are_worth_something_together check ((value_pence is null) = (variance_pence is null))
);
-- Two counts of one product at once would each correct what the other has corrected already.
create unique index stock_count_lines_count_a_product_once_at_a_time on stock_count_lines (product_id) where is_open;
create index stock_count_lines_by_product on stock_count_lines (product_id);
create index stock_count_lines_not_counted on stock_count_lines (stock_count_id, line_number) where counted_at is null;

create trigger stock_count_lines_stay_as_they_ended before update on stock_count_lines
  for each row when (not old.is_open) execute function refuse_change();
create trigger stock_count_lines_are_never_deleted before delete on stock_count_lines
  for each row execute function refuse_change();
create trigger stock_count_lines_are_never_emptied before truncate on stock_count_lines
  for each statement execute function refuse_change();
