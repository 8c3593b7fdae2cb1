-- The books: accounts, journals, document numbers, the lock date, and what we and each party owe one another.
-- What is posted is never changed; it is corrected by posting its reverse (rule L1).

-- ── Accounts (rule L3) ──────────────────────────────────────────────────────────────────────────────────────

create table accounts (
  code text primary key constraint accounts_code_has_four_digits check (code ~ '^[0-9]{4}$'),
  name text collate "en-GB-x-icu" not null constraint accounts_name_is_not_blank check (name <> ''),
  kind text not null constraint accounts_kind_is_known
    check (kind in ('asset', 'liability', 'equity', 'income', 'expense')),
  normal_side text not null constraint accounts_side_is_known check (normal_side in ('debit', 'credit')),
  -- Posted to by the product itself: neither deactivated nor posted to by hand where a sub-ledger must agree.
  is_system boolean not null default false,
  is_control boolean not null default false,
  status text not null default 'active' constraint accounts_status_is_known check (status in ('active', 'inactive')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint accounts_of_the_system_stay_active check (not is_system or status = 'active')
);
create unique index accounts_name_is_taken on accounts (lower(name));

insert into accounts (code, name, kind, normal_side, is_system, is_control) values
  ('1000', 'Till cash', 'asset', 'debit', true, false),
  ('1010', 'Safe and petty cash', 'asset', 'debit', true, false),
  ('1020', 'Bank', 'asset', 'debit', true, false),
  ('1025', 'Undeposited cheques', 'asset', 'debit', true, false),
  ('1030', 'Card clearing', 'asset', 'debit', true, false),
  ('1040', 'Other clearing', 'asset', 'debit', true, false),
  ('1100', 'Trade debtors control', 'asset', 'debit', true, true),
  ('1200', 'Inventory', 'asset', 'debit', true, true),
  ('2100', 'Trade creditors control', 'liability', 'credit', true, true),
  ('2110', 'Goods received not invoiced', 'liability', 'credit', true, true),
  ('2200', 'Output VAT', 'liability', 'credit', true, true),
  ('2201', 'Input VAT', 'asset', 'debit', true, true),
  ('2205', 'VAT payable to HMRC', 'liability', 'credit', true, false),
  ('2210', 'PAYE and National Insurance payable', 'liability', 'credit', true, false),
  ('2220', 'Net wages payable', 'liability', 'credit', true, false),
  ('2230', 'Pension payable', 'liability', 'credit', true, false),
  ('2300', 'Accrued expenses', 'liability', 'credit', true, false),
  ('2400', 'Business credit card', 'liability', 'credit', true, false),
  ('3000', 'Capital', 'equity', 'credit', true, false),
  ('3100', 'Retained earnings', 'equity', 'credit', true, false),
  ('3900', 'Opening balance suspense', 'equity', 'credit', true, false),
  ('4000', 'Sales', 'income', 'credit', true, false),
  ('4010', 'Sales returns', 'income', 'debit', true, false),
  ('4900', 'Other income', 'income', 'credit', true, false),
  ('5000', 'Cost of goods sold', 'expense', 'debit', true, false),
  ('5100', 'Shrinkage and stock adjustments', 'expense', 'debit', true, false),
  ('5110', 'Purchase price variance', 'expense', 'debit', true, false),
  ('6100', 'Wages', 'expense', 'debit', true, false),
  ('6110', 'Employer National Insurance', 'expense', 'debit', true, false),
  ('6120', 'Employer pension', 'expense', 'debit', true, false),
  ('6800', 'Bad debts', 'expense', 'debit', true, false),
  ('6900', 'Till over and short', 'expense', 'debit', true, false),
  ('6910', 'Card charges', 'expense', 'debit', true, false);

create function protect_system_account() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.is_system then
      raise exception 'account % belongs to the system', old.code using errcode = 'integrity_constraint_violation';
    end if;
    return old;
  end if;
  if old.is_system and (new.code, new.kind, new.normal_side, new.is_system, new.is_control)
      is distinct from (old.code, old.kind, old.normal_side, old.is_system, old.is_control) then
    raise exception 'of the system account % only the name can change', old.code
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger accounts_of_the_system_are_protected before update or delete on accounts
  for each row execute function protect_system_account();

-- ── The lock date (rule D5) ─────────────────────────────────────────────────────────────────────────────────

create table books_lock (
  only_row boolean primary key default true constraint books_lock_is_one_row check (only_row),
  locked_through date,
  version integer not null default 1
);
insert into books_lock default values;

create table books_lock_history (
  id bigint generated always as identity primary key,
  locked_through date,
  reason text not null constraint books_lock_reason_is_not_blank check (reason <> ''),
  moved_by bigint not null references users on delete restrict,
  moved_at timestamptz not null
);
create trigger books_lock_history_is_append_only before update or delete on books_lock_history
  for each row execute function refuse_change();

-- Posting holds this lock shared, moving the date holds it alone: no journal slips in behind a date that moves.
create function ensure_open_day() returns trigger
language plpgsql as $$
declare
  locked date;
begin
  perform pg_advisory_xact_lock_shared(hashtext('books lock'));
  select locked_through into locked from books_lock;
  if new.business_date <= locked then
    raise exception 'the books are locked through %', locked
      using errcode = 'integrity_constraint_violation', constraint = 'books_are_locked';
  end if;
  return new;
end $$;
create function move_books_lock() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('books lock'));
  return new;
