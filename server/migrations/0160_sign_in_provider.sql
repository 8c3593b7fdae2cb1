-- Signing in through the company's own provider (decision 128).

-- Whether the provider said that it had asked for a second factor when the session began.
alter table sessions add column second_factor_elsewhere boolean not null default false;

-- Which account of the provider belongs to which user.
create table provider_links (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  issuer text not null,
  -- As the provider calls the account: it never changes, as an address may.
  subject text not null,
  -- The address the provider gave last, to recognise the account by.
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint provider_links_account_is_taken unique (issuer, subject),
  constraint provider_links_one_for_each_user unique (user_id, issuer)
);

-- A visit to the provider in progress. It ends with the first answer.
create table provider_attempts (
  state_hash bytea primary key,
  -- Of a key that only the window has in which it began.
  browser_hash bytea not null,
  purpose text not null constraint provider_attempts_purpose_is_known check (purpose in ('sign_in', 'confirm', 'link')),
  -- Null to sign in.
  user_id bigint references users on delete cascade,
  issuer text not null,
  nonce text not null,
  code_verifier text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
    constraint provider_attempts_are_short check (expires_at > created_at and expires_at <= created_at + interval '10 minutes')
);
create index provider_attempts_by_user on provider_attempts (user_id) where user_id is not null;
create index provider_attempts_by_expiry on provider_attempts (expires_at);
