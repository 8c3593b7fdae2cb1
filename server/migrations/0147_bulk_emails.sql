-- Emails to all that a filter of a list finds. The records are fixed when the user confirms; a job puts one email after
-- another into the outbox, each in a transaction of its own, and can be resumed or stopped (decision 112).
create table bulk_emails (
  id bigint generated always as identity primary key,
  kind text not null constraint bulk_emails_kind_is_a_name check (kind ~ '^[a-z_]{1,40}$'),
  options jsonb not null,
  -- With placeholders.
  subject text not null,
  message text not null,
  state text not null default 'running'
    constraint bulk_emails_state_is_known check (state in ('running', 'done', 'stopped')),
  row_count integer not null constraint bulk_emails_have_records check (row_count > 0),
  queued_count integer not null default 0,
  left_out_count integer not null default 0,
  -- Why it ended early, for people.
  problem text,
  created_by bigint not null references users on delete restrict,
  -- The last sign of life of the job.
  alive_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index bulk_emails_by_creation on bulk_emails (created_at, id);
create index bulk_emails_by_creator on bulk_emails (created_by);
create index bulk_emails_under_way on bulk_emails (alive_at) where state = 'running';

-- Names and addresses are not stored, so that erasing a customer's personal data leaves none here.
create table bulk_email_rows (
  bulk_email_id bigint not null references bulk_emails on delete cascade,
  kind text not null,
  record_id bigint not null,
  outcome text not null default 'pending' constraint bulk_email_rows_outcome_is_known
    check (outcome in ('pending', 'queued', 'left_out')),
  reason text,
  -- Null again once the email is deleted.
  email_id bigint references emails on delete set null,
  queued_at timestamptz,
  primary key (bulk_email_id, record_id)
);
create index bulk_email_rows_by_outcome on bulk_email_rows (bulk_email_id, outcome, record_id);
create index bulk_email_rows_by_email on bulk_email_rows (email_id) where email_id is not null;
create index bulk_email_rows_by_time on bulk_email_rows (queued_at) where queued_at is not null;
-- Two bulk emails at once, or one started twice, never wait to email the same record.
create unique index bulk_email_rows_wait_once on bulk_email_rows (kind, record_id) where outcome = 'pending';
