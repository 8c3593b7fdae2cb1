-- A recurring expense may come every second week, every sixth month, and the like.
alter table expense_schedules
  add column interval_count integer not null default 1
    constraint expense_schedules_interval_is_known check (interval_count between 1 and 36);
