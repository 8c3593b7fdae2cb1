-- Wrong PINs count by the device at which they were tried, and by who stood signed in there: five of them keep the PIN from
-- working at that device for a while, and nowhere else (F54).
create table pin_attempts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- The session of the device; a number, because sessions end and tries stay until they no longer count.
  device_id bigint not null,
  tried_by bigint not null references users on delete cascade,
  at timestamptz not null
);
create index pin_attempts_by_user on pin_attempts (user_id, at);
create index pin_attempts_by_age on pin_attempts (at);

alter table user_pins drop column failures, drop column locked_until;
