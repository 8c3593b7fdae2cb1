-- An email that was linked by hand to the record of someone who has been erased names them there again (rule K3). The email
-- stays in the mailbox; the link goes.
delete from mail_links l using employees e
where l.record_type = 'employee' and l.record_id = e.id and e.erased_at is not null;
delete from mail_links l using customers c
where l.record_type = 'customer' and l.record_id = c.id and c.erased_at is not null;
delete from mail_links l using quotes q join customers c on c.id = q.customer_id
where l.record_type = 'quote' and l.record_id = q.id and c.erased_at is not null;
delete from mail_links l using sales s join customers c on c.id = s.customer_id
where l.record_type = 'sale' and l.record_id = s.id and c.erased_at is not null;
