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
