-- The audit log without turns (decision 117). Each entry was chained to the one before it when it was written, so that
-- every write of the business waited for the commit of the one before. Entries now carry a hash of their own, and are sealed in
-- batches after their commit: a seal covers entries and the seal before it, and is keyed outside the database.

-- An entry hashes what it says about a person with a salt. Once salt and words are deleted, the hash stays and says nothing
-- (F53, F106).
alter table audit_log
  alter column id set default 0,
  alter column hash set default '',
  alter column previous_hash drop not null,
  add column subject_salt uuid,
  add column subject_hash text,
  add column actor_salt uuid,
  add column actor_hash text,
  add column erased_at timestamptz,
  add column actor_erased_at timestamptz;
comment on column audit_log.previous_hash is 'Only entries of before the seals have one: each was chained to the one before.';

create sequence audit_log_ids owned by audit_log.id;
select setval('audit_log_ids', greatest(position, 1), position > 0) from audit_head;

-- Each field with its length in bytes, so that no two different entries read the same.
create function audit_frame(field text) returns text language sql immutable parallel safe as
$$ select coalesce(octet_length(field) || ':' || field, '-') $$;
create function audit_digest(content text) returns text language sql immutable parallel safe as
$$ select encode(sha256(convert_to(content, 'UTF8')), 'hex') $$;
create function audit_instant(at timestamptz) returns text language sql immutable parallel safe as
$$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') $$;

create function audit_subject_hash(entry audit_log) returns text language sql immutable parallel safe as
$$ select audit_digest(audit_frame(entry.subject_salt::text) || audit_frame(entry.record_name) || audit_frame(entry.before::text)
  || audit_frame(entry.after::text)) $$;
create function audit_actor_hash(entry audit_log) returns text language sql immutable parallel safe as
$$ select audit_digest(audit_frame(entry.actor_salt::text) || audit_frame(entry.actor) || audit_frame(entry.address)) $$;
create function audit_own_hash(entry audit_log) returns text language sql immutable parallel safe as
$$ select audit_digest(audit_frame(entry.id::text) || audit_frame(audit_instant(entry.at)) || audit_frame(entry.actor_id::text)
  || audit_frame(entry.action) || audit_frame(entry.record_type) || audit_frame(entry.record_id::text)
  || audit_frame(entry.request_id) || audit_frame(entry.actor_hash) || audit_frame(entry.subject_hash)) $$;

drop trigger audit_chain_is_taken_up on audit_log;
drop trigger audit_chain_is_left_off on audit_log;
drop trigger chain_audit_entry on audit_log;
drop function take_audit_head, leave_audit_head, chain_audit_entry;
drop table audit_head;

-- The transaction has an id of its own before it draws the first one for an entry: that tells the sealer which ids can still
-- appear.
create function enter_audit_entry() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  new.id := nextval('audit_log_ids');
  new.previous_hash := null;
  new.subject_salt := gen_random_uuid();
  new.subject_hash := audit_subject_hash(new);
  new.actor_salt := gen_random_uuid();
  new.actor_hash := audit_actor_hash(new);
  new.erased_at := null;
  new.actor_erased_at := null;
  new.hash := audit_own_hash(new);
  return new;
end $$;
create trigger enter_audit_entry before insert on audit_log for each row execute function enter_audit_entry();

