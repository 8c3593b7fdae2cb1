import type { ImapFlow } from 'imapflow';
import { sql } from 'kysely';
import { composeSent, type Mailing, type SentMessage } from '../../../kernel/outbox';
import type { Database } from '../../../platform/database/open-database';
import type { FileStore } from '../../../platform/files/file-store';
import { askServer, ImapRefused } from '../../../platform/imap';
import { folderFor } from '../folder-for-role';

export type StoreSentParts = {
  readonly db: Database;
  readonly files: Pick<FileStore, 'path'>;
  readonly clock: () => Date;
  /** The sender address of outgoing email. */
  readonly mailing: Pick<Mailing, 'sender'>;
};

type State = 'storing' | 'stored' | 'there_already' | 'left_to_server' | 'refused';
/** An email whose copy is not stored yet, and how often that was started. */
type Waiting = { readonly id: number; readonly tries: number };
type SentFolder = { readonly id: number; readonly path: string };

const atATime = 20;
/** A message that breaks the connection each time is given up, so that it does not hold up the others. */
const maxAttempts = 3;
const gaveUp = 'The connection to the mail server broke each of the three times that it was tried.';

/**
 * Stores copies of sent emails in the mailbox's Sent folder, marked as read, so that every email program shows them.
 * Skipped for servers that do it themselves, and for copies that already exist. Returns the changed folder.
 */
export async function storeSent(parts: StoreSentParts, client: ImapFlow): Promise<readonly number[]> {
  const { db } = parts;
  const copies = await sentCopies(db);
  if (copies === undefined || copies === 'never') return [];
  const waiting = await listWaiting(db);
  if (waiting.length === 0) return [];
  if (copies === 'automatic' && savesSentCopies(client)) {
    for (const { id } of waiting) await note(parts, id, 'left_to_server', null);
    return [];
  }
  const sender = await parts.mailing.sender(db);
  const folder = await sentFolder(parts);
  // The folder is being created; the next round finds it.
  if (!sender || !folder) return [];
  for (const { id, tries } of waiting) {
    if (tries >= maxAttempts) {
      await note(parts, id, 'refused', gaveUp);
      continue;
    }
    await note(parts, id, 'storing', null);
    const message = await composeSent(parts, sender, id);
    if (message) await store(parts, client, folder, id, message);
    else await note(parts, id, 'refused', 'The text is not stored.');
  }
  return [folder.id];
}

/** Google's servers put sent emails into Sent themselves. */
const savesSentCopies = ({ capabilities }: ImapFlow) => capabilities.has('X-GM-EXT-1');

async function sentCopies(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ sent_copies: string }>`select sent_copies from mailbox`.execute(db);
  return rows[0]?.sent_copies;
}

/** Emails to customers, suppliers and others, not those to our own users. */
async function listWaiting(db: Database): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select e.id, coalesce(c.tries, 0) as tries from emails e join mailbox b on e.sent_at >= b.sent_copies_since
      left join mail_sent_copies c on c.email_id = e.id
    where e.status = 'sent' and e.user_id is null and e.body_text is not null
      and e.purpose not in ('document-expiry', 'scheduled-report')
      and (c.email_id is null or c.state = 'storing')
    order by e.id limit ${atATime}`.execute(db);
  return rows;
}

async function sentFolder({ db }: StoreSentParts): Promise<SentFolder | undefined> {
  const id = await folderFor(db, 'sent');
  const { rows } = await sql<SentFolder>`
    select id, path from mail_folders where id = ${id} and not to_be_made`.execute(db);
  return rows[0];
}

async function store(
  parts: StoreSentParts,
  client: ImapFlow,
  { path }: SentFolder,
  emailId: number,
  { messageId, content, date }: SentMessage,
): Promise<void> {
  const lock = await client.getMailboxLock(path);
  try {
    // An earlier connection may have broken just after storing it, or the server keeps copies after all.
    const there = await client.search({ header: { 'Message-ID': messageId } }, { uid: true });
    if (Array.isArray(there) && there.length > 0) return await note(parts, emailId, 'there_already', null);
    await askServer(client, () => client.append(path, content, ['\\Seen'], date));
    await note(parts, emailId, 'stored', null);
  } catch (error) {
    if (!(error instanceof ImapRefused)) throw error;
    await note(parts, emailId, 'refused', error.message);
  } finally {
    lock.release();
  }
}

async function note(
  { db, clock }: StoreSentParts,
  emailId: number,
  state: State,
  reason: string | null,
): Promise<void> {
  await sql`
    insert into mail_sent_copies (email_id, state, tries, reason, updated_at)
    values (${emailId}, ${state}, 1, ${reason}, ${clock()})
    on conflict (email_id) do update set state = excluded.state, reason = excluded.reason, updated_at = excluded.updated_at,
      tries = mail_sent_copies.tries + case when excluded.state = 'storing' then 1 else 0 end`.execute(db);
}
