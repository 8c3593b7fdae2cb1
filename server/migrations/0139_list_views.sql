-- Views of lists that users save under a name: filters, sorting, columns, row height and page size (decision 100).
create table list_views (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users on delete cascade,
  -- The path of the list's call.
  list text not null constraint list_views_list_is_a_path check (list ~ '^/[a-z/-]{1,80}$'),
  name text collate "en-GB-x-icu" not null constraint list_views_name_is_not_blank check (name <> ''),
  -- As in the address of the list.
  params jsonb not null constraint list_views_params_are_an_object check (jsonb_typeof(params) = 'object'),
  -- The format of params.
  schema_version integer not null default 1 constraint list_views_schema_is_known check (schema_version = 1),
  -- Shown to everybody who may open the list.
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint list_views_are_of_one_list unique (id, list)
);
create unique index list_views_name_is_taken on list_views (owner_id, list, lower(name));
create index list_views_shared on list_views (list) where is_shared;

-- The view that a list opens with for a user: one at most.
create table list_view_defaults (
  user_id bigint not null references users on delete cascade,
  list text not null,
  view_id bigint not null,
  constraint list_view_defaults_are_one_for_a_list primary key (user_id, list),
  constraint list_view_defaults_are_of_their_list foreign key (view_id, list) references list_views (id, list) on delete cascade
);
create index list_view_defaults_by_view on list_view_defaults (view_id, list);
