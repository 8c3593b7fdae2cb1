-- Later drafts may be based on another expense (0294), but the one that a schedule began with stays part of it: it is not made
-- recurring a second time.
alter table expense_schedules add column first_expense_id bigint references expenses on delete restrict;
update expense_schedules set first_expense_id = expense_id;
alter table expense_schedules alter column first_expense_id set not null;
create index expense_schedules_by_first_expense on expense_schedules (first_expense_id);

-- Above the limit of bills, what one user records on one day without an approved order counts together (rule P15, decision 221).
create index supplier_bills_by_recorder on supplier_bills (posted_by, posted_at) where kind in ('direct', 'landed_cost');
