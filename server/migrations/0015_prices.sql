-- Prices beside the list price: for groups of customers, for quantities, and for a time.

create table price_groups (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint price_groups_name_is_not_blank check (name <> ''),
  -- Off the list price, for products that have no price of the group's own.
  percent_off numeric(5, 2) not null default 0
    constraint price_groups_percent_is_a_percentage check (percent_off between 0 and 100),
  status text not null default 'active'
    constraint price_groups_status_is_known check (status in ('active', 'inactive')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index price_groups_name_is_taken on price_groups (lower(name));
create index price_groups_by_name on price_groups (name, id);

-- In the product's own mode, with VAT or without (rule V3).
create table price_group_prices (
  product_id bigint not null references products on delete cascade,
  price_group_id bigint not null constraint price_group_prices_group_exists references price_groups on delete restrict,
  unit_price_pence bigint not null constraint price_group_prices_are_not_negative check (unit_price_pence >= 0),
  primary key (product_id, price_group_id)
);
create index price_group_prices_by_group on price_group_prices (price_group_id, product_id);

create table quantity_breaks (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  -- For everybody when it names no group.
  price_group_id bigint constraint quantity_breaks_group_exists references price_groups on delete restrict,
  from_quantity numeric(14, 3) not null constraint quantity_breaks_begin_above_zero check (from_quantity > 0),
  unit_price_pence bigint not null constraint quantity_breaks_are_not_negative check (unit_price_pence >= 0),
  constraint quantity_breaks_have_one_price unique nulls not distinct (product_id, price_group_id, from_quantity)
);
create index quantity_breaks_by_group on quantity_breaks (price_group_id) where price_group_id is not null;

create table promotions (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint promotions_name_is_not_blank check (name <> ''),
  kind text not null
    constraint promotions_kind_is_known check (kind in ('percentage', 'fixed_price', 'buy_x_get_y')),
  percent_off numeric(5, 2) constraint promotions_percent_is_a_percentage check (percent_off between 0 and 100),
  price_pence bigint constraint promotions_price_is_not_negative check (price_pence >= 0),
  buy_units integer constraint promotions_buy_at_least_one check (buy_units between 1 and 1000),
  get_units integer constraint promotions_get_at_least_one check (get_units between 1 and 1000),
  applies_to text not null
    constraint promotions_apply_to_something_known check (applies_to in ('everything', 'products', 'categories')),
  -- London dates, both within.
  starts_on date not null,
  ends_on date not null,
  status text not null default 'active'
    constraint promotions_status_is_known check (status in ('active', 'inactive')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint promotions_end_after_they_start check (starts_on <= ends_on),
  constraint promotions_have_the_terms_of_their_kind check (
    (percent_off is not null) = (kind <> 'fixed_price') and (price_pence is not null) = (kind = 'fixed_price')
    and (buy_units is not null) = (kind = 'buy_x_get_y') and (get_units is not null) = (kind = 'buy_x_get_y'))
);
create index promotions_by_name on promotions (name, id);
create index promotions_by_start on promotions (starts_on, id);
create index promotions_by_end on promotions (ends_on, id);

create table promotion_products (
  promotion_id bigint not null references promotions on delete cascade,
  product_id bigint not null constraint promotion_products_product_exists references products on delete cascade,
  primary key (promotion_id, product_id)
);
create index promotion_products_by_product on promotion_products (product_id);

create table promotion_categories (
  promotion_id bigint not null references promotions on delete cascade,
  category_id bigint not null constraint promotion_categories_category_exists references categories on delete restrict,
  primary key (promotion_id, category_id)
);
create index promotion_categories_by_category on promotion_categories (category_id);

-- The history of a product's price tells of groups and quantities too; no price means that one was taken away.
alter table product_price_changes
  add column price_group text,
  add column from_quantity numeric(14, 3),
  alter column price_pence drop not null,
  add constraint product_price_changes_name_what_went check (
    price_pence is not null or price_group is not null or from_quantity is not null);
