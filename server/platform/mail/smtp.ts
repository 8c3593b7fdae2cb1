import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type MailOutcome, type MailStage, outcomeOf } from './mail-outcome';
import type { MailServer } from './mail-server';

export type MailAttachment = {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly path: string;
};

export type MailMessage = {
  /** The same on every attempt: what is before the @ of the Message-ID. */
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  readonly date: Date;
  /** The firm in whose name it goes out, unless the server was given another name or a person wrote it. */
  readonly sender?: { readonly name: string | null; readonly replyTo: string | null };
  readonly cc?: readonly string[];
  /** Of a letter that a person wrote, and may be answered. */
  readonly letter?: {
    readonly moreTo: readonly string[];
    readonly cc: readonly string[];
    readonly bcc: readonly string[];
    readonly senderName: string;
    readonly replyTo: string | null;
    readonly inReplyTo: string | null;
    readonly references: readonly string[];
  };
};

export type Mailer = { readonly send: (message: MailMessage) => Promise<MailOutcome> };

/** Milliseconds without a sign of life. The library's own are 2 minutes, 30 seconds and 10 minutes. */
export type MailTimeouts = { readonly connect: number; readonly greeting: number; readonly socket: number };
const usualTimeouts: MailTimeouts = { connect: 5_000, greeting: 5_000, socket: 10_000 };

/** A server that drips one byte at a time never falls silent, so the whole has an end too. */
const longestMs = 120_000;
const msPerMegabyte = 10_000;

/** Hands messages to one mail server, each over a connection of its own. It never throws: it says what happened. */
export const openMailer = (
  server: MailServer,
  timeouts: MailTimeouts = usualTimeouts,
  onFailure: OnFailure = () => undefined,
): Mailer => ({
  send: message => sendOver(server, timeouts, message, onFailure),
});

/** Told how far an attempt came that failed, for who looks for the reason. */
export type OnFailure = (error: Error & { readonly command?: string }, stage: MailStage) => void;

async function sendOver(
  server: MailServer,
  timeouts: MailTimeouts,
  message: MailMessage,
  onFailure: OnFailure,
): Promise<MailOutcome> {
  let stage: MailStage = 'connecting';
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.tls,
    requireTLS: server.startTls === 'required',
    ignoreTLS: server.startTls === 'never',
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    dnsTimeout: timeouts.connect,
    tls: { minVersion: 'TLSv1.2', ...(server.serverName ? { servername: server.serverName } : {}) },
  });
  // Whatever breaks the connection arrives here, in every stage.
  const broken = new Promise<never>((_, reject) => connection.once('error', reject));
  broken.catch(() => undefined);
  // Later errors of a connection that is already given up concern nobody, but unheard they would end the process.
  connection.on('error', () => undefined);
  const files = message.attachments.map(lazily);
  const overdue = setTimeout(
    () => connection.emit('error', Object.assign(new Error('Overdue'), { code: 'ETIMEDOUT' })),
    longestMs + (sizeOf(message) / 1024 / 1024) * msPerMegabyte,
  );
  try {
    await Promise.race([broken, step(done => connection.connect(done))]);
    if (server.credentials) {
      stage = 'signing-in';
      const { user, password } = server.credentials;
      await Promise.race([broken, step(done => connection.login({ user, pass: password }, done))]);
    }
    stage = 'talking';
    const body = endTold(bodyOf(server, message, files), () => {
      stage = 'waiting-for-confirmation';
    });
    const envelope = { from: server.sender.address, to: recipientsOf(message), size: sizeOf(message) };
    await Promise.race([broken, step(done => connection.send(envelope, body, done))]);
    connection.quit();
    return { kind: 'accepted' };
  } catch (error) {
    connection.close();
    onFailure(error as Error, stage);
    return outcomeOf(error as Error, stage);
  } finally {
    clearTimeout(overdue);
    for (const file of files) file.destroy();
  }
}

const step = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => start(error => (error ? reject(error) : resolve())));

/** The message as it goes over the wire, made while it is sent: never whole in memory. */
function bodyOf(server: MailServer, message: MailMessage, files: readonly Readable[]): Readable {
  const { sender } = server;
  const { letter } = message;
  const cc = copiesOf(message);
  const replyTo = letter ? letter.replyTo : (message.sender?.replyTo ?? null);
  const name = letter?.senderName ?? sender.name ?? message.sender?.name ?? productName;
  const composer = new MailComposer({
    from: { name, address: sender.address },
    // As objects, so that nothing in an address can be read as a second one.
    to: [message.to, ...(letter?.moreTo ?? [])].map(asObject),
    ...(cc.length > 0 ? { cc: cc.map(asObject) } : {}),
    // Who gets it blind is in the envelope alone.
    ...(replyTo ? { replyTo: asObject(replyTo) } : {}),
    ...(letter?.inReplyTo ? { inReplyTo: `<${letter.inReplyTo}>` } : {}),
    ...(letter && letter.references.length > 0 ? { references: letter.references.map(id => `<${id}>`) } : {}),
    subject: message.subject,
    text: message.text,
    html: message.html,
    date: message.date,
    messageId: `<${message.messageId}@${sender.address.split('@').at(-1) ?? ''}>`,
    ...(letter ? {} : { headers: { 'Auto-Submitted': 'auto-generated' } }),
    attachments: message.attachments.map(({ fileName, mediaType }, index) => ({
      filename: fileName,
      contentType: mediaType,
      content: files[index],
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().createReadStream();
}

/** Before the firm has a name. */
const productName = 'Counterfoil';

const asObject = (address: string) => ({ name: '', address });

/** Everybody who gets it, each once. */
const recipientsOf = (message: MailMessage): string[] => [
  ...new Set([
    message.to,
    ...(message.letter?.moreTo ?? []),
    ...copiesOf(message),
    ...(message.letter?.bcc ?? []),
  ]),
];

const copiesOf = ({ cc, letter }: MailMessage): readonly string[] => letter?.cc ?? cc ?? [];

/** Opens the file when it is first read, so that one file is open at a time. */
const lazily = ({ path }: MailAttachment): Readable =>
  Readable.from(
    (async function* () {
      yield* createReadStream(path);
    })(),
    { objectMode: false },
  );

/** Passes everything on as it is asked for, and tells when the last of it has been taken. */
const endTold = (source: Readable, tell: () => void): Readable =>
  Readable.from(
    (async function* () {
      yield* source;
      tell();
    })(),
    { objectMode: false },
  );

/** About how many bytes the message has once its files are written in base64, in lines. */
const sizeOf = ({ text, html, attachments }: MailMessage): number =>
  attachments.reduce(
    (sum, { bytes }) => sum + Math.ceil((bytes * 4) / 3 / 76) * 78 + 500,
    (text.length + html.length) * 2 + 2_000,
  );
