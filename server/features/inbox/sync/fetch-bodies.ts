import { Readable } from 'node:stream';
import type { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import { cleanFileName } from '#domain/kernel/attachment-rules';
import { findPrefixes } from '../../../kernel/documents';
import { recordFiles } from '../../../kernel/stored-files';
import type { Database } from '../../../platform/database/open-database';
import { inTransaction } from '../../../platform/database/transaction';
import type { FileStore } from '../../../platform/files/file-store';
import { maxMessage } from '../../../platform/imap';
import { type MailParser, MailUnreadable, type ParsedMail } from '../../../platform/mail-parser';
import { holdsPasswordLink } from '../../session';
import { announceMail } from '../announce-mail';
import { numbersIn } from './document-numbers';
import { tidyLine } from './mail-head';

export type BodyParts = {
  readonly db: Database;
  readonly files: Pick<FileStore, 'put'>;
  readonly parser: Pick<MailParser, 'parse'>;
  readonly clock: () => Date;
};

type Waiting = { readonly id: number; readonly uid: number; readonly bytes: number; readonly path: string };

/** A message that breaks the connection is skipped after this many attempts. */
const maxAttempts = 3;
const searchedCharacters = 2_000;

/**
 * Fetches texts and attachments: those a user is waiting for, then the newest. Returns whether there was work
 * to do.
 */
export async function fetchBodies(parts: BodyParts, client: ImapFlow, atMost: number): Promise<boolean> {
  const waiting = await nextWaiting(parts.db, atMost);
  for (const message of waiting) await fetchBody(parts, client, message);
  return waiting.length > 0;
}

async function nextWaiting(db: Database, atMost: number): Promise<Waiting[]> {
  const { rows: waiting } = await sql<Waiting>`
    select m.id, coalesce(m.from_uid, m.uid) as uid, m.bytes, f.path from mail_messages m
      join mail_folders f on f.id = coalesce(m.from_folder_id, m.folder_id)
    where m.body_state = 'wanted' and coalesce(m.from_uid, m.uid) is not null order by m.id desc limit ${atMost}`.execute(
    db,
  );
  if (waiting.length > 0) return waiting;
  // One folder at a time, because opening a folder costs more than fetching a message.
  const { rows } = await sql<Waiting>`
    select next.* from mail_folders f cross join lateral (
      select m.id, m.uid, m.bytes, f.path from mail_messages m
      where m.folder_id = f.id and m.body_state in ('waiting', 'wanted') and m.uid is not null
      order by m.received_at desc, m.id desc limit ${atMost}) next
    order by (f.role = 'inbox') is true desc, f.id limit ${atMost}`.execute(db);
  return rows.filter(({ path }) => path === rows[0]?.path);
}

async function fetchBody(parts: BodyParts, client: ImapFlow, message: Waiting): Promise<void> {
  const { db } = parts;
  if (message.bytes > maxMessage) return setState(db, message.id, 'too_large');
  const tries = await countAttempt(db, message.id);
  if (tries > maxAttempts) return setState(db, message.id, 'unreadable');
  const source = await sourceOf(client, message);
  // The message has gone; the next sync of the folder removes it.
  if (!source) return;
  try {
    const mail = await parts.parser.parse(source);
    if (await isSecret(db, source, mail)) return setState(db, message.id, 'withheld');
    await storeBody(parts, message.id, mail);
  } catch (error) {
    if (!(error instanceof MailUnreadable)) throw error;
    await setState(db, message.id, 'unreadable');
  }
}

/** Our own password emails are known by their id (see storeHeads), unless a server changed it, returned or quoted them. */
const isSecret = (db: Database, source: Buffer, mail: ParsedMail): Promise<boolean> =>
  holdsPasswordLink(db, [
    source,
    mail.text,
    mail.html ?? '',
    ...mail.attachments.map(({ content }) => Buffer.from(content)),
  ]);

async function sourceOf(client: ImapFlow, { path, uid }: Waiting): Promise<Buffer | undefined> {
  const lock = await client.getMailboxLock(path);
  try {
    const fetched = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
    return fetched && fetched.uid === uid ? fetched.source : undefined;
  } finally {
    lock.release();
  }
}

async function countAttempt(db: Database, id: number): Promise<number> {
  const row = await db
    .updateTable('mail_messages')
    .set(set => ({ body_tries: set('body_tries', '+', 1) }))
    .where('id', '=', id)
    .returning('body_tries')
    .executeTakeFirst();
  return row?.body_tries ?? 0;
}

async function setState(
  db: Database,
  id: number,
  state: 'too_large' | 'unreadable' | 'withheld',
): Promise<void> {
  await db.updateTable('mail_messages').set({ body_state: state }).where('id', '=', id).execute();
}

/** Files before rows: an interruption leaves files for the nightly sweep. */
async function storeBody({ db, files, clock }: BodyParts, id: number, mail: ParsedMail): Promise<void> {
  const kept: {
    fileName: string;
    contentType: string;
    contentId: string | null;
    sha256: string;
    bytes: number;
  }[] = [];
  for (const { content, ...file } of mail.attachments) {
    const stored = await files.put(Readable.from([Buffer.from(content)], { objectMode: false }), {
      maxBytes: maxMessage,
    });
    kept.push({
      fileName: cleanFileName(file.fileName),
      contentType: tidyLine(file.contentType, 100).toLowerCase() || 'application/octet-stream',
      contentId: file.contentId === null ? null : tidyLine(file.contentId, 500),
      sha256: stored.sha256,
      bytes: stored.bytes,
    });
  }
  const text = mail.text.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n').trim();
  const html = mail.html?.toWellFormed().replaceAll('\0', '') ?? null;
  const words = tidyLine(text, 20_000);
  await inTransaction(db, async tx => {
    const { rows } = await sql<{ id: number }>`
      select id from mail_messages where id = ${id} and body_state in ('waiting', 'wanted') for update`.execute(
      tx,
    );
    // It has gone, or someone else has fetched it.
    if (rows.length === 0) return;
    await recordFiles(
      { tx, now: clock() },
      kept.map(({ sha256, bytes }) => ({ sha256, bytes, mediaType: 'application/octet-stream' })),
    );
    await tx
      .insertInto('mail_bodies')
      .values({
        message_id: id,
        body_text: text,
        body_html: html,
        reply_to: mail.replyTo.map(address => tidyLine(address, 254).toLowerCase()),
      })
      .execute();
    if (kept.length > 0)
      await tx
        .insertInto('mail_attachments')
        .values(
          kept.map(({ fileName, contentType, contentId, sha256 }, position) => ({
            message_id: id,
            position,
            file_name: fileName,
            content_type: contentType,
            content_id: contentId,
            sha256,
          })),
        )
        .execute();
    const numbers = numbersIn(text, await findPrefixes(tx));
    await sql`
      insert into mail_numbers (message_id, number) select ${id}, n from unnest(${numbers}::text[]) as n
      on conflict do nothing`.execute(tx);
    await sql`
      update mail_messages set body_state = 'fetched', snippet = ${words.slice(0, 160).toWellFormed()},
        search_text = search_text || ' ' || ${words.slice(0, searchedCharacters).toLowerCase().toWellFormed()}
      where id = ${id}`.execute(tx);
    await announceMail(tx);
  });
}
