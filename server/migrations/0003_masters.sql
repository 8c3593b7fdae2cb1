-- The five master lists. Names are unique without regard to letter case; sub-categories within their category.

create table categories (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint categories_name_is_not_blank check (name <> ''),
  status text not null default 'active' constraint categories_status_is_known check (status in ('active', 'inactive')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index categories_name_is_taken on categories (lower(name));
create index categories_by_name on categories (name, id);

create table sub_categories (
  id bigint generated always as identity primary key,
  category_id bigint not null constraint sub_categories_category_exists references categories on delete restrict,
  name text collate "en-GB-x-icu" not null constraint sub_categories_name_is_not_blank check (name <> ''),
  status text not null default 'active' constraint sub_categories_status_is_known check (status in ('active', 'inactive')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index sub_categories_name_is_taken on sub_categories (category_id, lower(name));
create index sub_categories_by_name on sub_categories (name, id);

create table brands (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint brands_name_is_not_blank check (name <> ''),
  status text not null default 'active' constraint brands_status_is_known check (status in ('active', 'inactive')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index brands_name_is_taken on brands (lower(name));
create index brands_by_name on brands (name, id);

create table units (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint units_name_is_not_blank check (name <> ''),
  status text not null default 'active' constraint units_status_is_known check (status in ('active', 'inactive')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index units_name_is_taken on units (lower(name));
create index units_by_name on units (name, id);

create table expense_categories (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint expense_categories_name_is_not_blank check (name <> ''),
  status text not null default 'active' constraint expense_categories_status_is_known check (status in ('active', 'inactive')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index expense_categories_name_is_taken on expense_categories (lower(name));
create index expense_categories_by_name on expense_categories (name, id);
