-- A till device has a name and can be revoked (decision 121): it may then only hand in its unsent sales.
alter table till_devices
  add column number bigint generated always as identity constraint till_devices_number_is_taken unique,
  add column name text constraint till_devices_name_is_not_blank check (length(trim(name)) > 0),
  add column enrolled_by bigint references users on delete restrict,
  add column revoked_at timestamptz,
  add column revoked_by bigint references users on delete restrict,
  add column version integer not null default 1,
  add constraint till_devices_are_revoked_by_someone check ((revoked_at is null) = (revoked_by is null));

-- Who opened the first till on it was not kept; who used it last was.
update till_devices d set enrolled_by = last_seen_by,
  name = coalesce((select min(prefix) from receipt_series r where r.device_id = d.id), left(d.id::text, 8));
alter table till_devices
  alter column name set not null,
  alter column enrolled_by set not null;
create index till_devices_by_last_seen on till_devices (last_seen_at, number);

-- The till device that a session checked in from. No foreign key: a session outlives nothing and refers to it loosely,
-- as sales do.
alter table sessions add column till_device_id uuid;
create index sessions_by_till_device on sessions (till_device_id) where till_device_id is not null;

-- How long a till keeps catalogue, customers and baskets without reaching the server.
alter table selling_settings add column till_keep_days integer not null default 7
  constraint selling_settings_till_keep_days_are_few check (till_keep_days between 1 and 90);
