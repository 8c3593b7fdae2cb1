-- What was copied before the sample data is put back as it was: it brought back people who were erased meanwhile (rules K3,
-- K7), and emails that were sent meanwhile as emails still to be sent.

-- Removes what the copy holds about a person. The row of the person stays, because others refer to it.
create function forget_in_sample_before(owner text, person bigint) returns void language plpgsql as $$
declare
  held text := owner || 's';
  personal constant text[] := array['name', 'kind', 'contact_person', 'email', 'phone', 'address', 'postcode',
    'billing_address', 'billing_postcode', 'delivery_address', 'delivery_postcode', 'delivery_country', 'vat_number',
    'tax_number', 'consent', 'consent_at', 'consent_by', 'tags', 'notes', 'job_title', 'emergency_name',
    'emergency_relation', 'emergency_phone', 'search_text'];
  blank jsonb;
  letters bigint[];
begin
  if not exists (select from sample_before) then
    return;
  end if;
  execute format('select jsonb_object_agg(key, value) from %I p, jsonb_each(to_jsonb(p)) where p.id = $1 and key = any ($2)', held)
    into blank using person, personal;
  update sample_before set row = row || blank where table_name = held and (row ->> 'id')::bigint = person;
  select coalesce(array_agg((row ->> 'id')::bigint), '{}') into letters from sample_before
    where table_name = 'emails' and (row ->> (owner || '_id'))::bigint = person;
  -- Notifications name people in their words, and say nothing that lasts.
  delete from sample_before where table_name in ('notifications', 'notification_recipients')
    or table_name in ('record_notes', 'employee_pay', 'employee_documents') and (row ->> (owner || '_id'))::bigint = person
    or table_name = 'emails' and (row ->> 'id')::bigint = any (letters)
    or table_name in ('email_attachments', 'mail_sent_copies') and (row ->> 'email_id')::bigint = any (letters);
  update sample_before set row = row || '{"email_id": null}' where (row ->> 'email_id')::bigint = any (letters);
  update sample_before set row = row || '{"content": null}'
    where table_name = 'customer_letters' and (row ->> (owner || '_id'))::bigint = person;
end $$;

-- With the erasure, whoever makes it: requests may only read the copy.
create function forget_erased_in_sample_before() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform forget_in_sample_before(tg_argv[0], new.id);
  return null;
end $$;
create trigger customers_erased_are_in_no_copy after update of erased_at on customers
  for each row when (new.erased_at is not null and old.erased_at is null) execute function forget_erased_in_sample_before('customer');
create trigger employees_erased_are_in_no_copy after update of erased_at on employees
  for each row when (new.erased_at is not null and old.erased_at is null) execute function forget_erased_in_sample_before('employee');
create trigger users_erased_are_in_no_copy after update of erased_at on users
  for each row when (new.erased_at is not null and old.erased_at is null) execute function forget_erased_in_sample_before('user');

-- Those who were erased already, while there was sample data.
select forget_in_sample_before('customer', id) from customers where erased_at is not null;
select forget_in_sample_before('employee', id) from employees where erased_at is not null;
select forget_in_sample_before('user', id) from users where erased_at is not null;

-- Emails to users belong to the installation, as users do; what became of the others since they were copied counts, not what
-- they were. The table refers to others that are emptied, so what is to stay is put into the copy just before.
create function keep_emails_in_sample_before() returns void language plpgsql as $$
begin
  -- What the copy says they are about is there again; what they are about now may not be.
  update sample_before b
    set row = to_jsonb(e) || jsonb_build_object('supplier_id', b.row -> 'supplier_id', 'customer_id', b.row -> 'customer_id',
      'purchase_order_id', b.row -> 'purchase_order_id')
    from emails e where b.table_name = 'emails' and e.id = (b.row ->> 'id')::bigint;
  -- One that is no longer there may have been sent before it was deleted.
  update sample_before b
    set row = row || jsonb_build_object('status', 'unconfirmed', 'next_attempt_at', null, 'last_error',
      'This message was waiting when sample data was added. It may have been sent since, so it is not sent again automatically.')
    where table_name = 'emails' and row ->> 'status' in ('queued', 'retrying', 'sending')
      and not exists (select from emails e where e.id = (b.row ->> 'id')::bigint);
  insert into sample_before (table_name, row)
    select 'emails', to_jsonb(e) from emails e
    where e.user_id is not null and num_nonnulls(e.supplier_id, e.customer_id, e.purchase_order_id) = 0
      and not exists (select from sample_before b where b.table_name = 'emails' and (b.row ->> 'id')::bigint = e.id);
  delete from sample_before b where table_name in ('email_attachments', 'mail_sent_copies')
    and exists (select from emails e where e.id = (b.row ->> 'email_id')::bigint);
  insert into sample_before (table_name, row)
    select 'email_attachments', to_jsonb(a) from email_attachments a
      where exists (select from sample_before b where b.table_name = 'emails' and (b.row ->> 'id')::bigint = a.email_id)
    union all
    select 'mail_sent_copies', to_jsonb(c) from mail_sent_copies c
      where exists (select from sample_before b where b.table_name = 'emails' and (b.row ->> 'id')::bigint = c.email_id);
end $$;
