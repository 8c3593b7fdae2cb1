-- Hours and wages of an employment that ended before somebody was rehired are still theirs to correct. Until now the first
-- day of the new employment replaced that of the earlier one.
alter table employees add column worked_before datemultirange not null default '{}';

update employees e set worked_before = before.days
from (
  select r.employee_id, range_agg(daterange(began.on_day, ended.on_day, '[]')) as days
  from employee_steps r
    cross join lateral (select happened_on as on_day from employee_steps where employee_id = r.employee_id and id < r.id
      and step in ('start', 'rehire') order by id desc limit 1) began
    cross join lateral (select happened_on as on_day from employee_steps where employee_id = r.employee_id and id < r.id
      and step = 'leave' order by id desc limit 1) ended
  where r.step = 'rehire' and began.on_day <= ended.on_day group by r.employee_id
) before
where before.employee_id = e.id;

-- A leaving date that was entered wrong can be corrected, and the history says so.
alter table employee_steps drop constraint employee_steps_are_known;
alter table employee_steps add constraint employee_steps_are_known
  check (step in ('start', 'go_on_leave', 'return', 'suspend', 'reinstate', 'leave', 'correct_leaving', 'rehire'));
