-- The answers that repeated requests get again are kept for a week, and in backups. Those that name a person are emptied when the
-- person's data is erased (rule K3); the key stays, so that a repeat still has no second effect (rule R12).
alter table idempotency_keys alter column answer drop not null;
