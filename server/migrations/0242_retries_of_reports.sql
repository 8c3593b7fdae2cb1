-- How often the report that is due has been tried without success, because the server or the database was busy. Back to
-- zero once it has been sent, given up, or scheduled anew.
alter table report_schedules add column retries integer not null default 0
  constraint report_schedules_count_retries check (retries >= 0 and (retries = 0 or state = 'active'));
