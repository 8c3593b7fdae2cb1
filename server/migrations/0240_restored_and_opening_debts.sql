-- A database that was put back, or restored by other means, keeps the times of its migrations. What a restore finishes with is
-- its entry in the audit log.
create or replace view installation as
select greatest(min("timestamp"::timestamptz),
  (select max(at) from audit_log where action = 'restored' and record_type = 'backup')) as since
from kysely_migration;

-- Reminders of debts from before the books began are for users who can see ledgers. They were sent as those of invoices are.
update notifications set kind = 'overdue_opening'
where kind = 'overdue_invoice' and (link like '/customers/view/%' or link = '/aged-debtors?overdue=yes');
update notification_recipients r set kind = n.kind
from notifications n where n.id = r.notification_id and n.kind = 'overdue_opening' and r.kind <> n.kind;
