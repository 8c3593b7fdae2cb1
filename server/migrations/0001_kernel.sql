-- What every feature leans on: settings, the audit log and the memory of answered requests.

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- ── Audit log ───────────────────────────────────────────────────────────────────────────────────────────────
-- Append-only and hash-chained: each entry's hash covers its content and the hash before it, so that a change,
-- a removal, an insertion or a new order anywhere shows when the chain is recomputed. The chain's head stands
-- apart, so that cutting off the tail shows too.

create table audit_head (
  only_row boolean primary key default true constraint audit_head_is_one_row check (only_row),
  position bigint not null,
  hash text not null
);
insert into audit_head (position, hash) values (0, '');

create table audit_log (
  id bigint primary key,
  at timestamptz not null,
  actor_id bigint,
  actor text not null,
  action text not null,
  record_type text not null,
  record_id bigint,
  record_name text,
  before jsonb,
  after jsonb,
  address text,
  request_id text,
  previous_hash text not null,
  hash text not null
);
create index audit_log_by_record on audit_log (record_type, record_id, id);
create index audit_log_by_actor on audit_log (actor_id, id);
create index audit_log_by_action on audit_log (action, id);
create index audit_log_by_time on audit_log (at);

-- A JSON array frames the fields, so that no two different entries can spell the same text.
create function audit_entry_hash(previous text, entry audit_log) returns text
language sql immutable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    previous, entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_id, entry.actor,
    entry.action, entry.record_type, entry.record_id, entry.record_name, entry.before, entry.after, entry.address,
    entry.request_id)::text, 'UTF8')), 'hex')
$$;

-- Updating the head row makes writers of the log take turns until they commit; that is why it is written last.
create function chain_audit_entry() returns trigger
language plpgsql as $$
declare
  head audit_head;
begin
  update audit_head set position = position + 1 returning * into head;
  new.id := head.position;
  new.previous_hash := head.hash;
  new.hash := audit_entry_hash(head.hash, new);
  update audit_head set hash = new.hash;
  return new;
end $$;
create trigger chain_audit_entry before insert on audit_log for each row execute function chain_audit_entry();

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, lower(tg_op) using errcode = 'integrity_constraint_violation';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_is_never_emptied before truncate on audit_log for each statement execute function refuse_change();

-- ── Answered requests ───────────────────────────────────────────────────────────────────────────────────────
-- The answer to a POST that carried an Idempotency-Key, written in the transaction of its effect.

create table idempotency_keys (
  user_id bigint not null,
  key text not null,
  route text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
