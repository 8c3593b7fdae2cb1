-- What people are told of as it happens, and who has been told.

create table notifications (
  id bigint generated always as identity primary key,
  kind text not null constraint notifications_kind_is_a_name check (kind ~ '^[a-z_]{1,40}$'),
  -- What it is about: while that stands, it is told once.
  key text not null constraint notifications_key_is_short check (key <> '' and length(key) <= 100),
  words text not null constraint notifications_say_something check (words <> '' and length(words) <= 500),
  -- Where it leads within the product.
  link text not null constraint notifications_lead_within check (link ~ '^/[^/]' and length(link) <= 500),
  raised_at timestamptz not null,
  -- When what it says was mended, for what can be: low stock that was filled up. From then on the same may be told again.
  settled_at timestamptz
);
create unique index notifications_are_told_once on notifications (kind, key) where settled_at is null;
create index notifications_by_age on notifications (raised_at);

create table notification_recipients (
  user_id bigint not null references users on delete cascade,
  notification_id bigint not null references notifications on delete cascade,
  -- As it stands in the notification, so that one's own are found and counted without it.
  kind text not null,
  read_at timestamptz,
  primary key (user_id, notification_id)
);
create index notification_recipients_by_notification on notification_recipients (notification_id);
create index notification_recipients_unread on notification_recipients (user_id, kind, notification_id) where read_at is null;
create index notification_recipients_by_reading on notification_recipients (read_at);

-- Credit limits are watched: those who have one, and no others.
create index customers_with_credit on customers (id) where credit_limit_pence is not null;

-- Whoever listens learns at once that a session has ended or rights have changed, in whatever process that was done.
create function tell_of_changed_access() returns trigger
language plpgsql as $$
begin
  perform pg_notify('live', '{"topic":"access"}');
  return null;
end $$;
create trigger sessions_ends_are_told after delete on sessions
  for each statement execute function tell_of_changed_access();
create trigger users_closings_are_told after update of status on users
  for each statement execute function tell_of_changed_access();
create trigger user_roles_changes_are_told after insert or update or delete on user_roles
  for each statement execute function tell_of_changed_access();
create trigger role_permissions_changes_are_told after insert or update or delete on role_permissions
  for each statement execute function tell_of_changed_access();
