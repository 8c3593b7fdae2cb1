-- Reports that people keep under a name, and that are mailed by the clock; and what of the money was seen on a statement.

-- A report with what it is asked for. Named periods stay names: "last month" is always the month before.
create table saved_reports (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users on delete cascade,
  report text not null constraint saved_reports_report_is_a_name check (report ~ '^[a-z-]{1,40}$'),
  name text collate "en-GB-x-icu" not null constraint saved_reports_name_is_not_blank check (name <> ''),
  params jsonb not null,
  -- Shown to everybody who may open the report itself.
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_reports_name_is_taken on saved_reports (owner_id, report, lower(name));
create index saved_reports_by_name on saved_reports (lower(name), id);

-- When it is mailed, and to whom. It is made with the rights its owner has at that moment.
create table report_schedules (
  saved_report_id bigint primary key references saved_reports on delete cascade,
  every text not null constraint report_schedules_every_is_known check (every in ('day', 'week', 'month')),
  -- 1 is Monday.
  weekday integer constraint report_schedules_weekday_is_one check (weekday between 1 and 7),
  -- 31 is the last day of the month, however long it is.
  month_day integer constraint report_schedules_month_day_is_one check (month_day between 1 and 31),
  hour integer not null constraint report_schedules_hour_is_one check (hour between 0 and 23),
  format text not null constraint report_schedules_format_is_known check (format in ('csv', 'xlsx', 'pdf')),
  recipients text[] not null constraint report_schedules_have_recipients check (cardinality(recipients) between 1 and 10),
  skip_if_empty boolean not null,
  state text not null constraint report_schedules_state_is_known check (state in ('active', 'paused', 'stopped')),
  stopped_because text,
  -- The London day that it is due on next, and the moment of that day.
  next_on date,
  next_at timestamptz,
  updated_at timestamptz not null,
  constraint report_schedules_know_their_day check ((every = 'week') = (weekday is not null) and (every = 'month') = (month_day is not null)),
  constraint report_schedules_come_when_active check ((state = 'active') = (next_at is not null) and (next_on is null) = (next_at is null)),
  constraint report_schedules_say_why_they_stopped check ((state = 'stopped') = (stopped_because is not null))
);
create index report_schedules_by_time on report_schedules (next_at) where next_at is not null;

-- What became of it each time. Of a day there is one run, however many processes work.
create table report_runs (
  id bigint generated always as identity primary key,
  saved_report_id bigint not null references saved_reports on delete cascade,
  -- The day it was due; null when somebody sent it by hand.
  due_on date,
  outcome text not null constraint report_runs_outcome_is_known check (outcome in ('sent', 'skipped', 'failed')),
  reason text,
  email_id bigint references emails on delete set null,
  run_by bigint references users on delete set null,
  at timestamptz not null,
  constraint report_runs_are_one_a_day unique (saved_report_id, due_on),
  constraint report_runs_say_why check ((outcome = 'sent') = (reason is null))
);
create index report_runs_by_time on report_runs (saved_report_id, id);
create index report_runs_by_email on report_runs (email_id) where email_id is not null;

-- Which movements of money somebody has seen on the statement of their account. The ledger itself stays as it is.
create table reconciled_lines (
  journal_id bigint not null,
  line_number integer not null,
  reconciled_by bigint not null references users on delete restrict,
  reconciled_at timestamptz not null,
  primary key (journal_id, line_number),
  constraint reconciled_lines_are_posted foreign key (journal_id, line_number)
    references journal_lines (journal_id, line_number) on delete restrict
);
