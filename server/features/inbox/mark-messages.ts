import { type RawBuilder, sql } from 'kysely';
import { inbox, type MarkAs } from '#domain/emails/inbox.contract';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { countOf } from '#domain/kernel/count-of';
import type { WriteContext } from '../../platform/http/context';
import { notFound } from '../../platform/http/refusal';
import { announceMail } from './announce-mail';
import { wakeMailbox } from './mailbox.queries';

type Mark = { readonly column: 'seen' | 'flagged'; readonly value: boolean; readonly words: string };
const marks: Readonly<Record<MarkAs, Mark>> = {
  read: { column: 'seen', value: true, words: 'marked as read' },
  unread: { column: 'seen', value: false, words: 'marked as unread' },
  flagged: { column: 'flagged', value: true, words: 'flagged' },
  unflagged: { column: 'flagged', value: false, words: 'no longer flagged' },
};

/** Marks messages here, then on the mail server. Messages with the same mark stay as they are. */
export async function markMessages(
  ctx: WriteContext,
  { ids, as }: BodyOf<typeof inbox.mark>,
): Promise<ReplyOf<typeof inbox.mark>> {
  const { column, value, words } = marks[as];
  const { rows } = await sql<{ id: number; is_so: boolean }>`
    select id, ${sql.ref(column)} = ${value} as is_so from mail_messages where id = any(${ids}::bigint[])
    order by id for update`.execute(ctx.tx);
  if (rows.length === 0) throw notFound(ids.length === 1 ? 'Message' : 'Messages');
  const marked = rows.filter(({ is_so }) => !is_so).map(({ id }) => id);
  if (marked.length > 0) {
    await sql`update mail_messages set ${markOf(column, value)}, refusal = null where id = any(${marked}::bigint[])`.execute(
      ctx.tx,
    );
    await wakeMailbox(ctx.tx, 'check');
    await announceMail(ctx.tx);
  }
  return { message: `${countOf(rows.length, 'message')} ${words}.`, marked };
}

const markOf = (column: Mark['column'], value: boolean): RawBuilder<unknown> =>
  column === 'seen' ? sql`seen = ${value}, seen_here = true` : sql`flagged = ${value}, flagged_here = true`;
