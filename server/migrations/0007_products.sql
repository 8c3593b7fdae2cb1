-- Products: what is bought, kept and sold, with prices, barcodes and pictures.

-- Rates change by date; documents keep the rate they were made with (rule V1).
create table vat_rates (
  code text not null constraint vat_rates_code_is_known check (code in ('S', 'R', 'Z', 'E', 'O')),
  valid_from date not null,
  rate_percent numeric(5, 2) not null constraint vat_rates_are_percentages check (rate_percent between 0 and 100),
  primary key (code, valid_from)
);
insert into vat_rates (code, valid_from, rate_percent) values
  ('S', '2011-01-04', 20), ('R', '1997-09-01', 5), ('Z', '1973-04-01', 0), ('E', '1973-04-01', 0), ('O', '1973-04-01', 0);

-- So that a product's sub-category can be held to its category.
alter table sub_categories add constraint sub_categories_and_their_category_are_one unique (id, category_id);

create table products (
  id bigint generated always as identity primary key,
  sku text not null constraint products_sku_is_not_blank check (sku <> ''),
  name text collate "en-GB-x-icu" not null constraint products_name_is_not_blank check (name <> ''),
  category_id bigint constraint products_category_exists references categories on delete restrict,
  sub_category_id bigint,
  brand_id bigint constraint products_brand_exists references brands on delete restrict,
  unit_id bigint not null constraint products_unit_exists references units on delete restrict,
  -- Bought in another unit than it is kept in: a box that holds so many.
  buying_unit_id bigint constraint products_buying_unit_exists references units on delete restrict,
  buying_factor numeric(14, 3) not null default 1 constraint products_factor_is_positive check (buying_factor > 0),
  vat_code text not null constraint products_vat_code_is_known check (vat_code in ('S', 'R', 'Z', 'E', 'O')),
  price_pence bigint not null constraint products_price_is_not_negative check (price_pence >= 0),
  price_includes_vat boolean not null,
  -- What it is expected to cost before the first receipt; afterwards the stock knows.
  standard_cost_pence bigint constraint products_cost_is_not_negative check (standard_cost_pence >= 0),
  is_stocked boolean not null default true,
  stock_policy text not null default 'block'
    constraint products_stock_policy_is_known check (stock_policy in ('block', 'warn', 'allow')),
  reorder_level numeric(14, 3) constraint products_reorder_level_is_not_negative check (reorder_level >= 0),
  reorder_quantity numeric(14, 3) constraint products_reorder_quantity_is_positive check (reorder_quantity > 0),
  notes text,
  status text not null default 'active'
    constraint products_status_is_known check (status in ('active', 'inactive', 'archived')),
  -- The codes of product_barcodes, kept beside the name so that one index finds them all.
  barcode_text text not null default '',
  search_text text not null generated always as (lower(sku || ' ' || name || ' ' || barcode_text)) stored,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint products_sub_category_is_of_the_category foreign key (sub_category_id, category_id)
    references sub_categories (id, category_id) on delete restrict,
  constraint products_sub_category_has_a_category check (sub_category_id is null or category_id is not null),
  constraint products_sold_alone_bear_their_unit check (buying_unit_id is not null or buying_factor = 1)
);
create unique index products_sku_is_taken on products (lower(sku));
create index products_by_sku on products (sku, id);
create index products_by_name on products (name, id);
-- For names that begin with what is typed: LIKE walks an index only in the plain order of bytes.
create index products_by_beginning on products (lower(name) collate "C");
create index products_by_price on products (price_pence, id);
create index products_by_creation on products (created_at, id);
create index products_by_category on products (category_id, sub_category_id);
create index products_by_brand on products (brand_id);
create index products_by_unit on products (unit_id);
create index products_by_buying_unit on products (buying_unit_id) where buying_unit_id is not null;
create index products_by_search_text on products using gin (search_text gin_trgm_ops);

create table product_barcodes (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  code text not null constraint product_barcodes_can_be_printed check (code ~ '^[!-~]{1,48}$'),
  -- How many of the product's unit one scan stands for.
  factor numeric(14, 3) not null default 1 constraint product_barcodes_factor_is_positive check (factor > 0),
  constraint product_barcodes_code_is_taken unique (code)
);
create index product_barcodes_by_product on product_barcodes (product_id, id);

create table product_images (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  sha256 text not null references files on delete restrict,
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  position integer not null,
  created_at timestamptz not null
);
create index product_images_by_product on product_images (product_id, position, id);
create index product_images_by_file on product_images (sha256);

create table product_price_changes (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  price_pence bigint not null,
  price_includes_vat boolean not null,
  vat_code text not null,
  changed_by bigint not null references users on delete restrict,
  changed_at timestamptz not null
);
create index product_price_changes_by_product on product_price_changes (product_id, id);
