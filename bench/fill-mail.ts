import { sql } from 'kysely';
import type { Database } from '../server/platform/database/open-database';

/** A mailbox of some years: an inbox with this many messages, a tenth of them unread, and sent emails. */
export async function fillMail(db: Database, messages: number, userId: number): Promise<void> {
  await sql`insert into mail_folders (path, name, role, on_server, fetched) values ('INBOX', 'Inbox', 'inbox', ${messages}, ${messages})`.execute(
    db,
  );
  await sql`insert into mail_messages (folder_id, uid, message_id, thread_key, subject, from_name, from_address, to_line, received_at,
      bytes, seen, snippet, body_state, search_text)
    select f.id, n, 'm' || n || '@bench.example', 'm' || (n - n % 3) || '@bench.example', subject, 'Person ' || n % 5000,
      'buyer' || n % 5000 || '@customer.example', 'shop@firm.example', now() - n * interval '11 minutes', 4000, n % 10 <> 0,
      words, 'fetched', lower(subject || ' person ' || n % 5000 || ' buyer' || n % 5000 || '@customer.example ' || repeat(words || ' ', 6))
    from mail_folders f, generate_series(1, ${messages}::int) n,
      lateral (select 'About order PO-' || n as subject, md5('w' || n) || ' ' || md5('x' || n) || ' please' as words) w`.execute(
    db,
  );
  await sql`insert into mail_bodies (message_id, body_text) select id, repeat(snippet || ' ', 10) from mail_messages`.execute(
    db,
  );
  await sql`insert into mail_addresses (message_id, role, address)
    select id, 'from', from_address from mail_messages union all select id, 'to', 'shop@firm.example' from mail_messages`.execute(
    db,
  );
  await sql`insert into mail_numbers (message_id, number) select id, 'PO-' || uid from mail_messages`.execute(
    db,
  );
  await sql`insert into emails (message_id, purpose, to_address, subject, body_text, body_html, status, sent_at, created_by, created_at,
      updated_at)
    select 'bench-' || n, 'letter', 'buyer' || n % 5000 || '@customer.example', 'Letter ' || n, 'Words', '<p>Words</p>', 'sent',
      now() - n * interval '1 hour', ${userId}, now() - n * interval '1 hour', now()
    from generate_series(1, ${Math.ceil(messages / 5)}::int) n`.execute(db);
}
