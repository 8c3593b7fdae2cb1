import { sql } from 'kysely';
import type { EmailStatus } from '#domain/emails/email.contract';
import type { MessageDetail, ThreadItem } from '#domain/emails/inbox.contract';
import type { Reader } from '../../platform/database/open-database';
import type { ReadContext } from '../../platform/http/context';
import { ensureFound } from '../../platform/http/refusal';
import { remotePicturesOf } from '../../platform/mail-parser';
import { shownOfMessage, toLineOf } from './list-messages';
import { listLinks } from './record-links';
import { type PicturesOf, showPictures } from './show-pictures';

type Stored = Omit<
  MessageDetail,
  'remote_pictures' | 'attachments' | 'links' | 'thread' | 'text' | 'html'
> & {
  thread_key: string;
  body_text: string | null;
  body_html: string | null;
};
type Attached = MessageDetail['attachments'][number] & { content_id: string | null; sha256: string };

const maxOfThread = 100;

/** A sanitised message with its conversation and linked records. 404 if it is gone. */
export async function getMessage(
  { db, files, actor }: Pick<ReadContext, 'db' | 'files' | 'actor'>,
  id: number,
  pictures: { show: boolean; fetch: PicturesOf },
): Promise<MessageDetail> {
  const { rows } = await sql<Stored>`
    select ${shownOfMessage}, m.folder_id, m.body_state, m.thread_key, b.body_text, b.body_html,
      coalesce((select string_agg(a.address, ', ' order by a.address) from mail_addresses a
        where a.message_id = m.id and a.role = 'cc'), '') as cc_line
    from mail_messages m left join mail_bodies b on b.message_id = m.id
    where m.id = ${id}`.execute(db);
  const { thread_key, body_text, body_html, ...message } = ensureFound(rows[0], 'Message');
  const attached = await listAttached(db, id);
  return {
    ...message,
    text: body_text ?? '',
    html: body_html && (await showPictures(files, body_html, attached, pictures)),
    remote_pictures: body_html ? remotePicturesOf(body_html).length : 0,
    attachments: attached.filter(({ content_id }) => !isShownWithin(body_html, content_id)),
    links: await listLinks(db, actor, id),
    thread: await listThread(db, thread_key),
  };
}

async function listAttached(db: Reader, id: number): Promise<Attached[]> {
  const { rows } = await sql<Attached>`
    select a.id, a.file_name, f.bytes, a.content_id, a.sha256 from mail_attachments a join files f using (sha256)
    where a.message_id = ${id} order by a.position`.execute(db);
  return rows;
}

/** Whether an attachment is a picture of the text itself. */
export const isShownWithin = (html: string | null, contentId: string | null) =>
  contentId !== null && html !== null && html.includes(`data-cid="${contentId}"`);

/** The conversation, oldest first: received and sent. Of a long one, the newest messages. */
async function listThread(db: Reader, key: string): Promise<ThreadItem[]> {
  const { rows } = await sql<Omit<ThreadItem, 'status'> & { status: EmailStatus | null }>`
    select * from ((select 'received' as kind, m.id, coalesce(nullif(m.from_name, ''), m.from_address) as "from", m.to_line as "to",
      m.received_at as at, m.snippet, m.seen, null as status
    from mail_messages m where m.thread_key = ${key}
      -- The copy of a message sent from here, in the Sent folder, is not a second message.
      and not exists (select from emails s where s.thread_key = ${key} and s.message_id = split_part(m.message_id, '@', 1)))
    union all
    (select 'sent', e.id, coalesce(u.name, ''), ${toLineOf}, e.created_at, left(coalesce(e.body_text, ''), 160), true, e.status
    from emails e left join users u on u.id = e.created_by where e.thread_key = ${key})
    order by at desc, id desc limit ${maxOfThread}) newest order by at, id`.execute(db);
  return rows;
}
