-- Removing sample data left the numbers of its Z reports with the registers, while their sessions were gone: the check of
-- the books failed from then on (rules T2, A12).
update registers r set last_z_number = 0
  where last_z_number > 0 and not exists (select from till_sessions s where s.register_id = r.id);

-- It also left the last receipt number on each till device, whose series was given out again from 1. A series now stays,
-- retired, so that its letter is not given out twice (decision 068). A device has one that is not retired.
alter table receipt_series add column retired_at timestamptz;
alter table receipt_series drop constraint receipt_series_are_of_one_device;
create unique index receipt_series_are_of_one_device on receipt_series (register_id, device_id) nulls not distinct
  where retired_at is null;

create or replace function sample_tables() returns text[] language sql stable as $$
  select array_agg(relname::text order by relname) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and not starts_with(relname, 'kysely_')
    and relname <> all (array[
      'sample_data', 'sample_before', 'settings', 'audit_heads', 'audit_log', 'audit_seals', 'audit_time_stamps',
      'audit_stamping', 'idempotency_keys',
      'users', 'roles', 'role_permissions', 'user_roles', 'sessions', 'password_links', 'sign_in_attempts',
      'user_pins', 'pin_attempts', 'user_preferences', 'two_factors', 'recovery_codes', 'pending_sign_ins', 'api_tokens',
      'passkeys', 'passkey_challenges', 'provider_links', 'provider_attempts',
      'files', 'company_logo', 'number_prefixes', 'selling_settings', 'registers', 'till_devices', 'receipt_series',
      'books_lock', 'books_lock_history', 'books_checks', 'vat_rates', 'vat_registration', 'vat_periods',
      'mailbox', 'mail_folders', 'mail_messages', 'mail_bodies', 'mail_attachments', 'mail_addresses', 'mail_numbers',
      'mail_signatures', 'mail_templates', 'mail_drafts', 'mail_draft_attachments',
      'backups', 'kept_row_counts', 'saved_reports', 'report_schedules', 'list_views', 'list_view_defaults',
      'import_column_memory'])
$$;
-- What is no longer emptied must not be put back either.
delete from sample_before where table_name <> all (sample_tables());

create or replace function remove_sample_data(shown_journals bigint) returns boolean language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  name text;
  columns text;
  pending text[];
begin
  perform from sample_data for update;
  if not found then
    raise exception 'there is no sample data' using errcode = 'no_data_found';
  end if;
  foreach name in array sample_tables() loop
    execute format('lock table %I in access exclusive mode', name);
  end loop;
  if (select count(*) from journals) <> shown_journals then
    return false;
  end if;
  update sample_data set removed_in = pg_current_xact_id();
  execute 'truncate ' || (select string_agg(quote_ident(t), ', ') from unnest(sample_tables()) t) || ' continue identity';
  select coalesce(array_agg(distinct table_name), '{}') into pending from sample_before;
  while cardinality(pending) > 0 loop
    -- Rows that others refer to come first.
    select p into strict name from unnest(pending) p where not exists (
      select from pg_constraint c where c.contype = 'f' and c.conrelid = p::regclass and c.confrelid <> c.conrelid
        and c.confrelid in (select q::regclass from unnest(pending) q)) order by p limit 1;
    select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
      where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('alter table %I disable trigger user', name);
    execute format('insert into %1$I (%2$s) overriding system value select %2$s from
      (select (jsonb_populate_record(null::%1$I, b.row)).* from sample_before b
       where b.table_name = %3$L order by b.id) r', name, columns, name);
    execute format('alter table %I enable trigger user', name);
    pending := array_remove(pending, name);
  end loop;
  -- Sample data comes before any session of the business's own, so no register has a Z report now.
  update registers set last_z_number = 0 where last_z_number > 0;
  alter table receipt_series disable trigger user;
  update receipt_series set retired_at = now() where retired_at is null;
  alter table receipt_series enable trigger user;
  delete from sample_before;
  delete from sample_data;
  return true;
end $$;
