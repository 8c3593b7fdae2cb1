-- Employees: who works here and since when, what of it is nobody else's business, their papers, their hours, their wages.

create table employees (
  id bigint generated always as identity primary key,
  number text not null constraint employees_number_is_taken unique,
  name text collate "en-GB-x-icu" not null constraint employees_name_is_not_blank check (name <> ''),
  job_title text collate "en-GB-x-icu",
  department text collate "en-GB-x-icu",
  manager_id bigint constraint employees_manager_exists references employees on delete restrict,
  -- The account that they sign in with; it stays named when they leave, so that what they sold stays theirs.
  user_id bigint constraint employees_user_exists references users on delete restrict,
  -- Whether their suspension closed the account: only then does their return open it again.
  closed_account boolean not null default false,
  status text not null default 'active'
    constraint employees_status_is_known check (status in ('active', 'on_leave', 'suspended', 'left')),
  started_on date not null,
  left_on date,
  away_from date,
  away_until date,
  email text,
  phone text,
  address text,
  postcode text,
  emergency_name text,
  emergency_relation text,
  emergency_phone text,
  notes text,
  erased_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null generated always as (
    lower(number || ' ' || name || ' ' || coalesce(job_title, '') || ' ' || coalesce(department, '') || ' ' || coalesce(email, '')
      || ' ' || coalesce(phone, ''))) stored,
  constraint employees_manage_others check (manager_id <> id),
  constraint employees_leave_after_they_start check (left_on >= started_on),
  constraint employees_who_left_say_when check ((status = 'left') = (left_on is not null)),
  constraint employees_on_leave_say_since_when check ((status = 'on_leave') = (away_from is not null)),
  constraint employees_come_back_after_they_go check (away_until >= away_from),
  constraint employees_are_erased_when_they_left check (erased_at is null or status = 'left'),
  constraint employees_closed_account_is_of_suspended check (not closed_account or (status = 'suspended' and user_id is not null))
);
create unique index employees_have_an_account_each on employees (user_id) where user_id is not null and status <> 'left';
create index employees_by_user on employees (user_id) where user_id is not null;
create index employees_by_name on employees (name, id);
create index employees_by_start on employees (started_on, id);
create index employees_by_status on employees (status, name, id);
create index employees_by_department on employees (department, id);
create index employees_by_manager on employees (manager_id) where manager_id is not null;
create index employees_by_search_text on employees using gin (search_text gin_trgm_ops);

-- Nobody is, at however many removes, his own manager. Those who change managers take turns, so that two cannot close a circle.
create function refuse_manager_circle() returns trigger
language plpgsql as $$
begin
  if new.manager_id is null or (tg_op = 'UPDATE' and new.manager_id = old.manager_id) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('employees manager', 0));
  if exists (
    with recursive above (id) as (
      select new.manager_id
      union
      select e.manager_id from employees e join above a on a.id = e.id where e.manager_id is not null
    ) select from above where id = new.id
  ) then
    raise exception 'employee % would be their own manager', new.id
      using errcode = 'integrity_constraint_violation', constraint = 'employees_managers_make_no_circle';
  end if;
  return new;
end $$;
create trigger employees_managers_make_no_circle before insert or update of manager_id on employees
  for each row execute function refuse_manager_circle();

-- What has happened to somebody's employment, with when and why; nothing of it is taken back.
create table employee_steps (
  id bigint generated always as identity primary key,
  employee_id bigint not null references employees on delete restrict,
  step text not null constraint employee_steps_are_known
    check (step in ('start', 'go_on_leave', 'return', 'suspend', 'reinstate', 'leave', 'rehire')),
  happened_on date not null,
  until date,
  reason text,
  done_by bigint not null references users on delete restrict,
  done_at timestamptz not null
);
create index employee_steps_by_employee on employee_steps (employee_id, id);
create trigger employee_steps_are_append_only before update or delete on employee_steps
  for each row execute function refuse_change();

-- Pay, bank and National Insurance details, sealed as one text with a key that is not in this database (rule K8).
create table employee_pay (
  employee_id bigint primary key references employees on delete restrict,
  sealed text not null constraint employee_pay_is_sealed check (sealed ~ '^v1\.'),
  version integer not null default 1,
  changed_by bigint not null references users on delete restrict,
  changed_at timestamptz not null
);

