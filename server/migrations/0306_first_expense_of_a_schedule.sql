-- Later drafts may be based on another expense (0294), but the one that a schedule began with stays part of it: it is not made
-- recurring a second time.
alter table expense_schedules add column first_expense_id bigint references expenses on delete restrict;
update expense_schedules set first_expense_id = expense_id;
alter table expense_schedules alter column first_expense_id set not null;
create index expense_schedules_by_first_expense on expense_schedules (first_expense_id);
