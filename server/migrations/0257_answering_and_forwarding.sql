-- Answered here, and the mail server does not know yet: until then its own answer does not count.
alter table mail_messages add column answered_here boolean not null default false;
create index mail_messages_answered_here on mail_messages (folder_id) where answered_here;

-- What a forwarded file was sent to us as. The type of a stored file is what was found in it, which nobody has looked for.
alter table mail_draft_attachments add column content_type text;
alter table email_attachments add column content_type text;
