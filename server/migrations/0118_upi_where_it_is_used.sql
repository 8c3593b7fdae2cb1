-- UPI is offered where a firm is paid by it or has chosen it, and no longer by itself (F85). What was kept of the other
-- methods stays as it is.
insert into settings (key, value)
select 'payment_methods', '{"upi": {"is_taken": true}}'
where exists (select from sale_tenders where method = 'upi')
  or exists (select from refund_tenders where method = 'upi')
  or exists (select from customer_payments where method = 'upi')
  or exists (select from payments where method = 'upi')
  or exists (select from expenses where payment_method = 'upi')
on conflict (key) do update
  set value = settings.value || jsonb_build_object('upi',
    '{"is_taken": true}'::jsonb || coalesce(settings.value -> 'upi', '{}'::jsonb));

-- Rules that were saved before they said whether UPI is taken had it taken.
update settings set value = value || jsonb_build_object('upi', '{"is_taken": true}'::jsonb || (value -> 'upi'))
where key = 'payment_methods' and jsonb_typeof(value -> 'upi') = 'object';
