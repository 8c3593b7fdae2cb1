-- Money from customers and to them, what is put right on their ledgers by hand, and the letters that ask for it.

create table customer_payments (
  id bigint generated always as identity primary key,
  number text not null constraint customer_payments_number_is_taken unique,
  customer_id bigint not null constraint customer_payments_customer_exists references customers on delete restrict,
  direction text not null constraint customer_payments_direction_is_known check (direction in ('in', 'out')),
  kind text not null constraint customer_payments_kind_is_known check (kind in ('receipt', 'top_up', 'withdrawal')),
  method text not null constraint customer_payments_method_is_known
    check (method in ('cash', 'bank_transfer', 'cheque', 'credit_card', 'upi', 'other')),
  session_id bigint references till_sessions on delete restrict,
  amount_pence bigint not null constraint customer_payments_are_of_something check (amount_pence > 0),
  business_date date not null,
  reference text,
  notes text,
  status text not null default 'completed'
    constraint customer_payments_status_is_known check (status in ('completed', 'reversed', 'bounced')),
  reversal_reason text,
  reversed_by bigint references users on delete restrict,
  reversed_at timestamptz,
  recorded_by bigint not null references users on delete restrict,
  recorded_at timestamptz not null,
  constraint customer_payments_go_one_way check ((kind = 'withdrawal') = (direction = 'out')),
  constraint customer_payments_in_cash_have_a_drawer check ((method = 'cash') = (session_id is not null)),
  constraint customer_payments_are_reversed_whole check (
    num_nonnulls(reversal_reason, reversed_by, reversed_at) = case status when 'completed' then 0 else 3 end)
);
create index customer_payments_by_customer on customer_payments (customer_id, id);
create index customer_payments_by_session on customer_payments (session_id) where session_id is not null;

-- Posted is posted (rule A13): of a payment only its reversal is added, once.
create function keep_posted_customer_payment() returns trigger
language plpgsql as $$
declare
  reversal constant text[] := array['status', 'reversal_reason', 'reversed_by', 'reversed_at'];
begin
  if tg_op = 'UPDATE' and old.status = 'completed' and to_jsonb(new) - reversal = to_jsonb(old) - reversal then
    return new;
  end if;
  raise exception 'a posted payment stays as it is'
    using errcode = 'integrity_constraint_violation', constraint = 'customer_payments_stay_as_posted';
end $$;
create trigger customer_payments_stay_as_posted before update or delete on customer_payments
  for each row execute function keep_posted_customer_payment();
create trigger customer_payments_are_never_emptied before truncate on customer_payments
  for each statement execute function refuse_change();
create trigger customer_payments_are_dated_in_open_days before insert on customer_payments
  for each row execute function ensure_open_day();
create trigger customer_payments_are_of_an_open_session before insert on customer_payments
  for each row execute function ensure_open_session();

create table wallet_adjustments (
  id bigint generated always as identity primary key,
  number text not null constraint wallet_adjustments_number_is_taken unique,
  kind text not null constraint wallet_adjustments_kind_is_known
    check (kind in ('credit', 'debit', 'write_off', 'transfer', 'merge')),
  customer_id bigint not null references customers on delete restrict,
  -- Whose ledger takes what is moved.
  other_customer_id bigint references customers on delete restrict,
  -- What it stands against, when it is not another customer.
  account_code text references accounts on delete restrict,
  amount_pence bigint not null constraint wallet_adjustments_are_of_something check (amount_pence > 0),
  reason text not null constraint wallet_adjustments_reason_is_not_blank check (reason <> ''),
  business_date date not null,
  posted_by bigint not null references users on delete restrict,
  posted_at timestamptz not null,
  constraint wallet_adjustments_go_somewhere check (num_nonnulls(other_customer_id, account_code) = 1
    and (kind in ('transfer', 'merge')) = (other_customer_id is not null)),
  constraint wallet_adjustments_are_between_two check (other_customer_id <> customer_id)
);
create index wallet_adjustments_by_customer on wallet_adjustments (customer_id, id);
create trigger wallet_adjustments_are_append_only before update or delete on wallet_adjustments
  for each row execute function refuse_change();
create trigger wallet_adjustments_are_never_emptied before truncate on wallet_adjustments
  for each statement execute function refuse_change();
create trigger wallet_adjustments_are_dated_in_open_days before insert on wallet_adjustments
  for each row execute function ensure_open_day();

-- What was sent to a customer, and when. An erasure empties the content.
alter table emails add column customer_id bigint references customers on delete set null;
create index emails_by_customer on emails (customer_id, id desc) where customer_id is not null;

create table customer_letters (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete restrict,
  kind text not null constraint customer_letters_kind_is_known check (kind in ('reminder', 'statement')),
  tone text constraint customer_letters_tone_is_known check (tone in ('friendly', 'firm', 'final')),
  how text not null constraint customer_letters_way_is_known check (how in ('email', 'print')),
  email_id bigint references emails on delete set null,
  -- A reminder as it was sent, word for word.
  content jsonb,
  sent_by bigint not null references users on delete restrict,
  sent_at timestamptz not null,
  constraint customer_letters_reminders_have_a_tone check ((kind = 'reminder') = (tone is not null))
);
create index customer_letters_by_customer on customer_letters (customer_id, id desc);
create index customer_letters_by_email on customer_letters (email_id) where email_id is not null;

-- What customers owe on a day, by age, is read from all their items.
create index party_items_of_customers_by_date on party_items (business_date) include (customer_id, side, due_on, amount_pence, allocated_pence)
  where customer_id is not null;