end $$;
create trigger books_lock_moves_alone before update on books_lock for each row execute function move_books_lock();

-- ── Journals (rule L1) ──────────────────────────────────────────────────────────────────────────────────────

create table journals (
  id bigint generated always as identity primary key,
  business_date date not null,
  kind text not null,
  narrative text not null,
  document_type text not null,
  document_id bigint not null,
  document_number text,
  reverses_id bigint constraint journals_are_reversed_once unique references journals on delete restrict,
  reason text,
  posted_by bigint not null references users on delete restrict,
  posted_at timestamptz not null,
  -- The transaction that posted it: lines are added in that one only.
  posted_in xid8 not null default pg_current_xact_id(),
  constraint journals_and_their_date_are_one unique (id, business_date)
);
create index journals_by_date on journals (business_date, id);
create index journals_by_document on journals (document_type, document_id);
create index journals_by_kind on journals (kind, business_date, id);

create table journal_lines (
  journal_id bigint not null,
  line_number integer not null,
  business_date date not null,
  account_code text not null constraint journal_lines_account_exists references accounts on delete restrict,
  debit_pence bigint not null default 0,
  credit_pence bigint not null default 0,
  supplier_id bigint references suppliers on delete restrict,
  vat_code text constraint journal_lines_vat_code_is_known check (vat_code in ('S', 'R', 'Z', 'E', 'O')),
  description text,
  primary key (journal_id, line_number),
  constraint journal_lines_belong_to_a_journal foreign key (journal_id, business_date)
    references journals (id, business_date) on delete restrict,
  constraint journal_lines_have_one_side check (
    debit_pence >= 0 and credit_pence >= 0 and (debit_pence = 0) <> (credit_pence = 0)),
  constraint journal_lines_name_the_creditor check ((account_code = '2100') = (supplier_id is not null))
);
create index journal_lines_by_account on journal_lines (account_code, business_date, journal_id)
  include (debit_pence, credit_pence);
create index journal_lines_by_supplier on journal_lines (supplier_id, business_date)
  include (debit_pence, credit_pence) where supplier_id is not null;

create function ensure_balanced_journal() returns trigger
language plpgsql as $$
declare
  lines bigint;
  difference numeric;
begin
  select count(*), coalesce(sum(debit_pence) - sum(credit_pence), 0) into lines, difference
    from journal_lines where journal_id = new.id;
  if lines < 2 or difference <> 0 then
    raise exception 'journal % does not balance: % lines, difference % pence', new.id, lines, difference
      using errcode = 'integrity_constraint_violation', constraint = 'journals_balance';
  end if;
  return null;
end $$;
create constraint trigger journals_balance after insert on journals
  deferrable initially deferred for each row execute function ensure_balanced_journal();

create function ensure_lines_of_this_posting() returns trigger
language plpgsql as $$
begin
  if exists (select 1 from added a join journals j on j.id = a.journal_id where j.posted_in <> pg_current_xact_id()) then
    raise exception 'a posted journal takes no further lines'
      using errcode = 'integrity_constraint_violation', constraint = 'journals_are_closed';
  end if;
  return null;
end $$;
create trigger journals_are_closed after insert on journal_lines referencing new table as added
  for each statement execute function ensure_lines_of_this_posting();

create trigger journals_are_dated_in_open_days before insert on journals
  for each row execute function ensure_open_day();
create trigger journals_are_append_only before update or delete on journals
  for each row execute function refuse_change();
create trigger journals_are_never_emptied before truncate on journals
  for each statement execute function refuse_change();
create trigger journal_lines_are_append_only before update or delete on journal_lines
  for each row execute function refuse_change();
create trigger journal_lines_are_never_emptied before truncate on journal_lines
  for each statement execute function refuse_change();

-- Whether and since when the firm is registered for VAT (rules V2, V23). A firm that has told nothing yet is.
create table vat_registration (
  only_row boolean primary key default true constraint vat_registration_is_one_row check (only_row),
  is_registered boolean not null default true,
  vat_number text constraint vat_registration_number_is_one check (vat_number ~ '^GB[0-9]{9}$'),
  -- The first and the last day; null where it has always been, or still is.
  registered_from date,
  registered_until date,
  version integer not null default 1,
  constraint vat_registration_days_are_in_order check (registered_from <= registered_until)
);
insert into vat_registration default values;

