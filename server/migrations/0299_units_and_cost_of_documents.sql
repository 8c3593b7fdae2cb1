-- How many units a sale or credit note is of, and what its goods cost: the sums of its lines, so that a report of a year
-- reads its documents instead of three times as many lines (decision 216). Rules A7 and A8 check them. What is posted stays
-- as it is; those already posted are given the sums of their own lines.
alter table sales add column units numeric(20, 3) not null default 0, add column cost_pence bigint not null default 0;
alter table sales disable trigger sales_stay_as_posted;
update sales s set units = l.units, cost_pence = l.cost_pence
  from (select sale_id, sum(quantity) as units, sum(cost_pence) as cost_pence from sale_lines group by sale_id) l
  where l.sale_id = s.id;
alter table sales enable trigger sales_stay_as_posted;
alter table sales alter column units drop default, alter column cost_pence drop default;

alter table credit_notes add column units numeric(20, 3) not null default 0, add column cost_pence bigint not null default 0;
alter table credit_notes disable trigger credit_notes_are_append_only;
update credit_notes n set units = l.units, cost_pence = l.cost_pence
  from (select credit_note_id, sum(quantity) as units, sum(cost_pence) as cost_pence from credit_note_lines group by credit_note_id) l
  where l.credit_note_id = n.id;
alter table credit_notes enable trigger credit_notes_are_append_only;
alter table credit_notes alter column units drop default, alter column cost_pence drop default;
