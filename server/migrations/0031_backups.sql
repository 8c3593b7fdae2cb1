-- Backups: which there are, what became of each, and whether it was restored on trial.

create table backups (
  id bigint generated always as identity primary key,
  -- In the folder of backups. Two are never called the same.
  file_name text not null constraint backups_file_is_taken unique
    constraint backups_file_is_a_plain_name check (file_name ~ '^[a-zA-Z0-9][a-zA-Z0-9._-]{0,150}$'),
  origin text not null constraint backups_origin_is_known check (origin in ('asked', 'scheduled', 'found')),
  asked_by bigint references users on delete set null,
  -- The London day that a scheduled one is for.
  scheduled_for date,
  state text not null default 'waiting' constraint backups_state_is_known
    check (state in ('waiting', 'writing', 'checking', 'kept', 'failed')),
  requested_at timestamptz not null,
  taken_at timestamptz,
  finished_at timestamptz,
  bytes bigint constraint backups_bytes_are_not_negative check (bytes >= 0),
  sha256 text constraint backups_sum_is_one check (sha256 ~ '^[0-9a-f]{64}$'),
  schema_step text,
  product_version text,
  row_count bigint,
  file_count bigint,
  -- How far the work has come, in bytes.
  done_bytes bigint not null default 0,
  total_bytes bigint not null default 0,
  -- Whether it could be restored, when that was last tried, how long it took, and what stands against it.
  holds boolean,
  checked_at timestamptz,
  check_milliseconds bigint,
  reasons text[] not null default '{}',
  constraint backups_kept_have_a_size check (state <> 'kept' or bytes is not null),
  constraint backups_scheduled_are_for_a_day check ((origin = 'scheduled') = (scheduled_for is not null)),
  constraint backups_verdict_has_its_time check ((holds is null) = (checked_at is null))
);
-- One is made or tried at a time.
create unique index backups_one_at_a_time on backups ((true)) where state in ('waiting', 'writing', 'checking');
create index backups_by_request on backups (requested_at desc, id desc);
create index backups_by_day on backups (scheduled_for) where origin = 'scheduled';
