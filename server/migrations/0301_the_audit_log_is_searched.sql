-- The audit log is the longest table of all: it has an entry for each sale. A search in it finds the names of records by
-- their letters, and who wrote an entry among the few different names. Erased entries are named by their record.
create index audit_log_by_record_name on audit_log using gin (record_name gin_trgm_ops);
create index audit_log_by_actor_name on audit_log (actor);
create index audit_log_by_erasure on audit_log (id) where erased_at is not null;
