-- Changes to many records of a list at once. The records are fixed when the user confirms; a job changes them in
-- batches and can be resumed, and the change can be undone (decision 108).
create table bulk_changes (
  id bigint generated always as identity primary key,
  list text not null constraint bulk_changes_list_is_a_name check (list ~ '^[a-z_]{1,40}$'),
  -- The filter of the list, without the text searched for, and the change, as requested.
  filter jsonb not null,
  change jsonb not null,
  -- Of the ids and versions of its records.
  hash text not null constraint bulk_changes_hash_is_sha256 check (hash ~ '^[0-9a-f]{64}$'),
  state text not null default 'running'
    constraint bulk_changes_state_is_known check (state in ('running', 'done', 'undoing', 'undone')),
  row_count integer not null constraint bulk_changes_have_records check (row_count > 0),
  changed_count integer not null default 0,
  unchanged_count integer not null default 0,
  refused_count integer not null default 0,
  undone_count integer not null default 0,
  kept_count integer not null default 0,
  -- Why it ended early, for people.
  problem text,
  -- The user whose rights apply to the current step.
  asked_by bigint not null references users on delete restrict,
  created_by bigint not null references users on delete restrict,
  -- The last sign of life of the job.
  alive_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  undone_at timestamptz
);
create index bulk_changes_by_creation on bulk_changes (created_at, id);
create index bulk_changes_by_asker on bulk_changes (asked_by);
create index bulk_changes_by_creator on bulk_changes (created_by);
create index bulk_changes_under_way on bulk_changes (alive_at) where state in ('running', 'undoing');

-- Names are not stored, so that erasing a customer's personal data leaves none here.
create table bulk_change_rows (
  change_id bigint not null references bulk_changes on delete cascade,
  record_id bigint not null,
  -- As confirmed; another version is refused.
  record_version integer not null,
  outcome text not null default 'pending' constraint bulk_change_rows_outcome_is_known
    check (outcome in ('pending', 'changed', 'unchanged', 'refused', 'undone', 'kept')),
  reason text,
  -- The changed values only.
  before jsonb,
  after jsonb,
  primary key (change_id, record_id)
);
create index bulk_change_rows_by_outcome on bulk_change_rows (change_id, outcome, record_id);
