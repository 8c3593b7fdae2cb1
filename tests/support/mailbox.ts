import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { watchMailbox, type WatchParts } from '../../server/features/inbox';
import { openListener } from '../../server/platform/database/listen';
import type { Connection, Database } from '../../server/platform/database/open-database';
import type { FileStore } from '../../server/platform/files/file-store';
import { openMailParser } from '../../server/platform/mail-parser';
import { readNetworks } from '../../server/platform/network';
import { openSecrets } from '../../server/platform/secrets';

export const mailSecrets = openSecrets(randomBytes(32));
export const mailNetwork = {
  networks: readNetworks('127.0.0.0/8'),
  timeouts: { connect: 2_000, greeting: 2_000, socket: 4_000 },
};

/** A mailbox that no process watches: what is done in it stays queued for its server. */
export const unwatchedMailbox = (db: Database) =>
  db
    .insertInto('mailbox')
    .values({
      address: 'shop@firm.example',
      host: 'imap.firm.example',
      port: 993,
      security: 'tls',
      username: 'shop',
      password_sealed: 'sealed',
      state: 'connected',
      updated_at: new Date(),
    })
    .execute();

/** Watches the mailbox as the product does, with short polling intervals. */
export function startWatching(
  parts: { db: Database; files: FileStore; connection: Connection },

  more: Partial<WatchParts> = {},
): { stop: () => Promise<void> } {
  const listener = openListener(parts.connection);
  const parser = openMailParser();
  const watch = watchMailbox({
    db: parts.db,
    files: parts.files,
    parser,
    listener,
    secrets: mailSecrets,
    reach: mailNetwork,
    mailing: { sender: async () => null },
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    pollMs: 1_000,
    retryPausesMs: [200],
    ...more,
  });
  return {
    stop: async () => {
      await watch.stop();
      await parser.close();
      await listener.close();
    },
  };
}

let messages = 0;

/** A message as stored in a mailbox. */
export function mailMessage(given: {
  id?: string;
  subject?: string;
  from?: string;
  to?: string;
  cc?: string;
  text?: string;
  html?: string;
  inReplyTo?: string;
  references?: readonly string[];
  /** Further parts of the message, each with its headers. */
  parts?: readonly string[];
}): string {
  const {
    id = `m${++messages}@shop.example`,
    subject = `Message ${messages}`,
    from = 'Ada Byrne <ada@customer.example>',
  } = given;
  const { to = 'Shop <shop@firm.example>', text = `The text of ${subject}.` } = given;
  const head = [
    `Message-ID: <${id}>`,
    `Subject: ${subject}`,
    `From: ${from}`,
    `To: ${to}`,
    ...(given.cc ? [`Cc: ${given.cc}`] : []),
    ...(given.inReplyTo ? [`In-Reply-To: <${given.inReplyTo}>`] : []),
    ...(given.references
      ? [`References: ${given.references.map(reference => `<${reference}>`).join(' ')}`]
      : []),
    'MIME-Version: 1.0',
  ];
  const plain = `Content-Type: text/plain; charset=utf-8\n\n${text}\n`;
  if (given.html === undefined && !given.parts) return `${head.join('\n')}\n${plain}`;
  const body = given.html === undefined ? plain : `Content-Type: text/html; charset=utf-8\n\n${given.html}\n`;
  const parts = [body, ...(given.parts ?? [])].map(part => `--edge\n${part}\n`).join('');
  return `${head.join('\n')}\nContent-Type: multipart/related; boundary=edge\n\n${parts}--edge--\n`;
}

/** A file as a message part. */
export const filePart = (name: string, content: Buffer, more: readonly string[] = []): string =>
  [
    `Content-Type: application/octet-stream; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    ...more,
    '',
    content.toString('base64').replaceAll(/.{76}/g, '$&\n'),
  ].join('\n');

/** A message in the inbox as the sync leaves it, without a server. Returns its id. */
export async function someMessage(
  db: Database,
  given: {
    subject?: string;
    from?: string;
    to?: readonly string[];
    cc?: readonly string[];
    text?: string;
    html?: string;
    messageId?: string;
    seen?: boolean;
    minutesAgo?: number;
    numbers?: readonly string[];
  } = {},
): Promise<number> {
  const n = ++messages;
  const {
    subject = `Message ${n}`,
    from = 'ada@customer.example',
    text = `The text of ${subject}.`,
    html = null,
  } = given;
  const {
    to = ['shop@firm.example'],
    cc = [],
    numbers = [],
    minutesAgo = n,
    messageId = `m${n}@customer.example`,
  } = given;
  await sql`insert into mail_folders (path, name, role) values ('INBOX', 'Inbox', 'inbox') on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    insert into mail_messages (folder_id, uid, message_id, thread_key, subject, from_name, from_address, to_line, received_at,
      bytes, seen, snippet, body_state, search_text)
    select id, ${n}, ${messageId}, ${messageId}, ${subject}, 'Ada Byrne', ${from}, ${to.join(', ')},
      now() - ${minutesAgo} * interval '1 minute', 1000, ${given.seen ?? false}, ${text.slice(0, 100)}, 'fetched',
      lower(${`${subject} ${from} ${text}`})
    from mail_folders where path = 'INBOX' returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`insert into mail_bodies (message_id, body_text, body_html) values (${id}, ${text}, ${html})`.execute(
    db,
  );
  const addresses = [
    ['from', from],
    ...to.map(address => ['to', address]),
    ...cc.map(address => ['cc', address]),
  ];
  for (const [role, address] of addresses)
    await sql`insert into mail_addresses (message_id, role, address) values (${id}, ${role}, ${address})`.execute(
      db,
    );
  for (const number of numbers)
    await sql`insert into mail_numbers (message_id, number) values (${id}, ${number})`.execute(db);
  return id;
}