-- Entries stay as written, but for erasing what they say about a person.
create function keep_audit_entry() returns trigger language plpgsql as $$
declare
  erasable constant text[] := array['record_name', 'before', 'after', 'subject_salt', 'erased_at', 'actor', 'address',
    'actor_salt', 'actor_erased_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - erasable = to_jsonb(old) - erasable
    and ((new.record_name, new.before, new.after, new.subject_salt, new.erased_at)
        is not distinct from (old.record_name, old.before, old.after, old.subject_salt, old.erased_at)
      or old.erased_at is null and new.erased_at is not null
        and num_nonnulls(new.record_name, new.before, new.after, new.subject_salt) = 0)
    and ((new.actor, new.address, new.actor_salt, new.actor_erased_at)
        is not distinct from (old.actor, old.address, old.actor_salt, old.actor_erased_at)
      or old.actor_erased_at is null and new.actor_erased_at is not null and new.actor = 'Erased user ' || old.actor_id
        and num_nonnulls(new.address, new.actor_salt) = 0)
  then
    return new;
  end if;
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'integrity_constraint_violation';
end $$;
drop trigger audit_log_is_append_only on audit_log;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function keep_audit_entry();

-- An employee's account is erased with them.
alter table users add column erased_at timestamptz;
create or replace function audit_is_hidden(action text, record_type text, record_id bigint) returns boolean
language sql stable parallel safe as
$$ select action <> 'erased' and case record_type
  when 'customer' then exists (select from customers c where c.id = record_id and c.erased_at is not null)
  when 'employee' then exists (select from employees e where e.id = record_id and e.erased_at is not null)
  when 'user' then exists (select from users u where u.id = record_id and u.erased_at is not null)
  else false end $$;

-- Erased from the lists until now; from here on it is no longer in the table either.
update audit_log set record_name = null, before = null, after = null, erased_at = now()
where audit_is_hidden(action, record_type, record_id);

-- ── Seals ───────────────────────────────────────────────────────────────────────────────────────────────────
create table audit_seals (
  id bigint primary key constraint audit_seals_are_numbered_from_one check (id >= 1),
  sealed_at timestamptz not null,
  -- The entries it covers: those that had been committed and were not sealed yet.
  entry_ids int8multirange not null constraint audit_seals_cover_entries check (not isempty(entry_ids)),
  last_entry_id bigint not null,
  -- How many entries this seal and those before it cover.
  entries bigint not null,
  -- A hash of the hashes of its entries, in the order of their ids.
  contents text not null,
  previous_hash text not null,
  hash text not null,
  -- Keyed by the secret key, which is not in the database.
  mac text not null,
  -- No entry up to this id is without a seal, or ever will be. The next such id is noted, and is settled once all transactions have
  -- ended that were under way then: those before `noted_before`.
  settled_id bigint not null,
  noted_id bigint not null,
  noted_before xid8 not null
);
create index audit_seals_by_last_entry on audit_seals (last_entry_id);
create trigger audit_seals_are_append_only before update or delete on audit_seals
  for each row execute function refuse_change();
create trigger audit_seals_are_never_emptied before truncate on audit_seals
  for each statement execute function refuse_change();

-- The last seal of each day, signed: whoever has the public key can prove a copy of the log with it.
create table audit_heads (
  day date primary key,
  seal_id bigint not null references audit_seals,
  entries bigint not null,
  hash text not null,
  signed_at timestamptz not null,
  signature text not null,
  public_key text not null
);
create index audit_heads_by_seal on audit_heads (seal_id);
create trigger audit_heads_are_append_only before update or delete on audit_heads
  for each row execute function refuse_change();
create trigger audit_heads_are_never_emptied before truncate on audit_heads
  for each statement execute function refuse_change();

-- How many entries there are tells whether anything was written (answer-cache.ts); the newest id does not, since
-- transactions end in another order than they draw their ids.
insert into kept_row_counts (table_name, up_to_id, row_count, noted_id)
select 'audit_log', coalesce(max(id), 0), count(*), coalesce(max(id), 0) from audit_log;

create or replace function sample_tables() returns text[] language sql stable as $$
  select array_agg(relname::text order by relname) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and not starts_with(relname, 'kysely_')
    and relname <> all (array[
      'sample_data', 'sample_before', 'settings', 'audit_heads', 'audit_log', 'audit_seals', 'idempotency_keys',
      'users', 'roles', 'role_permissions', 'user_roles', 'sessions', 'password_links', 'sign_in_attempts',
      'user_pins', 'pin_attempts', 'user_preferences', 'two_factors', 'recovery_codes', 'pending_sign_ins', 'api_tokens',
      'files', 'company_logo', 'number_prefixes', 'selling_settings', 'registers', 'till_devices',
      'books_lock', 'books_lock_history', 'books_checks', 'vat_rates', 'vat_registration', 'vat_periods',
      'mailbox', 'mail_folders', 'mail_messages', 'mail_bodies', 'mail_attachments', 'mail_addresses', 'mail_numbers',
      'mail_signatures', 'mail_templates', 'mail_drafts', 'mail_draft_attachments',
      'backups', 'kept_row_counts', 'saved_reports', 'report_schedules', 'list_views', 'list_view_defaults',
      'import_column_memory'])
$$;
