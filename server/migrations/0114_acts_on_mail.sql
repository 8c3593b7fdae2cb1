-- Messages are moved, flagged and linked from here, and what is sent is kept in the server's own folder (F68).

-- `folder_id` is where a message is to be, as the pages show it at once. While the server does not know yet, `uid` is
-- null and where the message still lies stands beside it; without `from_uid` its number there is looked for.
alter table mail_messages
  add column flagged boolean not null default false,
  add column flagged_here boolean not null default false,
  add column from_folder_id bigint references mail_folders on delete set null,
  add column from_uid bigint,
  -- Only for servers that cannot move: the copy is looked for from this number on before another one is made.
  add column copied_to_id bigint references mail_folders on delete set null,
  add column copied_after bigint,
  -- What the server said when it refused; shown until somebody does something with the message again.
  add column refusal text,
  add constraint mail_messages_lie_in_one_place check (uid is null or (from_folder_id is null and from_uid is null)),
  add constraint mail_messages_are_copied_from_somewhere check ((copied_to_id is null) or (copied_after is not null)),
  add constraint mail_messages_are_moved_once unique (from_folder_id, from_uid);
create index mail_messages_copied on mail_messages (copied_to_id) where copied_to_id is not null;
create index mail_messages_to_find on mail_messages (folder_id) where uid is null;
create index mail_messages_flagged_here on mail_messages (folder_id) where flagged_here;

-- A folder that the mailbox lacks (an archive, a bin) is made there before the first message is moved into it.
alter table mail_folders add column to_be_made boolean not null default false;

-- What a message is, wherever it lies: its own id with its sender; one without an id by when it came and how long it is.
create function mail_message_key(message_id text, received_at timestamptz, bytes bigint, from_address text) returns text
language sql immutable parallel safe as $$
  select coalesce(message_id, extract(epoch from received_at at time zone 'UTC')::text || ' ' || bytes::text) || ' ' || from_address
$$;
create index mail_messages_by_key on mail_messages (mail_message_key(message_id, received_at, bytes, from_address));

-- What people linked by hand. By what the message is, not by its row: it keeps its records when another program moves it.
create table mail_links (
  id bigint generated always as identity primary key,
  message_key text not null,
  record_type text not null constraint mail_links_record_type_is_known
    check (record_type in ('supplier', 'customer', 'purchase_order', 'sale', 'employee', 'expense', 'quote')),
  record_id bigint not null,
  linked_by bigint references users on delete set null,
  linked_at timestamptz not null,
  constraint mail_links_are_made_once unique (message_key, record_type, record_id)
);
create index mail_links_by_record on mail_links (record_type, record_id);
create index mail_links_by_user on mail_links (linked_by) where linked_by is not null;

-- Whether what is sent goes into the Sent folder of the mailbox. `automatic` leaves it to servers known to do it themselves.
-- Only what is sent from now on: nobody wants last year's invoices there at once.
alter table mailbox
  add column sent_copies text not null default 'automatic' constraint mailbox_sent_copies_are_known
    check (sent_copies in ('automatic', 'always', 'never')),
  add column sent_copies_since timestamptz not null default now();
create table mail_sent_copies (
  email_id bigint primary key references emails on delete cascade,
  state text not null constraint mail_sent_copies_state_is_known
    check (state in ('storing', 'stored', 'there_already', 'left_to_server', 'refused')),
  tries integer not null default 0,
  reason text,
  updated_at timestamptz not null
);
create index emails_sent on emails (sent_at) where status = 'sent';
