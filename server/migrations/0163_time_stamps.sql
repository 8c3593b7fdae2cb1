-- The time stamp (RFC 3161) of the signed head of a day, as the authority sent it.
create table audit_time_stamps (
  day date primary key references audit_heads,
  authority text not null,
  stamped_at timestamptz not null,
  received_at timestamptz not null,
  token bytea not null
);
create trigger audit_time_stamps_are_append_only before update or delete on audit_time_stamps
  for each row execute function refuse_change();
create trigger audit_time_stamps_are_never_emptied before truncate on audit_time_stamps
  for each statement execute function refuse_change();

-- When the authority is asked next, by whichever process comes first, and why the last attempt failed.
create table audit_stamping (
  only_row boolean primary key default true check (only_row),
  next_try_at timestamptz not null default now(),
  failures integer not null default 0,
  problem text,
  failed_at timestamptz
);
insert into audit_stamping default values;

create or replace function sample_tables() returns text[] language sql stable as $$
  select array_agg(relname::text order by relname) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and not starts_with(relname, 'kysely_')
    and relname <> all (array[
      'sample_data', 'sample_before', 'settings', 'audit_heads', 'audit_log', 'audit_seals', 'audit_time_stamps',
      'audit_stamping', 'idempotency_keys',
      'users', 'roles', 'role_permissions', 'user_roles', 'sessions', 'password_links', 'sign_in_attempts',
      'user_pins', 'pin_attempts', 'user_preferences', 'two_factors', 'recovery_codes', 'pending_sign_ins', 'api_tokens',
      'files', 'company_logo', 'number_prefixes', 'selling_settings', 'registers', 'till_devices',
      'books_lock', 'books_lock_history', 'books_checks', 'vat_rates', 'vat_registration', 'vat_periods',
      'mailbox', 'mail_folders', 'mail_messages', 'mail_bodies', 'mail_attachments', 'mail_addresses', 'mail_numbers',
      'mail_signatures', 'mail_templates', 'mail_drafts', 'mail_draft_attachments',
      'backups', 'kept_row_counts', 'saved_reports', 'report_schedules', 'list_views', 'list_view_defaults',
      'import_column_memory'])
$$;
