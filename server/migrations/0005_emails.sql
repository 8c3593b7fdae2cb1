-- The outbox: a message is stored first and sent afterwards, by a job, at most once.

-- Facts of stored files. The bytes lie in the file store under their SHA-256.
create table files (
  sha256 text primary key constraint files_hash_is_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null constraint files_size_is_not_negative check (bytes >= 0),
  content_type text not null,
  created_at timestamptz not null
);

create table emails (
  id bigint generated always as identity primary key,
  -- What stands before the @ of the Message-ID header, the same on every attempt.
  message_id text not null constraint emails_message_id_is_taken unique,
  -- What the message is for. Messages that carry a secret link have no body here: it is composed as they are sent.
  purpose text not null,
  to_address text not null,
  subject text not null,
  body_text text,
  body_html text,
  status text not null default 'queued' constraint emails_status_is_known
    check (status in ('queued', 'sending', 'retrying', 'sent', 'failed', 'unconfirmed')),
  -- How often it was tried. Also the claim of the try that runs: only the latest may say how it went.
  attempts integer not null default 0,
  -- The number of the last attempt that is made without being asked for.
  last_attempt integer not null default 8,
  last_error text,
  supplier_id bigint references suppliers on delete set null,
  user_id bigint references users on delete cascade,
  created_by bigint references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  constraint emails_sent_has_its_time check ((status = 'sent') = (sent_at is not null))
);
create index emails_by_supplier on emails (supplier_id, id desc);
create index emails_by_status on emails (status, updated_at) where status in ('queued', 'sending', 'retrying', 'failed', 'unconfirmed');

create table email_attachments (
  email_id bigint not null references emails on delete cascade,
  position integer not null,
  file_name text not null,
  sha256 text not null references files on delete restrict,
  primary key (email_id, position)
);
create index email_attachments_by_file on email_attachments (sha256);