-- Of each posting with VAT: the digital record that a VAT return is made from (rules V17, V24, K9).
create table vat_entries (
  id bigint generated always as identity primary key,
  journal_id bigint not null references journals on delete restrict,
  direction text not null constraint vat_entries_direction_is_known check (direction in ('output', 'input')),
  tax_point date not null,
  vat_code text not null constraint vat_entries_code_is_known check (vat_code in ('S', 'R', 'Z', 'E', 'O')),
  rate_percent numeric(5, 2) not null,
  net_pence bigint not null,
  vat_pence bigint not null
);
create index vat_entries_by_tax_point on vat_entries (direction, tax_point) include (vat_code, net_pence, vat_pence);
create index vat_entries_by_journal on vat_entries (journal_id);
create trigger vat_entries_are_append_only before update or delete on vat_entries
  for each row execute function refuse_change();

-- ── Document numbers (rule V22) ─────────────────────────────────────────────────────────────────────────────
-- A counter row that stays locked until the commit: unlike a sequence it leaves no gap when a posting is undone.

create table number_series (
  series text primary key,
  last_number bigint not null constraint number_series_count_up check (last_number > 0)
);

create function ensure_number_goes_up() returns trigger
language plpgsql as $$
begin
  if new.last_number <> old.last_number + 1 then
    raise exception 'series % goes from % to %', old.series, old.last_number, new.last_number
      using errcode = 'integrity_constraint_violation', constraint = 'number_series_have_no_gap';
  end if;
  return new;
end $$;
create trigger number_series_have_no_gap before update on number_series
  for each row execute function ensure_number_goes_up();

-- ── Party ledgers (rules W1-W4) ─────────────────────────────────────────────────────────────────────────────

create table party_balances (
  supplier_id bigint primary key references suppliers on delete restrict,
  -- Debits less credits: above zero the party owes us, below zero we owe the party (rule W1).
  balance_pence bigint not null default 0
);

create table party_items (
  id bigint generated always as identity primary key,
  supplier_id bigint not null references party_balances on delete restrict,
  side text not null constraint party_items_side_is_known check (side in ('debit', 'credit')),
  kind text not null,
  description text,
  document_type text not null,
  document_id bigint not null,
  document_number text,
  business_date date not null,
  due_on date,
  amount_pence bigint not null constraint party_items_amount_is_positive check (amount_pence > 0),
  allocated_pence bigint not null default 0
    constraint party_items_are_allocated_within_their_amount check (allocated_pence between 0 and amount_pence),
  journal_id bigint not null references journals on delete restrict,
  posted_at timestamptz not null
);
create index party_items_by_supplier on party_items (supplier_id, business_date, id)
  include (side, amount_pence, allocated_pence);
create index party_items_that_are_open on party_items (supplier_id, side, due_on, business_date, id)
  where allocated_pence < amount_pence;
create index party_items_by_document on party_items (document_type, document_id);
create index party_items_by_journal on party_items (journal_id);

create table allocations (
  id bigint generated always as identity primary key,
  debit_item_id bigint not null references party_items on delete restrict,
  credit_item_id bigint not null references party_items on delete restrict,
  -- Below zero when an earlier allocation is taken back.
  amount_pence bigint not null constraint allocations_are_of_something check (amount_pence <> 0),
  business_date date not null,
  made_by bigint not null references users on delete restrict,
  made_at timestamptz not null
);
create index allocations_by_debit on allocations (debit_item_id);
create index allocations_by_credit on allocations (credit_item_id);

-- The balance and the allocated parts follow their rows here, so that no code can forget them.
create function follow_party_item() returns trigger
language plpgsql as $$
begin
  update party_balances set balance_pence = balance_pence
    + case new.side when 'debit' then new.amount_pence else -new.amount_pence end
    where supplier_id = new.supplier_id;
  return null;
end $$;
create trigger party_balances_follow_their_items after insert on party_items
  for each row execute function follow_party_item();

create function follow_allocation() returns trigger
language plpgsql as $$
declare
  debit party_items;
  credit party_items;
begin
  update party_items set allocated_pence = allocated_pence + new.amount_pence
    where id = new.debit_item_id returning * into debit;
  update party_items set allocated_pence = allocated_pence + new.amount_pence
    where id = new.credit_item_id returning * into credit;
  if debit.side <> 'debit' or credit.side <> 'credit' or debit.supplier_id <> credit.supplier_id then
    raise exception 'an allocation matches a debit and a credit of one party'
      using errcode = 'integrity_constraint_violation', constraint = 'allocations_match_one_party';
  end if;
  return null;
end $$;
create trigger party_items_follow_their_allocations after insert on allocations
  for each row execute function follow_allocation();

create function protect_party_item() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'allocated_pence' = to_jsonb(old) - 'allocated_pence' then
      return new;
    end if;
  end if;
  raise exception 'a posted item of a party ledger stays as it is' using errcode = 'integrity_constraint_violation';
end $$;
create trigger party_items_stay_as_posted before update or delete on party_items
  for each row execute function protect_party_item();
create trigger allocations_are_append_only before update or delete on allocations
  for each row execute function refuse_change();

-- ── What the checks of the books found ──────────────────────────────────────────────────────────────────────

create table books_checks (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  asked_by bigint references users on delete set null,
  holds boolean not null,
  results jsonb not null
);
