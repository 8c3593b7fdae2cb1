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
