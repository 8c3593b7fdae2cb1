-- An older backup that is to be verified again waits since that was asked for, not since it was made.
alter table backups add column waiting_since timestamptz;
