-- Expenses: what the firm spends that is neither goods nor wages, who approved it, how it was paid, and what comes round.

-- One account for each category (rule L3), made when something is first posted to it.
alter table expense_categories add column account_code text
  constraint expense_categories_have_an_account_each unique references accounts on delete restrict;

create table expenses (
  id bigint generated always as identity primary key,
  -- Given when it is first submitted; a draft that never was may be deleted, a number may not (rule V22).
  number text constraint expenses_number_is_taken unique,
  expense_date date not null,
  description text collate "en-GB-x-icu" not null constraint expenses_description_is_not_blank check (description <> ''),
  supplier_id bigint constraint expenses_supplier_exists references suppliers on delete restrict,
  -- Of the paper: its number and the seller's VAT number, without which no VAT comes back (rule V18).
  reference text,
  vat_number text constraint expenses_vat_number_is_one check (vat_number ~ '^GB[0-9]{9}$'),
  settlement text not null constraint expenses_settlement_is_known check (settlement in ('firm_paid', 'to_pay', 'own_money')),
  due_on date,
  notes text,
  net_pence bigint not null default 0,
  vat_pence bigint not null default 0,
  gross_pence bigint not null default 0,
  status text not null default 'draft'
    constraint expenses_status_is_known check (status in ('draft', 'submitted', 'approved', 'paid', 'rejected', 'cancelled')),
  payment_method text constraint expenses_method_is_known
    check (payment_method in ('cash', 'bank_transfer', 'cheque', 'credit_card', 'upi', 'other')),
  -- The drawer of cash that came from a till; other cash comes from the safe.
  session_id bigint constraint expenses_session_exists references till_sessions on delete restrict,
  payment_reference text,
  created_by bigint not null references users on delete restrict,
  created_at timestamptz not null,
  -- Who wrote what it says now: they do not approve it either.
  changed_by bigint not null references users on delete restrict,
  updated_at timestamptz not null,
  submitted_by bigint references users on delete restrict,
  submitted_at timestamptz,
  -- Nobody where the amount needed no approval.
  approved_by bigint references users on delete restrict,
  approved_at timestamptz,
  posted_on date,
  vat_recovered_pence bigint not null default 0,
  rejected_by bigint references users on delete restrict,
  rejected_at timestamptz,
  reject_reason text,
  paid_by bigint references users on delete restrict,
  paid_at timestamptz,
  paid_on date,
  cancelled_by bigint references users on delete restrict,
  cancelled_at timestamptz,
  cancel_reason text,
  version integer not null default 1,
  search_text text not null generated always as (
    lower(coalesce(number, '') || ' ' || description || ' ' || coalesce(reference, ''))) stored,
  constraint expenses_add_up check (gross_pence = net_pence + vat_pence and net_pence >= 0 and vat_pence >= 0),
  constraint expenses_have_a_drawer_for_cash_only check (session_id is null or payment_method = 'cash'),
  constraint expenses_with_a_number_were_submitted check ((number is null) = (submitted_at is null)),
  constraint expenses_are_drafts_before_their_number check (number is not null or status in ('draft', 'cancelled')),
  constraint expenses_recover_vat_they_have check (vat_recovered_pence between 0 and vat_pence),
  constraint expenses_in_the_books_have_their_day check (
    status not in ('approved', 'paid') or (num_nonnulls(posted_on, approved_at) = 2 and gross_pence > 0)),
  constraint expenses_that_are_paid_say_when check (status <> 'paid' or num_nonnulls(paid_on, paid_at) = 2),
  constraint expenses_paid_by_the_firm_say_how check (
    settlement <> 'firm_paid' or payment_method is not null or status in ('draft', 'rejected', 'cancelled')),
  constraint expenses_are_cancelled_for_a_reason check (status <> 'cancelled' or num_nonnulls(cancelled_at, cancel_reason) = 2)
);
create index expenses_by_date on expenses (expense_date, id);
create index expenses_by_gross on expenses (gross_pence, id);
create index expenses_by_status on expenses (status, expense_date, id);
create index expenses_by_supplier on expenses (supplier_id, expense_date, id) where supplier_id is not null;
create index expenses_by_session on expenses (session_id) where session_id is not null;
create index expenses_by_search_text on expenses using gin (search_text gin_trgm_ops);
-- The same paper of the same supplier is entered once, so that nobody pays it twice.
create unique index expenses_are_entered_once on expenses (supplier_id, lower(reference))
  where supplier_id is not null and reference is not null and status <> 'cancelled';

