import { sql } from 'kysely';
import { inbox, type MoveTo } from '#domain/emails/inbox.contract';
import { countOf } from '#domain/kernel/count-of';
import type { BodyOf, ReplyOf } from '#domain/kernel/call';
import { recordAudit } from '../../kernel/audit';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import { conflict, ensureFound, notFound } from '../../platform/http/refusal';
import { announceMail } from './announce-mail';
import { folderFor } from './folder-for-role';
import { wakeMailbox } from './mailbox.queries';

type Folder = { id: number; name: string; role: string | null };
type Row = { id: number; subject: string; folder_id: number; folder: string };

/**
 * Moves messages here at once and queues the move on the mail server, across restarts. The last user to move
 * a message wins; messages no longer in the expected folder are left alone.
 */
export async function moveMessages(
  ctx: WriteContext,
  { ids, to, folder_id, from_folder_id }: BodyOf<typeof inbox.move>,
): Promise<ReplyOf<typeof inbox.move>> {
  const target = await findTarget(ctx.tx, to ?? null, folder_id ?? null);
  const rows = await lockMessages(ctx.tx, ids);
  if (rows.length === 0) throw notFound(ids.length === 1 ? 'Message' : 'Messages');
  const moving = rows.filter(
    row => row.folder_id !== target.id && (from_folder_id == null || row.folder_id === from_folder_id),
  );
  if (moving.length === 0) throw conflict(reasonForNotMoving(rows, target));
  await moveRows(
    ctx.tx,
    target.id,
    moving.map(({ id }) => id),
  );
  await wakeMailbox(ctx.tx, 'check');
  await announceMail(ctx.tx);
  for (const { id, subject, folder } of moving)
    recordAudit(ctx, {
      action: 'moved',
      recordType: 'received_email',
      recordId: id,
      recordName: subject || 'No subject',
      before: { folder },
      after: { folder: target.name },
    });
  return {
    message: wordsFor(moving.length, ids.length - moving.length, target),
    moved: moving.map(row => ({ id: row.id, from_folder_id: row.folder_id })),
  };
}

async function findTarget(tx: Tx, to: MoveTo | null, folderId: number | null): Promise<Folder> {
  if (!(await tx.selectFrom('mailbox').select('id').executeTakeFirst()))
    throw conflict('No mailbox is set up, so there is no folder to move messages to.');
  const id = to === null || to === 'inbox' ? folderId : await folderFor(tx, to);
  const { rows } = await sql<Folder>`
    select id, name, role from mail_folders where ${id === null ? sql`role = 'inbox'` : sql`id = ${id}`} limit 1
    for key share`.execute(tx);
  return ensureFound(rows[0], 'Folder');
}

/** In order of id, to avoid deadlocks. */
async function lockMessages(tx: Tx, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.id, m.subject, m.folder_id, f.name as folder from mail_messages m join mail_folders f on f.id = m.folder_id
    where m.id = any(${[...ids]}::bigint[]) order by m.id for update of m`.execute(tx);
  return rows;
}

/** The server-side location is kept until the move is done there; moving back cancels it. */
async function moveRows(tx: Tx, targetId: number, ids: readonly number[]): Promise<void> {
  const currentFolder = sql`coalesce(from_folder_id, folder_id)`;
  const number = sql`coalesce(from_uid, uid)`;
  await sql`
    update mail_messages set folder_id = ${targetId}, refusal = null,
      uid = case when ${currentFolder} = ${targetId} then ${number} end,
      from_folder_id = case when ${currentFolder} = ${targetId} then null else ${currentFolder} end,
      from_uid = case when ${currentFolder} = ${targetId} then null else ${number} end
    where id = any(${[...ids]}::bigint[])`.execute(tx);
}

const reasonForNotMoving = (rows: readonly Row[], target: Folder): string =>
  rows.every(({ folder_id }) => folder_id === target.id)
    ? `${rows.length === 1 ? 'The message is' : 'The messages are'} already in ${target.name}.`
    : 'Another user has moved this message. Look for it in its new folder.';

function wordsFor(moved: number, skipped: number, { name, role }: Folder): string {
  const what = countOf(moved, 'message');
  const done = role === 'trash' ? `${what} moved to the bin (${name}).` : `${what} moved to ${name}.`;
  return skipped === 0
    ? done
    : `${done} ${countOf(skipped, 'message')} had already been moved by another user.`;
}
