-- Every till device that a session has checked in from (decision 121). With only the last one, a session on a revoked
-- device was free again once it checked in under another id.
alter table sessions add column till_device_ids uuid[] not null default '{}';
update sessions set till_device_ids = array[till_device_id] where till_device_id is not null;
drop index sessions_by_till_device;
alter table sessions drop column till_device_id;
