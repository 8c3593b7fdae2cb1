-- People, what they may do, and where they are signed in.

create table users (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint users_name_is_not_blank check (name <> ''),
  email text not null constraint users_email_is_not_blank check (email <> ''),
  -- argon2id; null until an invitation is accepted.
  password_hash text,
  must_change_password boolean not null default false,
  status text not null default 'active' constraint users_status_is_known check (status in ('active', 'inactive')),
  last_sign_in_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email_is_taken on users (lower(email));
create index users_by_name on users (name, id);
create index users_by_last_sign_in on users (last_sign_in_at, id);

create table roles (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint roles_name_is_not_blank check (name <> ''),
  description text,
  -- The administrator's role: passes every check, cannot be renamed, changed or deleted.
  is_system boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index roles_name_is_taken on roles (lower(name));
create unique index roles_one_system_role on roles (is_system) where is_system;
insert into roles (name, description, is_system, created_at, updated_at)
values ('admin', 'May do everything.', true, now(), now());

create table role_permissions (
  role_id bigint not null references roles on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);

create table user_roles (
  user_id bigint not null references users on delete cascade,
  role_id bigint not null constraint user_roles_role_is_in_use references roles on delete restrict,
  primary key (user_id, role_id)
);
create index user_roles_by_role on user_roles (role_id);

create function refuse_change_of_system_role() returns trigger
language plpgsql as $$
begin
  if old.is_system then
    raise exception 'the administrator role cannot be changed' using errcode = 'check_violation', constraint = 'roles_system_role_is_protected';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger roles_system_role_is_protected before update or delete on roles
  for each row execute function refuse_change_of_system_role();

-- Once there has been an administrator there is always one who can sign in. Locking the role's row makes two
-- administrators who remove each other at the same moment take turns.
create function keep_an_administrator() returns trigger
language plpgsql as $$
begin
  perform 1 from roles where is_system for update;
  if exists (select 1 from users) and not exists (
    select 1 from users u join user_roles ur on ur.user_id = u.id join roles r on r.id = ur.role_id
    where r.is_system and u.status = 'active'
  ) then
    raise exception 'the last administrator stays' using errcode = 'check_violation', constraint = 'users_last_administrator_stays';
  end if;
  return null;
end $$;
create constraint trigger users_last_administrator_stays after update of status or delete on users
  deferrable initially deferred for each row execute function keep_an_administrator();
create constraint trigger user_roles_last_administrator_stays after delete or update on user_roles
  deferrable initially deferred for each row execute function keep_an_administrator();

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- SHA-256 of a 256-bit random token; the token itself is nowhere kept.
  token_hash bytea not null constraint sessions_token_is_taken unique,
  description text not null,
  address text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id, last_seen_at);
create index sessions_by_expiry on sessions (expires_at);

-- Single-use links that set a password.
create table password_links (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null constraint password_links_token_is_taken unique,
  purpose text not null constraint password_links_purpose_is_known check (purpose in ('reset', 'invitation')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_links_by_user on password_links (user_id);

-- Each try to sign in, kept for a day, to slow guessing down by account and by address.
create table sign_in_attempts (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  succeeded boolean not null,
  at timestamptz not null
);
create index sign_in_attempts_by_account on sign_in_attempts (account, at);
create index sign_in_attempts_by_address on sign_in_attempts (address, at);
create index sign_in_attempts_by_age on sign_in_attempts (at);
