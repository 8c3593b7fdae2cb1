-- Money paid for an order never settles other bills (rule P5): once its orders need nothing any more, it stays on account.
-- Pending payments entered for orders were stored to settle the oldest bills then, also those whose order was cancelled since;
-- the audit log knows what those were entered for.
update payments p set settles = 'on_account'
where p.status = 'pending' and p.direction = 'out' and p.settles = 'oldest'
  and (exists (select from payment_allocations a where a.payment_id = p.id)
    or exists (select from audit_log l
      where l.record_type = 'supplier' and l.record_id = p.supplier_id and l.action = 'payment_entered'
        and (l.after ->> 'payment')::bigint = p.id and jsonb_array_length(l.after -> 'orders') > 0));