create table employee_documents (
  id bigint generated always as identity primary key,
  employee_id bigint not null references employees on delete restrict,
  file_name text not null,
  sha256 text not null references files on delete restrict,
  title text,
  expires_on date,
  -- The expiry that somebody was reminded of: another one is reminded of again.
  reminded_of date,
  added_by bigint not null references users on delete restrict,
  added_at timestamptz not null
);
create index employee_documents_by_employee on employee_documents (employee_id, id);
create index employee_documents_by_file on employee_documents (sha256);
create index employee_documents_by_expiry on employee_documents (expires_on, id) where expires_on is not null;

-- From clocking in to clocking out; the day is that of clocking in, in London.
create table time_entries (
  id bigint generated always as identity primary key,
  employee_id bigint not null constraint time_entries_employee_exists references employees on delete restrict,
  business_date date not null,
  clocked_in_at timestamptz not null,
  clocked_out_at timestamptz,
  -- Entered or put right by hand: by whom, when and why.
  corrected_by bigint references users on delete restrict,
  corrected_at timestamptz,
  correction_reason text,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint time_entries_end_after_they_begin check (clocked_out_at > clocked_in_at),
  constraint time_entries_are_of_a_day_at_most check (clocked_out_at <= clocked_in_at + interval '24 hours'),
  constraint time_entries_are_corrected_for_a_reason check (num_nonnulls(corrected_by, corrected_at, correction_reason) in (0, 3))
);
create unique index time_entries_are_open_one_at_a_time on time_entries (employee_id) where clocked_out_at is null;
create index time_entries_by_day on time_entries (business_date, id);
create index time_entries_by_employee on time_entries (employee_id, business_date, id);

-- Wages as they are paid (table of L: simple mode). The books say how much in clear; whose they are is sealed, and marked so that
-- the program finds those of one person, and nobody without the key does (rule K8).
create table salary_payments (
  id bigint generated always as identity primary key,
  number text not null constraint salary_payments_number_is_taken unique,
  -- Of the person, and of the person with what they are paid for.
  person_mark text not null,
  purpose_mark text not null,
  sealed text not null constraint salary_payments_are_sealed check (sealed ~ '^v1\.'),
  paid_on date not null,
  amount_pence bigint not null constraint salary_payments_are_of_something check (amount_pence > 0),
  method text not null constraint salary_payments_method_is_known check (method in ('bank_transfer', 'cash')),
  created_by bigint not null references users on delete restrict,
  created_at timestamptz not null,
  reversed_on date,
  reversed_by bigint references users on delete restrict,
  reversed_at timestamptz,
  reverse_reason text,
  constraint salary_payments_are_reversed_for_a_reason check (
    num_nonnulls(reversed_on, reversed_by, reversed_at, reverse_reason) in (0, 4))
);
create unique index salary_payments_are_made_once on salary_payments (purpose_mark) where reversed_on is null;
create index salary_payments_by_person on salary_payments (person_mark, id);

create function keep_salary_payment() returns trigger
language plpgsql as $$
declare
  reversal constant text[] := array['reversed_on', 'reversed_by', 'reversed_at', 'reverse_reason'];
begin
  if tg_op = 'UPDATE' and old.reversed_on is null and to_jsonb(new) - reversal = to_jsonb(old) - reversal then
    return new;
  end if;
  raise exception 'a salary payment stays as it was posted'
    using errcode = 'integrity_constraint_violation', constraint = 'salary_payments_stay_as_posted';
end $$;
create trigger salary_payments_stay_as_posted before update or delete on salary_payments
  for each row execute function keep_salary_payment();
create trigger salary_payments_are_never_emptied before truncate on salary_payments
  for each statement execute function refuse_change();

-- What the log says of an employee who was erased is not read out any more either.
create or replace function audit_is_hidden(action text, record_type text, record_id bigint) returns boolean
language sql stable parallel safe as
$$ select action <> 'erased' and case record_type
  when 'customer' then exists (select from customers c where c.id = record_id and c.erased_at is not null)
  when 'employee' then exists (select from employees e where e.id = record_id and e.erased_at is not null)
  else false end $$;
