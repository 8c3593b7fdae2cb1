-- An expense on a supplier's ledger that a supplier payment had paid is approved and owed again once that payment is
-- reversed (decision 154). Of an expense in the books its payment, the end of it, its cancellation, and the return of the
-- money are added.
create or replace function keep_posted_expense() returns trigger
language plpgsql as $$
declare
  -- What is generated is not there yet before a row is written.
  later constant text[] := array['search_text', 'status', 'version', 'updated_at', 'payment_method', 'session_id', 'payment_reference',
    'paid_by', 'paid_at', 'paid_on', 'cancelled_by', 'cancelled_at', 'cancel_reason', 'money_is_out'];
  unpaid constant text[] := array['search_text', 'status', 'version', 'updated_at', 'payment_reference', 'paid_by', 'paid_at', 'paid_on'];
  back constant text[] := array['search_text', 'version', 'updated_at', 'money_is_out'];
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
  elsif (old.status, new.status) = ('paid', 'approved') and old.settlement = 'to_pay' and old.supplier_id is not null
      and to_jsonb(new) - unpaid = to_jsonb(old) - unpaid then
    return new;
  elsif old.money_is_out and not new.money_is_out and to_jsonb(new) - back = to_jsonb(old) - back then
    return new;
  end if;
  raise exception 'an expense that is posted or has a number stays as it is'
    using errcode = 'integrity_constraint_violation', constraint = 'expenses_stay_as_posted';
end $$;

-- Those whose supplier payment was reversed before were left as paid.
update expenses e set status = 'approved', paid_by = null, paid_at = null, paid_on = null,
  payment_reference = case when payment_method is null then null else payment_reference end,
  version = version + 1, updated_at = now()
from party_items bill
where bill.document_type = 'expense' and bill.document_id = e.id and bill.kind = 'bill'
  and bill.allocated_pence < bill.amount_pence and e.status = 'paid' and e.settlement = 'to_pay';
