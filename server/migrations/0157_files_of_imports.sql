-- Several files can be one import (F66). Their rows are read one after another and numbered through, so that a document
-- cut by the end of a file is one document.
create table import_files (
  import_id bigint not null references imports on delete cascade,
  position integer not null,
  file_name text not null,
  sha256 text not null references files on delete restrict,
  bytes bigint not null,
  format text not null constraint import_files_format_is_known check (format in ('csv', 'csv.gz', 'xlsx')),
  -- The number before the first row of this file.
  rows_before integer not null default 0,
  primary key (import_id, position)
);
create index import_files_by_file on import_files (sha256);

insert into import_files (import_id, position, file_name, sha256, bytes, format)
  select id, 1, file_name, sha256, bytes, format from imports;

-- `file_name` stays as the name of the import.
alter table imports drop column sha256, drop column bytes, drop column format;

-- Exports that are made in the background (F64). The file has no row in `files`: the sweep of unused files deletes it a
-- day after it was written, and backups leave it out.
create table exports (
  id bigint generated always as identity primary key,
  -- The call that makes the file, with its query.
  path text not null,
  query jsonb not null,
  state text not null default 'running' constraint exports_state_is_known
    check (state in ('running', 'done', 'failed')),
  file_name text,
  content_type text,
  -- So far, or in the file; null for a PDF.
  row_count bigint,
  bytes bigint not null default 0,
  sha256 text,
  -- What the user was permitted when the file was made.
  made_with text[] not null default '{}',
  -- Why it failed, for people.
  problem text,
  created_by bigint not null references users on delete cascade,
  created_at timestamptz not null,
  finished_at timestamptz,
  alive_at timestamptz not null,
  constraint exports_done_have_a_file
    check (state <> 'done' or (file_name is not null and sha256 is not null and finished_at is not null))
);
create index exports_by_creator on exports (created_by, created_at);
create index exports_by_creation on exports (created_at);
create index exports_under_way on exports (alive_at) where state = 'running';
