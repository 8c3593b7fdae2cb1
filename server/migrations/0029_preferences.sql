-- What somebody has chosen for themselves: how their dashboard is laid out, say. Nothing of it is about anybody else.
create table user_preferences (
  user_id bigint not null references users on delete cascade,
  key text not null constraint user_preferences_key_is_a_name check (key ~ '^[a-z_]{1,40}$'),
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, key)
);
