-- A posted payment stays as it is but for its reversal (rule A13), and for the notes on it once its customer is erased: the
-- reference of the payment is kept, what somebody wrote about the customer is not (rules K3, K4).
create or replace function keep_posted_customer_payment() returns trigger
language plpgsql as $$
declare
  reversal constant text[] := array['status', 'reversal_reason', 'reversed_by', 'reversed_at'];
begin
  if tg_op = 'UPDATE' and old.status = 'completed' and to_jsonb(new) - reversal = to_jsonb(old) - reversal then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.notes is null and to_jsonb(new) - 'notes' = to_jsonb(old) - 'notes'
    and exists (select from customers where id = old.customer_id and erased_at is not null) then
    return new;
  end if;
  raise exception 'a posted payment stays as it is'
    using errcode = 'integrity_constraint_violation', constraint = 'customer_payments_stay_as_posted';
end $$;

-- Of customers who have been erased already: the notes on their payments, and the names and addresses that the audit log kept
-- of their sales.
update customer_payments p set notes = null
from customers c where c.id = p.customer_id and c.erased_at is not null and p.notes is not null;
update audit_log a set record_name = null, before = null, after = null, subject_salt = null, erased_at = now()
from sales s join customers c on c.id = s.customer_id and c.erased_at is not null
where a.record_type = 'sale' and a.record_id = s.id and a.erased_at is null
  and (a.action = 'emailed' and a.after ? 'to' or a.before ? 'invoice_to' or a.after ? 'invoice_to');
