-- A second step of signing in, and tokens by which programs act for a person.

create table two_factors (
  user_id bigint primary key references users on delete cascade,
  -- What the person's app makes its codes of, encrypted with a key outside the database.
  sealed_secret text not null,
  -- Null while it is being set up: until then nobody is asked for a code.
  confirmed_at timestamptz,
  -- The newest time step whose code was taken. Steps are taken once, so a code that was overheard opens nothing.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create function refuse_step_back() returns trigger
language plpgsql as $$
begin
  if new.sealed_secret = old.sealed_secret and new.last_step < old.last_step then
    raise exception 'a time step is taken once' using errcode = 'check_violation', constraint = 'two_factors_steps_go_forward';
  end if;
  return new;
end $$;
create trigger two_factors_steps_go_forward before update on two_factors
  for each row execute function refuse_step_back();

-- For whoever has lost the app. SHA-256 of 79 random bits; each opens once.
create table recovery_codes (
  user_id bigint not null references two_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Between the password and the code: no session, good for the second step only.
create table pending_sign_ins (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  wrong_codes integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null constraint pending_sign_ins_are_short check (expires_at <= created_at + interval '5 minutes')
);
create index pending_sign_ins_by_user on pending_sign_ins (user_id);
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);

create table api_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text collate "en-GB-x-icu" not null constraint api_tokens_name_is_not_blank check (name <> ''),
  -- SHA-256 of a 256-bit random token; the token itself is nowhere kept.
  token_hash bytea not null constraint api_tokens_token_is_taken unique,
  -- What it may do at most. At each use only what the person still may counts.
  permissions text[] not null constraint api_tokens_may_do_something check (cardinality(permissions) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null constraint api_tokens_end_within_a_year check (expires_at > created_at and expires_at <= created_at + interval '367 days'),
  last_used_at timestamptz,
  last_used_address text
);
create unique index api_tokens_name_is_taken on api_tokens (user_id, lower(name));
create index api_tokens_by_expiry on api_tokens (expires_at);

-- Whoever closes an account, by whatever way, ends what acts for it.
create function end_tokens_of_inactive_user() returns trigger
language plpgsql as $$
begin
  delete from api_tokens where user_id = new.id;
  delete from pending_sign_ins where user_id = new.id;
  return null;
end $$;
create trigger users_inactive_have_no_tokens after update of status on users
  for each row when (new.status = 'inactive') execute function end_tokens_of_inactive_user();
