-- When the user of a session last confirmed who they are (decision 127). Null since signing in, which is a confirmation
-- too, except by PIN.
alter table sessions add column confirmed_at timestamptz;

-- Passkeys (decision 126): the public halves of keys that a user's devices keep.
create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  name text collate "en-GB-x-icu" not null constraint passkeys_name_is_not_blank check (name <> ''),
  -- As the authenticator calls it, in base64url.
  credential_id text not null constraint passkeys_credential_is_taken unique,
  public_key bytea not null,
  -- Authenticators that count their uses never count backwards, unless they were copied; others stay at 0.
  use_count bigint not null,
  -- How the browser reaches the authenticator: a hint for its own dialog.
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index passkeys_name_is_taken on passkeys (user_id, lower(name));

-- A challenge is answered once, for the purpose it was made for.
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- Null to sign in: the passkey tells whose it is.
  user_id bigint references users on delete cascade,
  purpose text not null constraint passkey_challenges_purpose_is_known check (purpose in ('add', 'sign_in', 'confirm')),
  created_at timestamptz not null,
  expires_at timestamptz not null
    constraint passkey_challenges_are_short check (expires_at > created_at and expires_at <= created_at + interval '5 minutes')
);
create index passkey_challenges_by_user on passkey_challenges (user_id) where user_id is not null;
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- Sessions are recorded under the id and the name of their user, and are erased with the account (F106).
create or replace function audit_is_hidden(action text, record_type text, record_id bigint) returns boolean
language sql stable parallel safe as
$$ select action <> 'erased' and case
  when record_type = 'customer' then exists (select from customers c where c.id = record_id and c.erased_at is not null)
  when record_type = 'employee' then exists (select from employees e where e.id = record_id and e.erased_at is not null)
  when record_type in ('user', 'session') then exists (select from users u where u.id = record_id and u.erased_at is not null)
  else false end $$;
update audit_log set record_name = null, before = null, after = null, subject_salt = null, erased_at = now()
where record_type = 'session' and erased_at is null and audit_is_hidden(action, record_type, record_id);
