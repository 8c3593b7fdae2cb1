-- Two users may describe one document at once.
alter table employee_documents add column version integer not null default 1;
