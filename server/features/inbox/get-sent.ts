import { sql } from 'kysely';
import type { SentDetail } from '#domain/emails/inbox.contract';
import type { Reader } from '../../platform/database/open-database';
import type { Permission } from '#domain/kernel/permissions';
import { hasPermission } from '#domain/kernel/access';
import type { Actor } from '../../platform/http/actor';
import { ensureFound } from '../../platform/http/refusal';
import { toLineOf } from './list-messages';

/** What is written to users and employees, by purpose, and who else may read it. */
const readersOf: Readonly<Record<string, Permission>> = {
  'document-expiry': 'view_employee',
  employee: 'view_employee',
};

type Stored = Omit<SentDetail, 'attachments' | 'has_attachments' | 'is_withheld'>;

/**
 * A sent email. One with a secret link has no text, because the text was never stored; one to a user or an
 * employee is for them, for who wrote it, and for those who may see what it is about.
 */
export async function getSent(db: Reader, actor: Actor, id: number): Promise<SentDetail> {
  const { rows } = await sql<Stored & { purpose: string; owner_id: number | null }>`
    select e.id, ${toLineOf} as to_line, array_to_string(e.cc_addresses, ', ') as cc_line,
      array_to_string(e.bcc_addresses, ', ') as bcc_line, e.subject, e.status, e.last_error, e.attempts, e.created_at,
      e.sent_at, e.next_attempt_at, u.name as created_by, e.body_text as text, e.purpose,
      case when e.employee_id is null then e.user_id else e.created_by end as owner_id,
      (select coalesce(c.reason, '') from mail_sent_copies c where c.email_id = e.id and c.state = 'refused') as copy_refused
    from emails e left join users u on u.id = e.created_by where e.id = ${id}`.execute(db);
  const { purpose, owner_id, ...email } = ensureFound(rows[0], 'Message');
  const right = readersOf[purpose];
  const is_withheld =
    email.text !== null &&
    owner_id !== actor.id &&
    (right === undefined ? owner_id !== null : !hasPermission(actor, right));
  const { rows: attachments } = await sql<SentDetail['attachments'][number]>`
    select a.position, a.file_name, f.bytes from email_attachments a join files f using (sha256)
    where a.email_id = ${id} order by a.position`.execute(db);
  return {
    ...email,
    text: is_withheld ? null : email.text,
    is_withheld,
    attachments,
    has_attachments: attachments.length > 0,
  };
}