create table expense_lines (
  id bigint generated always as identity primary key,
  expense_id bigint not null references expenses on delete cascade,
  line_number integer not null,
  category_id bigint not null constraint expense_lines_category_exists references expense_categories on delete restrict,
  description text,
  net_pence bigint not null,
  vat_code text not null constraint expense_lines_vat_code_is_known check (vat_code in ('S', 'R', 'Z', 'E', 'O')),
  vat_percent numeric(5, 2) not null,
  vat_pence bigint not null,
  gross_pence bigint not null constraint expense_lines_are_of_something check (gross_pence > 0),
  vat_recoverable boolean not null,
  constraint expense_lines_are_numbered unique (expense_id, line_number),
  constraint expense_lines_add_up check (gross_pence = net_pence + vat_pence and net_pence >= 0 and vat_pence >= 0)
);
create index expense_lines_by_category on expense_lines (category_id, expense_id);

create table expense_receipts (
  id bigint generated always as identity primary key,
  expense_id bigint not null references expenses on delete cascade,
  file_name text not null,
  sha256 text not null references files on delete restrict,
  added_by bigint not null references users on delete restrict,
  added_at timestamptz not null
);
create index expense_receipts_by_expense on expense_receipts (expense_id, id);
create index expense_receipts_by_file on expense_receipts (sha256);

-- Posted is posted (rule A13): of an expense in the books only its payment and its cancellation are added.
create function keep_posted_expense() returns trigger
language plpgsql as $$
declare
  -- What is generated is not there yet before a row is written.
  later constant text[] := array['search_text', 'status', 'version', 'updated_at', 'payment_method', 'session_id', 'payment_reference',
    'paid_by', 'paid_at', 'paid_on', 'cancelled_by', 'cancelled_at', 'cancel_reason'];
begin
  if tg_op = 'DELETE' then
    if old.number is null then
      return old;
    end if;
  elsif old.status not in ('approved', 'paid', 'cancelled') then
    return new;
  elsif (old.status, new.status) in (('approved', 'paid'), ('approved', 'cancelled'), ('paid', 'cancelled'))
      and to_jsonb(new) - later = to_jsonb(old) - later then
    return new;
  end if;
  raise exception 'an expense that is posted or has a number stays as it is'
    using errcode = 'integrity_constraint_violation', constraint = 'expenses_stay_as_posted';
end $$;
create trigger expenses_stay_as_posted before update or delete on expenses
  for each row execute function keep_posted_expense();
create trigger expenses_are_never_emptied before truncate on expenses
  for each statement execute function refuse_change();

create function keep_posted_expense_line() returns trigger
language plpgsql as $$
declare
  expense bigint := case tg_op when 'INSERT' then new.expense_id else old.expense_id end;
begin
  if exists (select from expenses where id = expense and status in ('approved', 'paid', 'cancelled')) then
    raise exception 'the lines of a posted expense stay as they are'
      using errcode = 'integrity_constraint_violation', constraint = 'expense_lines_stay_as_posted';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger expense_lines_stay_as_posted before insert or update or delete on expense_lines
  for each row execute function keep_posted_expense_line();

-- What comes round: on each of its days a draft is made like the expense it is named after, once however often it is asked.
create table expense_schedules (
  id bigint generated always as identity primary key,
  expense_id bigint not null constraint expense_schedules_are_one_for_each unique references expenses on delete restrict,
  every text not null constraint expense_schedules_frequency_is_known check (every in ('week', 'month', 'quarter', 'year')),
  first_on date not null,
  ends_on date,
  next_on date,
  is_paused boolean not null default false,
  created_by bigint not null references users on delete restrict,
  created_at timestamptz not null,
  version integer not null default 1,
  constraint expense_schedules_end_after_their_start check (ends_on >= first_on),
  constraint expense_schedules_come_within_their_days check (next_on >= first_on and (ends_on is null or next_on <= ends_on)),
  constraint expense_schedules_that_are_paused_wait check (not is_paused or next_on is null)
);
create index expense_schedules_by_next_day on expense_schedules (next_on, id);

alter table expenses
  add column schedule_id bigint references expense_schedules on delete restrict,
  add column scheduled_for date,
  add constraint expenses_of_a_schedule_have_their_day check ((schedule_id is null) = (scheduled_for is null)),
  add constraint expenses_come_round_once unique (schedule_id, scheduled_for);
