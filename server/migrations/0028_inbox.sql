-- The inbox: what a mailbox elsewhere holds, read into tables of our own, and what is written in answer.

-- One mailbox for the firm; no row until it is set up. The password is sealed with a key outside the database.
create table mailbox (
  id integer primary key default 1 constraint mailbox_is_one check (id = 1),
  address text not null,
  host text not null,
  port integer not null constraint mailbox_port_is_one check (port between 1 and 65535),
  security text not null constraint mailbox_security_is_known check (security in ('tls', 'starttls', 'none')),
  username text not null,
  password_sealed text not null,
  state text not null default 'waiting' constraint mailbox_state_is_known
    check (state in ('waiting', 'fetching', 'connected', 'failed')),
  failed_step text,
  last_error text,
  synced_at timestamptz,
  -- Of several processes one looks after the mailbox, as long as it shows that it is alive.
  lease uuid,
  leased_until timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null
);

create table mail_folders (
  id bigint generated always as identity primary key,
  path text not null constraint mail_folders_path_is_taken unique,
  name text not null,
  role text constraint mail_folders_role_is_known
    check (role in ('inbox', 'sent', 'drafts', 'junk', 'trash', 'archive')),
  -- As the server had it when everything was last fetched: while it says the same, nothing has happened.
  uid_validity text,
  uid_next bigint,
  modseq text,
  on_server integer not null default 0,
  fetched integer not null default 0
);

create table mail_messages (
  id bigint generated always as identity primary key,
  folder_id bigint not null references mail_folders on delete cascade,
  -- Its number in the folder; null from when the server numbered the folder anew until it is found again.
  uid bigint,
  message_id text,
  thread_key text not null,
  in_reply_to text,
  reference_ids text[] not null default '{}',
  subject text not null,
  from_name text not null default '',
  from_address text not null default '',
  to_line text not null default '',
  received_at timestamptz not null,
  bytes bigint not null,
  seen boolean not null,
  answered boolean not null default false,
  -- Read or unread here, and the server does not know yet.
  seen_here boolean not null default false,
  has_attachments boolean not null default false,
  snippet text not null default '',
  body_state text not null default 'waiting' constraint mail_messages_body_state_is_known
    check (body_state in ('waiting', 'wanted', 'fetched', 'too_large', 'unreadable')),
  body_tries integer not null default 0,
  search_text text not null default '',
  constraint mail_messages_are_fetched_once unique (folder_id, uid)
);
create index mail_messages_by_time on mail_messages (folder_id, received_at, id);
create index mail_messages_unread on mail_messages (folder_id, received_at, id) where not seen;
create index mail_messages_by_thread on mail_messages (thread_key);
create index mail_messages_by_message_id on mail_messages (message_id);
create index mail_messages_told_here on mail_messages (folder_id) where seen_here;
create index mail_messages_without_body on mail_messages (folder_id, received_at, id) where body_state in ('waiting', 'wanted');
create index mail_messages_wanted on mail_messages (id) where body_state = 'wanted';
create index mail_messages_by_search_text on mail_messages using gin (search_text gin_trgm_ops);

-- The long part of a message, apart from what lists read.
create table mail_bodies (
  message_id bigint primary key references mail_messages on delete cascade,
  body_text text not null,
  body_html text,
  reply_to text[] not null default '{}'
);

create table mail_attachments (
  id bigint generated always as identity primary key,
  message_id bigint not null references mail_messages on delete cascade,
  position integer not null,
  file_name text not null,
  content_type text not null,
  -- As the text of the message names it, for pictures within it.
  content_id text,
  sha256 text not null references files on delete restrict,
  constraint mail_attachments_have_an_order unique (message_id, position)
);
create index mail_attachments_by_file on mail_attachments (sha256);

-- Who a message is from and to, and which of our documents it names: so records find their messages.
create table mail_addresses (
  message_id bigint not null references mail_messages on delete cascade,
  address text not null constraint mail_addresses_are_in_small_letters check (address = lower(address)),
  role text not null constraint mail_addresses_role_is_known check (role in ('from', 'to', 'cc')),
  primary key (message_id, role, address)
);
create index mail_addresses_by_address on mail_addresses (address, message_id);
create table mail_numbers (
  message_id bigint not null references mail_messages on delete cascade,
  number text not null,
  primary key (message_id, number)
);
create index mail_numbers_by_number on mail_numbers (number, message_id);
create index suppliers_by_email on suppliers (lower(email)) where email is not null;

create table mail_signatures (
  user_id bigint primary key references users on delete cascade,
  signature text not null,
  updated_at timestamptz not null
);

create table mail_templates (
  id bigint generated always as identity primary key,
  name text collate "en-GB-x-icu" not null constraint mail_templates_name_is_not_blank check (name <> ''),
  subject text not null default '',
  body text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index mail_templates_name_is_taken on mail_templates (lower(name));

-- A letter while it is written; only who writes it sees it.
create table mail_drafts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null constraint mail_drafts_kind_is_known check (kind in ('new', 'reply', 'reply_all', 'forward')),
  answers_id bigint references mail_messages on delete set null,
  to_addresses text[] not null default '{}',
  cc_addresses text[] not null default '{}',
  bcc_addresses text[] not null default '{}',
  subject text not null default '',
  body text not null default '',
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index mail_drafts_by_user on mail_drafts (user_id, updated_at, id);
create index mail_drafts_by_answered on mail_drafts (answers_id) where answers_id is not null;
create table mail_draft_attachments (
  id bigint generated always as identity primary key,
  draft_id bigint not null references mail_drafts on delete cascade,
  file_name text not null,
  sha256 text not null references files on delete restrict,
  added_by bigint not null references users on delete restrict,
  added_at timestamptz not null
);
create index mail_draft_attachments_by_draft on mail_draft_attachments (draft_id, id);
create index mail_draft_attachments_by_file on mail_draft_attachments (sha256);

-- What a person writes goes through the outbox too: to several, in answer to something, with a name to answer to.
alter table emails
  add column more_to text[] not null default '{}',
  add column cc_addresses text[] not null default '{}',
  add column bcc_addresses text[] not null default '{}',
  add column in_reply_to text,
  add column reference_ids text[] not null default '{}',
  add column thread_key text,
  add column reply_to text,
  add column sender_name text;
create index emails_by_thread on emails (thread_key) where thread_key is not null;
create index emails_by_time on emails (created_at, id);
