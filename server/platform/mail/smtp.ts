import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { composeMessage, lazily, type MailMessage, recipientsOf } from './compose-message';
import { type MailOutcome, type MailStage, outcomeOf, refusedAddresses } from './mail-outcome';
import type { MailServer } from './mail-server';

export type Mailer = { readonly send: (message: MailMessage) => Promise<MailOutcome> };

/** Milliseconds without activity. The library's defaults are 2 minutes, 30 seconds and 10 minutes. */
export type MailTimeouts = { readonly connect: number; readonly greeting: number; readonly socket: number };
const defaultTimeouts: MailTimeouts = { connect: 5_000, greeting: 5_000, socket: 10_000 };

/** A server that sends one byte at a time is never idle, so the whole attempt has a limit too. */
const maxDurationMs = 120_000;
const msPerMegabyte = 10_000;

/** Sends messages to one mail server, each over its own connection. Never throws: it returns the outcome. */
export const openMailer = (
  server: MailServer,
  timeouts: MailTimeouts = defaultTimeouts,
  onFailure: OnFailure = () => undefined,
): Mailer => ({
  send: message => sendOver(server, timeouts, message, onFailure),
});

/** Receives the error of a failed attempt, for diagnosis. */
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
  // Rejects when the connection breaks, at any stage.
  const broken = new Promise<never>((_, reject) => connection.once('error', reject));
  broken.catch(() => undefined);
  // Errors after the connection is abandoned do not matter, but unhandled they would end the process.
  connection.on('error', () => undefined);
  const files = message.attachments.map(lazily);
  const overdue = setTimeout(
    () => connection.emit('error', Object.assign(new Error('Overdue'), { code: 'ETIMEDOUT' })),
    maxDurationMs + (sizeOf(message) / 1024 / 1024) * msPerMegabyte,
  );
  try {
    await Promise.race([broken, step(done => connection.connect(done))]);
    if (server.credentials) {
      stage = 'signing-in';
      const { user, password } = server.credentials;
      await Promise.race([broken, step(done => connection.login({ user, pass: password }, done))]);
    }
    stage = 'talking';
    const body = withEndCallback(composeMessage(server.sender, message, files), () => {
      stage = 'waiting-for-confirmation';
    });
    const to = [...(message.onlyTo ?? recipientsOf(message))];
    const envelope = { from: server.sender.address, to, size: sizeOf(message) };
    const sent = await Promise.race([
      broken,
      step<SMTPConnection.SentMessageInfo>(done => connection.send(envelope, body, done)),
    ]);
    connection.quit();
    return { kind: 'accepted', refused: refusedAddresses(sent.rejectedErrors) };
  } catch (error) {
    connection.close();
    onFailure(error as Error, stage);
    return outcomeOf(error as Error, stage);
  } finally {
    clearTimeout(overdue);
    for (const file of files) file.destroy();
  }
}

const step = <Result = unknown>(
  start: (done: (error?: Error | null, result?: Result) => void) => void,
): Promise<Result> =>
  new Promise((resolve, reject) =>
    start((error, result) => (error ? reject(error) : resolve(result as Result))),
  );

/** Passes a stream through, and calls `tell` when all of it has been read. */
const withEndCallback = (source: Readable, tell: () => void): Readable =>
  Readable.from(
    (async function* () {
      yield* source;
      tell();
    })(),
    { objectMode: false },
  );

/** The approximate size of the message once its files are encoded in base64. */
const sizeOf = ({ text, html, attachments }: MailMessage): number =>
  attachments.reduce(
    (sum, { bytes }) => sum + Math.ceil((bytes * 4) / 3 / 76) * 78 + 500,
    (text.length + html.length) * 2 + 2_000,
  );
