-- Our own emails with a password link, copied from the mailbox: whoever may read it could set another user's password.
alter table mail_messages drop constraint mail_messages_body_state_is_known,
  add constraint mail_messages_body_state_is_known
    check (body_state in ('waiting', 'wanted', 'fetched', 'too_large', 'unreadable', 'withheld'));

create temporary table secret_messages on commit drop as
  select m.id from mail_messages m join emails e on e.message_id = split_part(m.message_id, '@', 1)
  where e.body_text is null
  union
  -- Returned or quoted, or under an id that a server gave.
  select b.message_id from mail_bodies b
  where (b.body_text like '%/reset-password?token=%' or b.body_html like '%/reset-password?token=%')
    and exists (
      select from regexp_matches(b.body_text || ' ' || coalesce(b.body_html, ''), 'token=([A-Za-z0-9_-]{43})', 'g') as found (parts)
        join password_links l on l.token_hash = sha256(convert_to(found.parts[1], 'UTF8')));

delete from mail_bodies where message_id in (select id from secret_messages);
-- The nightly sweep deletes their files.
delete from mail_attachments where message_id in (select id from secret_messages);
update mail_messages set body_state = 'withheld', snippet = '',
  search_text = lower(subject || ' ' || from_name || ' ' || from_address || ' ' || to_line)
where id in (select id from secret_messages);
