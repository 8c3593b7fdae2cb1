-- What each process last wrote for its standby: once the standby shows the mark, it has everything committed before it.
create table standby_marks (
  process_id uuid primary key,
  mark bigint not null,
  marked_at timestamptz not null
);

-- It belongs to the running processes, not to the sample data.
create or replace function sample_tables() returns text[] language sql stable as $$
  select array_agg(relname::text order by relname) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and not starts_with(relname, 'kysely_')
    and relname <> all (array[
      'sample_data', 'sample_before', 'settings', 'audit_heads', 'audit_log', 'audit_seals', 'audit_time_stamps',
      'audit_stamping', 'idempotency_keys', 'standby_marks',
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
