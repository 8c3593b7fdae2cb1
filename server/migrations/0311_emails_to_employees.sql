-- Emails to an employee are theirs, as those to a customer are the customer's: their history shows them, and an erasure
-- deletes them (rule K3).
alter table emails add column employee_id bigint references employees on delete set null;
create index emails_by_employee on emails (employee_id, id desc) where employee_id is not null;

-- As before (migration 0245), also for emails to employees, whose table is emptied with the sample data.
create or replace function keep_emails_in_sample_before() returns void language plpgsql as $$
begin
  -- What the copy says they are about is there again; what they are about now may not be.
  update sample_before b
    set row = to_jsonb(e) || jsonb_build_object('supplier_id', b.row -> 'supplier_id', 'customer_id', b.row -> 'customer_id',
      'employee_id', b.row -> 'employee_id', 'purchase_order_id', b.row -> 'purchase_order_id')
    from emails e where b.table_name = 'emails' and e.id = (b.row ->> 'id')::bigint;
  -- One that is no longer there may have been sent before it was deleted.
  update sample_before b
    set row = row || jsonb_build_object('status', 'unconfirmed', 'next_attempt_at', null, 'last_error',
      'This message was waiting when sample data was added. It may have been sent since, so it is not sent again automatically.')
    where table_name = 'emails' and row ->> 'status' in ('queued', 'retrying', 'sending')
      and not exists (select from emails e where e.id = (b.row ->> 'id')::bigint);
  insert into sample_before (table_name, row)
    select 'emails', to_jsonb(e) from emails e
    where e.user_id is not null and num_nonnulls(e.supplier_id, e.customer_id, e.employee_id, e.purchase_order_id) = 0
      and not exists (select from sample_before b where b.table_name = 'emails' and (b.row ->> 'id')::bigint = e.id);
  delete from sample_before b where table_name in ('email_attachments', 'mail_sent_copies')
    and exists (select from emails e where e.id = (b.row ->> 'email_id')::bigint);
  insert into sample_before (table_name, row)
    select 'email_attachments', to_jsonb(a) from email_attachments a
      where exists (select from sample_before b where b.table_name = 'emails' and (b.row ->> 'id')::bigint = a.email_id)
    union all
    select 'mail_sent_copies', to_jsonb(c) from mail_sent_copies c
      where exists (select from sample_before b where b.table_name = 'emails' and (b.row ->> 'id')::bigint = c.email_id);
end $$;
