-- Files on suppliers (contracts), customers, sales (signed delivery notes, proof of export) and journals (working papers). Each
-- belongs to one record, and goes when its record is deleted.
create table record_files (
  id bigint generated always as identity primary key,
  supplier_id bigint references suppliers on delete cascade,
  customer_id bigint references customers on delete cascade,
  sale_id bigint references sales on delete cascade,
  journal_id bigint references journals on delete cascade,
  file_name text not null,
  sha256 text not null references files on delete restrict,
  added_by bigint not null references users on delete restrict,
  added_at timestamptz not null,
  constraint record_files_are_of_one_record check (num_nonnulls(supplier_id, customer_id, sale_id, journal_id) = 1)
);
create index record_files_by_supplier on record_files (supplier_id, id) where supplier_id is not null;
create index record_files_by_customer on record_files (customer_id, id) where customer_id is not null;
create index record_files_by_sale on record_files (sale_id, id) where sale_id is not null;
create index record_files_by_journal on record_files (journal_id, id) where journal_id is not null;
create index record_files_by_file on record_files (sha256);

-- As before, and the files of customers.
create or replace function forget_in_sample_before(owner text, person bigint) returns void language plpgsql as $$
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
    or table_name in ('record_notes', 'record_files', 'employee_pay', 'employee_documents')
      and (row ->> (owner || '_id'))::bigint = person
    or table_name = 'emails' and (row ->> 'id')::bigint = any (letters)
    or table_name in ('email_attachments', 'mail_sent_copies') and (row ->> 'email_id')::bigint = any (letters);
  update sample_before set row = row || '{"email_id": null}' where (row ->> 'email_id')::bigint = any (letters);
  update sample_before set row = row || '{"content": null}'
    where table_name = 'customer_letters' and (row ->> (owner || '_id'))::bigint = person;
end $$;
