import { sql } from 'kysely';
import type { SentDetail } from '#domain/emails/inbox.contract';
import type { Reader } from '../../platform/database/open-database';
import { ensureFound } from '../../platform/http/refusal';
import { toLineOf } from './list-messages';

/** A sent email. One with a secret link has no text, because the text was never stored. */
export async function getSent(db: Reader, id: number): Promise<SentDetail> {
  const { rows } = await sql<Omit<SentDetail, 'attachments' | 'has_attachments'>>`
    select e.id, ${toLineOf} as to_line, array_to_string(e.cc_addresses, ', ') as cc_line,
      array_to_string(e.bcc_addresses, ', ') as bcc_line, e.subject, e.status, e.last_error, e.attempts, e.created_at,
      e.sent_at, e.next_attempt_at, u.name as created_by, e.body_text as text,
      (select coalesce(c.reason, '') from mail_sent_copies c where c.email_id = e.id and c.state = 'refused') as copy_refused
    from emails e left join users u on u.id = e.created_by where e.id = ${id}`.execute(db);
  const email = ensureFound(rows[0], 'Message');
  const { rows: attachments } = await sql<SentDetail['attachments'][number]>`
    select a.position, a.file_name, f.bytes from email_attachments a join files f using (sha256)
    where a.email_id = ${id} order by a.position`.execute(db);
  return { ...email, attachments, has_attachments: attachments.length > 0 };
}
