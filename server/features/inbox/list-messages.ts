import { type RawBuilder, sql } from 'kysely';
import { inbox, type ListedMessage, messagesPerPage, type SentRow } from '#domain/emails/inbox.contract';
import type { EmailStatus } from '#domain/emails/email.contract';
import type { QueryOf } from '#domain/kernel/call';
import type { Reader } from '../../platform/database/open-database';
import { containing, isAmongWords, where } from '../../platform/database/page-of';

/** The columns of a list row. */
export const shownOfMessage = sql`m.id, m.subject, m.from_name, m.from_address, m.to_line, m.received_at, m.seen, m.answered,
  m.flagged, m.has_attachments, m.refusal, m.snippet`;

/** The messages of a folder, or of all but junk and bin, newest first, read from one index at any depth. */
export async function listMessages(
  db: Reader,
  { folder_id, everywhere, search, unread, flagged, after }: QueryOf<typeof inbox.messages>,
): Promise<{ data: ListedMessage[]; next: string | null }> {
  const folder = everywhere === 'yes' ? 'all' : (folder_id ?? (await findInboxFolder(db)));
  if (folder === undefined) return { data: [], next: null };
  const { rows } = await sql<ListedMessage>`
    select ${shownOfMessage}, f.name as folder from mail_messages m join mail_folders f on f.id = m.folder_id
    ${where(
      folder === 'all' ? sql`coalesce(f.role, '') not in ('junk', 'trash')` : sql`m.folder_id = ${folder}`,
      unread === 'yes' && sql`not m.seen`,
      flagged === 'yes' && sql`m.flagged`,
      search !== undefined && sql`m.search_text like ${containing(search)}`,
      after !== undefined && sql`(m.received_at, m.id) < ${placeOf(after)}`,
    )}
    order by m.received_at desc, m.id desc limit ${messagesPerPage + 1}`.execute(db);
  return pageOf(rows, row => row.received_at);
}

async function findInboxFolder(db: Reader): Promise<number | undefined> {
  const row = await db.selectFrom('mail_folders').select('id').where('role', '=', 'inbox').executeTakeFirst();
  return row?.id;
}

/** Emails sent by any part of the product, newest first. */
export async function listSent(
  db: Reader,
  { search, status, after }: QueryOf<typeof inbox.sent>,
): Promise<{ data: SentRow[]; next: string | null }> {
  const { rows } = await sql<SentRow & { status: EmailStatus }>`
    select e.id, ${toLineOf} as to_line, e.subject, e.status, e.last_error, e.created_at, e.sent_at, e.next_attempt_at,
      u.name as created_by, exists (select from email_attachments a where a.email_id = e.id) as has_attachments
    from emails e left join users u on u.id = e.created_by
    ${where(
      status && isAmongWords(sql`e.status`, status),
      search !== undefined && sql`lower(e.subject || ' ' || ${toLineOf}) like ${containing(search)}`,
      after !== undefined && sql`(e.created_at, e.id) < ${placeOf(after)}`,
    )}
    order by e.created_at desc, e.id desc limit ${messagesPerPage + 1}`.execute(db);
  return pageOf(rows, row => row.created_at);
}

export const toLineOf = sql`array_to_string(array_prepend(e.to_address, e.more_to), ', ')`;

/** One extra row is fetched to see whether there are more. */
function pageOf<Row extends { id: number }>(
  rows: readonly Row[],
  timeOf: (row: Row) => Date,
): { data: Row[]; next: string | null } {
  const data = rows.slice(0, messagesPerPage);
  const last = data.at(-1);
  if (rows.length <= messagesPerPage || !last) return { data, next: null };
  return { data, next: `${timeOf(last).getTime()}-${last.id}` };
}

/**
 * The cursor named by `next`. Instants are stored to the millisecond, so that no message falls between pages.
 */
function placeOf(after: string): RawBuilder<unknown> {
  const [at = '0', id = '0'] = after.split('-');
  return sql`(${new Date(Math.min(Number(at), latest))}::timestamptz, ${Number(id)}::bigint)`;
}

const latest = 8_640_000_000_000_000 / 100;
