-- A bill without an order, or a supplier credit note, whose VAT the buyer accounts for (rule V28, decision 077): no VAT is
-- printed on it, and its VAT entries have it in boxes 1 and 4.

alter table supplier_bills add column reverse_charge text
  constraint supplier_bills_reverse_charge_is_known check (reverse_charge in ('domestic', 'abroad')),
  add constraint supplier_bills_under_reverse_charge_have_no_vat check (
    reverse_charge is null or (kind = 'direct' and vat_pence = 0));
alter table supplier_credits add column reverse_charge text
  constraint supplier_credits_reverse_charge_is_known check (reverse_charge in ('domestic', 'abroad')),
  add constraint supplier_credits_under_reverse_charge_have_no_vat check (reverse_charge is null or vat_pence = 0);

-- Invoices that customers had not paid, and credit they had not used, when these books began (rule L9, finding F63). Their
-- numbers are of the books before, so they are in no series here.
create table opening_invoices (
  id bigint generated always as identity primary key,
  kind text not null constraint opening_invoices_kind_is_known check (kind in ('invoice', 'credit')),
  number text not null constraint opening_invoices_number_is_not_blank check (number <> ''),
  customer_id bigint not null constraint opening_invoices_customer_exists references customers on delete restrict,
  invoice_date date not null,
  due_on date not null constraint opening_invoices_are_due_after_their_date check (due_on >= invoice_date),
  amount_pence bigint not null constraint opening_invoices_amount_is_positive check (amount_pence > 0),
  posted_by bigint not null references users on delete restrict,
  posted_at timestamptz not null,
  reversed_at timestamptz
);
create unique index opening_invoices_are_entered_once on opening_invoices (lower(number)) where reversed_at is null;
create index opening_invoices_by_customer on opening_invoices (customer_id);

-- Posted is posted (rule A13): only its reversal is added, once.
create function keep_opening_invoice() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.reversed_at is null and to_jsonb(new) - 'reversed_at' = to_jsonb(old) - 'reversed_at' then
    return new;
  end if;
  raise exception 'a posted opening item stays as it is'
    using errcode = 'integrity_constraint_violation', constraint = 'opening_invoices_stay_as_posted';
end $$;
create trigger opening_invoices_stay_as_posted before update or delete on opening_invoices
  for each row execute function keep_opening_invoice();
create trigger opening_invoices_are_never_emptied before truncate on opening_invoices
  for each statement execute function refuse_change();
