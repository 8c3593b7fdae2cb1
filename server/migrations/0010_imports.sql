-- Imports: a file's rows stand here while they are mapped, checked and corrected, and afterwards for as long as the
-- import can be undone.

create table imports (
  id bigint generated always as identity primary key,
  kind text not null,
  file_name text not null,
  sha256 text not null references files on delete restrict,
  bytes bigint not null,
  format text not null constraint imports_format_is_known check (format in ('csv', 'xlsx')),
  state text not null default 'reading' constraint imports_state_is_known check (state in
    ('reading', 'mapping', 'checking', 'checked', 'committing', 'done', 'undoing', 'undone', 'failed')),
  -- The cells of the file's first row, in order.
  headers text[] not null default '{}',
  -- By field: the number of its column, from 0.
  mapping jsonb not null default '{}',
  options jsonb not null default '{}',
  row_count integer not null default 0,
  new_count integer not null default 0,
  changed_count integer not null default 0,
  unchanged_count integer not null default 0,
  repeated_count integer not null default 0,
  rejected_count integer not null default 0,
  -- Whether anything was mapped or corrected since the rows were last checked.
  is_stale boolean not null default true,
  -- How far the work that is under way has come, and its last sign of life.
  progress integer not null default 0,
  alive_at timestamptz not null,
  -- What went wrong with the last step, for people.
  problem text,
  -- Who asked for the step under way, with the rights held at that moment.
  asked_by bigint not null references users on delete restrict,
  asked_rights text[] not null default '{}',
  created_by bigint not null references users on delete restrict,
  created_at timestamptz not null,
  committed_at timestamptz,
  undone_at timestamptz,
  journal_id bigint references journals on delete restrict,
  version integer not null default 1
);
create index imports_by_file on imports (sha256);
create index imports_by_creation on imports (created_at, id);
create index imports_by_kind on imports (kind, created_at, id);
create index imports_under_way on imports (alive_at)
  where state in ('reading', 'checking', 'committing', 'undoing');

create table import_rows (
  import_id bigint not null references imports on delete cascade,
  -- The line of a spreadsheet: the headers are row 1.
  row_number integer not null,
  cells jsonb not null,
  -- What is wrong with cells themselves, by column: a formula without a result.
  cell_problems jsonb,
  -- Cells as they were corrected on the screen, by field.
  corrections jsonb not null default '{}',
  is_left_out boolean not null default false,
  outcome text constraint import_rows_outcome_is_known
    check (outcome in ('new', 'changed', 'unchanged', 'repeated', 'rejected')),
  errors jsonb,
  -- What the import made or changed, with the values before and after.
  record_id bigint,
  record_version integer,
  record_name text,
  before jsonb,
  after jsonb,
  primary key (import_id, row_number)
);
create index import_rows_by_outcome on import_rows (import_id, outcome, row_number);

-- Which field a column of this name was mapped to the last time.
create table import_column_memory (
  kind text not null,
  header text not null,
  field text,
  primary key (kind, header)
);

-- Records are found by these, without regard to letter case.
create index suppliers_by_lower_name on suppliers (lower(name));

-- ── Many audit entries at once ──────────────────────────────────────────────────────────────────────────────
-- The chain's head was written once for each entry: within one transaction its dead versions pile up, and each
-- update walks past all of them. It is now read when a statement begins, carried along, and written when it ends.

create function take_audit_head() returns trigger
language plpgsql as $$
declare
  head audit_head;
begin
  -- Locking the row makes writers of the log take turns until they commit; that is why it is written last.
  select * into head from audit_head for update;
  perform set_config('counterfoil.audit_position', head.position::text, true);
  perform set_config('counterfoil.audit_hash', head.hash, true);
  return null;
end $$;

create or replace function chain_audit_entry() returns trigger
language plpgsql as $$
declare
  previous text := current_setting('counterfoil.audit_hash');
begin
  new.id := current_setting('counterfoil.audit_position')::bigint + 1;
  new.previous_hash := previous;
  new.hash := audit_entry_hash(previous, new);
  perform set_config('counterfoil.audit_position', new.id::text, true);
  perform set_config('counterfoil.audit_hash', new.hash, true);
  return new;
end $$;

create function leave_audit_head() returns trigger
language plpgsql as $$
begin
  update audit_head set position = current_setting('counterfoil.audit_position')::bigint,
    hash = current_setting('counterfoil.audit_hash');
  return null;
end $$;

create trigger audit_chain_is_taken_up before insert on audit_log for each statement execute function take_audit_head();
create trigger audit_chain_is_left_off after insert on audit_log for each statement execute function leave_audit_head();
