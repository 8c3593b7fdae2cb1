-- Sample data of a new business, and its removal (decision 110).
create table sample_data (
  is_one boolean not null default true constraint sample_data_is_one check (is_one),
  started_at timestamptz not null,
  started_by bigint not null references users,
  -- How far the job is, which records it has made by their names, and when it last did something.
  steps_done integer not null default 0 constraint sample_data_counts_steps check (steps_done >= 0),
  made jsonb not null default '{}',
  alive_at timestamptz not null,
  finished_at timestamptz,
  -- Why it stopped before the end.
  problem text,
  -- The transaction that removes it. Only in that transaction may append-only tables be emptied.
  removed_in xid8,
  constraint sample_data_is_there_once primary key (is_one)
);
create index sample_data_by_starter on sample_data (started_by);

-- What the business had entered before: the rows of every table that removal empties.
create table sample_before (
  id bigint generated always as identity primary key,
  table_name text not null,
  row jsonb not null
);

-- The tables that removal puts back. All others belong to the installation (users, settings, the audit log) and stay.
create function sample_tables() returns text[] language sql stable as $$
  select array_agg(relname::text order by relname) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and not starts_with(relname, 'kysely_')
    and relname <> all (array[
      'sample_data', 'sample_before', 'settings', 'audit_head', 'audit_log', 'idempotency_keys',
      'users', 'roles', 'role_permissions', 'user_roles', 'sessions', 'password_links', 'sign_in_attempts',
      'user_pins', 'pin_attempts', 'user_preferences', 'two_factors', 'recovery_codes', 'pending_sign_ins', 'api_tokens',
      'files', 'company_logo', 'number_prefixes', 'selling_settings', 'registers', 'till_devices',
      'books_lock', 'books_lock_history', 'books_checks', 'vat_rates', 'vat_registration', 'vat_periods',
      'mailbox', 'mail_folders', 'mail_messages', 'mail_bodies', 'mail_attachments', 'mail_addresses', 'mail_numbers',
      'mail_signatures', 'mail_templates', 'mail_drafts', 'mail_draft_attachments',
      'backups', 'saved_reports', 'report_schedules', 'list_views', 'list_view_defaults', 'import_column_memory'])
$$;

-- Whether the business has posted or begun anything of its own.
create function has_traded() returns boolean language sql stable as $$
  select exists (select from journals) or exists (select from stock_movements) or exists (select from party_items)
    or exists (select from vat_entries) or exists (select from sales) or exists (select from purchase_orders)
    or exists (select from payments) or exists (select from quotes) or exists (select from expenses)
    or exists (select from stock_counts) or exists (select from till_sessions) or exists (select from held_baskets)
    or exists (select from imports) or exists (select from vat_returns) or exists (select from customer_payments)
    or exists (select from unbooked_sales) or exists (select from sales_history_documents)
$$;

-- Whoever adds the mark: it is refused once there are books of the business's own. Writers are waited for first.
create function ensure_nothing_is_traded() returns trigger language plpgsql as $$
declare
  name text;
begin
  foreach name in array sample_tables() loop
    execute format('lock table %I in share row exclusive mode', name);
  end loop;
  if has_traded() then
    raise exception 'sample data is refused: the business has records of its own'
      using errcode = 'check_violation', constraint = 'sample_data_comes_before_books';
  end if;
  foreach name in array sample_tables() loop
    execute format('insert into sample_before (table_name, row) select %L, to_jsonb(t) from %I t', name, name);
  end loop;
  return new;
end $$;
create trigger sample_data_comes_before_books before insert on sample_data
  for each row execute function ensure_nothing_is_traded();

-- Append-only tables stay so, except in the one transaction that removes sample data.
create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' and tg_table_name = any (sample_tables())
    and exists (select from sample_data where removed_in = pg_current_xact_id_if_assigned()) then
    return null;
  end if;
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'integrity_constraint_violation';
end $$;

-- Puts every table back to what it was before, in the caller's transaction. False if something was posted since the
-- count that the user was shown; an error without sample data. Ids go on from where they are: the audit log keeps those
-- of the sample data, and open pages and tills may still know them.
create function remove_sample_data(shown_journals bigint) returns boolean language plpgsql as $$
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
  delete from sample_before;
  delete from sample_data;
  return true;
end $$;
