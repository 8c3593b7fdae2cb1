-- Supplier credit notes of any amount, and bills without an order (rules P4, P13, V18).

alter table supplier_bills drop constraint supplier_bills_kind_is_known;
alter table supplier_bills add constraint supplier_bills_kind_is_known
  check (kind in ('goods', 'landed_cost', 'opening', 'direct'));
-- The account that a line was posted to, where somebody chose it.
alter table supplier_bill_lines add column account_code text references accounts on delete restrict;

create table supplier_credits (
  id bigint generated always as identity primary key,
  number text not null constraint supplier_credits_number_is_taken unique,
  supplier_id bigint not null references suppliers on delete restrict,
  supplier_credit_number text not null,
  credit_date date not null,
  reason text not null,
  net_pence bigint not null,
  vat_pence bigint not null,
  gross_pence bigint not null,
  -- What of it belongs to no bill of an order: it lowers what was bought of the supplier, and no order (rule P8).
  apart_pence bigint not null,
  posted_by bigint not null references users on delete restrict,
  posted_at timestamptz not null,
  reversed_at timestamptz,
  reversal_reason text,
  constraint supplier_credits_add_up check (net_pence + vat_pence = gross_pence),
  constraint supplier_credits_credit_something check (gross_pence > 0 and net_pence >= 0 and vat_pence >= 0),
  constraint supplier_credits_stay_within_their_amount check (apart_pence between 0 and gross_pence)
);
create unique index supplier_credits_are_entered_once on supplier_credits (supplier_id, lower(supplier_credit_number))
  where reversed_at is null;
create index supplier_credits_by_supplier on supplier_credits (supplier_id) include (apart_pence) where reversed_at is null;

create table supplier_credit_lines (
  supplier_credit_id bigint not null references supplier_credits on delete restrict,
  line_number integer not null,
  description text not null,
  -- Null where it lowers the price of the goods of its bills.
  account_code text references accounts on delete restrict,
  net_pence bigint not null,
  vat_code text not null,
  vat_percent numeric(5, 2) not null,
  vat_pence bigint not null,
  primary key (supplier_credit_id, line_number)
);
create table supplier_credit_bills (
  supplier_credit_id bigint not null references supplier_credits on delete restrict,
  supplier_bill_id bigint not null references supplier_bills on delete restrict,
  amount_pence bigint not null constraint supplier_credit_bills_credit_something check (amount_pence > 0),
  primary key (supplier_credit_id, supplier_bill_id)
);
create index supplier_credit_bills_by_bill on supplier_credit_bills (supplier_bill_id);

-- A posted credit note keeps its figures; only its reversal is noted (rule A13).
create function protect_supplier_credit() returns trigger
language plpgsql as $$
begin
  if old.reversed_at is not null or (to_jsonb(new) - 'reversed_at' - 'reversal_reason') <> (to_jsonb(old) - 'reversed_at' - 'reversal_reason') then
    raise exception 'supplier credit note % is final', old.number
      using errcode = 'integrity_constraint_violation', constraint = 'supplier_credits_are_final';
  end if;
  return new;
end $$;
create trigger supplier_credits_are_final before update on supplier_credits
  for each row execute function protect_supplier_credit();
create trigger supplier_credits_stay before delete on supplier_credits
  for each row execute function refuse_change();
create trigger supplier_credit_lines_are_append_only before update or delete on supplier_credit_lines
  for each row execute function refuse_change();
create trigger supplier_credit_bills_are_append_only before update or delete on supplier_credit_bills
  for each row execute function refuse_change();

-- Both kinds of credit notes take their numbers from one series.
create view supplier_credit_numbers as
  select credit_number from supplier_returns where credit_number is not null
  union all select number from supplier_credits;
