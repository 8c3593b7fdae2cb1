import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type SmtpSink, smtpError, startSmtpSink } from '../../../tests/support/smtp-sink';
import { freePort } from '../../../tests/support/counterfoil-process';
import type { MailMessage } from './compose-message';
import { type MailTimeouts, openMailer } from './smtp';
import { readMailServer } from './mail-server';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});
const sinkWith = async (...options: Parameters<typeof startSmtpSink>): Promise<SmtpSink> => {
  const sink = await startSmtpSink(...options);
  opened.push(sink.close);
  return sink;
};

const message: MailMessage = {
  messageId: 'b7f3',
  to: 'orders@thornbury.example',
  subject: 'Supplier details: Zoë & Łukasz',
  text: 'Total £5.00\n.\nA line that begins with a dot ends nothing.',
  html: '<p>Total £5.00</p>',
  attachments: [],
  date: new Date('2026-03-02T09:00:00Z'),
};
/** Short limits: the test is that they are kept, not how long they are. */
const shortTimeouts: MailTimeouts = { connect: 2_000, greeting: 300, socket: 400 };
/** Long enough to get past the greeting on a busy machine. */
const untilSilent: MailTimeouts = { connect: 20_000, greeting: 20_000, socket: 3_000 };
const sendTo = (url: string, changes: Partial<MailMessage> = {}, timeouts?: MailTimeouts) =>
  openMailer(readMailServer(url, 'http://books.example.com'), timeouts).send({ ...message, ...changes });

/** A scripted server: `answer` maps each line it receives to a reply. */
async function scripted(greeting: string | null, answer: (line: string, socket: Socket) => string | null) {
  const sockets = new Set<Socket>();
  const server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (greeting !== null) socket.write(`${greeting}\r\n`);
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n').slice(0, -1)) {
        const reply = answer(line, socket);
        if (reply !== null) socket.write(`${reply}\r\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a message arrives once, whole, with its own Message-ID, sender and attachment', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-mail-'));
  opened.push(() => rm(folder, { recursive: true }));
  const path = join(folder, 'bytes');
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256));
  await writeFile(path, bytes);
  const sink = await sinkWith();
  const attachments = [
    { fileName: 'Prüfung “1”.pdf', mediaType: 'application/pdf', bytes: bytes.length, path },
  ];
  expect(await sendTo(sink.url, { attachments })).toEqual({ kind: 'accepted', refused: [] });

  expect(sink.delivered).toHaveLength(1);
  const [{ to, content } = { to: [], content: '' }] = sink.delivered;
  expect(to).toEqual(['orders@thornbury.example']);
  expect(content).toContain('From: Counterfoil <no-reply@books.example.com>');
  expect(content).toContain('Message-ID: <b7f3@books.example.com>');
  expect(content).toContain('Auto-Submitted: auto-generated');
  const encoded = /filename[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)\r\n--/.exec(content)?.[1] ?? '';
  const sha = (block: Buffer) => createHash('sha256').update(block).digest('hex');
  expect(sha(Buffer.from(encoded, 'base64'))).toBe(sha(bytes));
});

test("a refused recipient is final, in the server's words", async () => {
  const sink = await sinkWith({ onRecipient: () => smtpError(550, '5.1.1 No such mailbox') });
  expect(await sendTo(sink.url)).toEqual({
    kind: 'refused',
    reason: 'The mail server refused the message: “No such mailbox”',
  });
  expect(sink.handedOver()).toBe(0);
});

test('R19 recipients refused one by one are named with the reply, whether another attempt may help or not', async () => {
  const replies: Record<string, Error> = {
    'gone@thornbury.example': smtpError(550, '5.1.1 No such mailbox'),
    'busy@thornbury.example': smtpError(450, '4.2.0 Greylisted'),
  };
  const sink = await sinkWith({ onRecipient: address => replies[address] ?? null });
  const cc = Object.keys(replies);
  expect(await sendTo(sink.url, { cc })).toEqual({
    kind: 'accepted',
    refused: [
      {
        address: 'gone@thornbury.example',
        reply: 'The mail server refused it: “No such mailbox”',
        isFinal: true,
      },
      {
        address: 'busy@thornbury.example',
        reply: 'The mail server asked to try again later: “Greylisted”',
        isFinal: false,
      },
    ],
  });
  expect(sink.delivered.map(({ to }) => to)).toEqual([['orders@thornbury.example']]);
  expect(await sendTo(sink.url, { cc, onlyTo: cc }), 'no recipient got it, one still may').toEqual({
    kind: 'deferred',
    reason: 'The mail server asked to try again later: “Greylisted”',
    refused: [expect.objectContaining({ address: 'gone@thornbury.example', isFinal: true })],
  });
  delete replies['busy@thornbury.example'];
  expect(await sendTo(sink.url, { cc, onlyTo: ['busy@thornbury.example'] })).toMatchObject({ refused: [] });
  const last = sink.delivered.at(-1);
  expect(last?.to).toEqual(['busy@thornbury.example']);
  expect(last?.content).toContain('To: orders@thornbury.example');
});

test('a message refused after it was sent is final and not delivered', async () => {
  const sink = await sinkWith({ onMessage: () => smtpError(554, 'Looks like spam') });
  expect(await sendTo(sink.url)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('Looks like spam'),
  });
  expect(sink.delivered).toHaveLength(0);
});

test('a temporary refusal is retried later', async () => {
  const sink = await sinkWith({ onRecipient: () => smtpError(450, 'Greylisted') });
  expect(await sendTo(sink.url)).toEqual({
    kind: 'deferred',
    reason: 'The mail server asked to try again later: “Greylisted”',
  });
});

test('a closed port, no greeting and a silent server are retried later', async () => {
  expect(await sendTo(`smtp://127.0.0.1:${await freePort()}`)).toMatchObject({
    kind: 'deferred',
    reason: expect.stringContaining('no server responds'),
  });
  const silent = await scripted(null, () => null);
  expect(await sendTo(silent, {}, shortTimeouts)).toMatchObject({
    kind: 'deferred',
    reason: 'The mail server did not answer in time.',
  });
  const stuck = await scripted('220 hello', line =>
    line.startsWith('RCPT') ? null : line.startsWith('EHLO') ? '250 hello' : '250 ok',
  );
  expect(await sendTo(stuck, {}, shortTimeouts)).toMatchObject({ kind: 'deferred' });
});

test('a connection that breaks before the message is sent is retried later', async () => {
  for (const word of ['EHLO', 'MAIL', 'RCPT', 'DATA']) {
    const url = await scripted('220 hello', (line, socket) => {
      if (!line.startsWith(word)) return '250 ok';
      socket.destroy();
      return null;
    });
    expect({ word, ...(await sendTo(url, {}, shortTimeouts)) }).toMatchObject({ word, kind: 'deferred' });
  }
});

test('a message sent in full and never acknowledged is unconfirmed, whether dropped or silent', async () => {
  const dropping = await sinkWith({
    onMessage: (_delivery, { drop }) => {
      drop();
      return null;
    },
  });
  expect(await sendTo(dropping.url)).toMatchObject({
    kind: 'unconfirmed',
    reason: expect.stringContaining('may or may not have arrived'),
  });
  expect(dropping.handedOver()).toBe(1);

  let receiving = false;
  const silent = await scripted('220 hello', line => {
    if (receiving) return null;
    receiving = line === 'DATA';
    return receiving ? '354 go on' : '250 ok';
  });
  expect(await sendTo(silent, {}, untilSilent)).toMatchObject({ kind: 'unconfirmed' });
});

test('a missing attachment makes the attempt final, and nothing is delivered', async () => {
  const sink = await sinkWith();
  const attachments = [{ fileName: 'a.pdf', mediaType: 'application/pdf', bytes: 3, path: '/nowhere/a' }];
  expect(await sendTo(sink.url, { attachments }, untilSilent)).toEqual({
    kind: 'refused',
    reason: 'An attachment could not be read on this server.',
  });
  expect(sink.delivered).toHaveLength(0);
});

test('a message larger than the server accepts is refused before it is sent', async () => {
  const sink = await sinkWith({ server: { size: 1_000_000 } });
  const attachments = [
    { fileName: 'a.pdf', mediaType: 'application/pdf', bytes: 2_000_000, path: '/nowhere' },
  ];
  expect(await sendTo(sink.url, { attachments })).toEqual({
    kind: 'refused',
    reason: 'The message is too large for the mail server.',
  });
});

test('an unverified certificate, a missing STARTTLS and the wrong kind of TLS send nothing', async () => {
  const selfSigned = await sinkWith({ server: { secure: true } });
  expect(await sendTo(selfSigned.url.replace('smtp:', 'smtps:'))).toMatchObject({
    kind: 'deferred',
    reason: expect.stringContaining('certificate could not be verified'),
  });
  expect(selfSigned.handedOver()).toBe(0);

  const plain = await sinkWith();
  expect(await sendTo(plain.url.replace('smtp:', 'smtps:'))).toMatchObject({
    kind: 'deferred',
    reason: expect.stringContaining('smtp or smtps'),
  });
  const withTls = { ...readMailServer(plain.url, 'http://a.example'), startTls: 'required' as const };
  expect(await openMailer(withTls).send(message)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('secure connection'),
  });
  expect(plain.handedOver()).toBe(0);

  const offering = await sinkWith({ server: { disabledCommands: ['AUTH'] } });
  const taking = { ...readMailServer(offering.url, 'http://a.example'), startTls: 'when-offered' as const };
  expect(await openMailer(taking).send(message)).toMatchObject({
    kind: 'deferred',
    reason: expect.stringContaining('certificate could not be verified'),
  });
  expect(await sendTo(offering.url)).toEqual({ kind: 'accepted', refused: [] });
});

test('wrong credentials are final and not blamed on the message', async () => {
  const sink = await sinkWith({
    server: {
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(smtpError(535, 'Authentication failed')),
    },
  });
  expect(await sendTo(sink.url.replace('//', '//clerk:wrong@'))).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('user name and password'),
  });
});

test('SMTP_URL sets the sender; a password is never sent unencrypted beyond this machine', () => {
  const read = (url: string) => readMailServer(url, 'https://books.example.com');
  expect(read('smtp://mail.example.com')).toMatchObject({
    port: 587,
    tls: false,
    startTls: 'when-offered',
    credentials: null,
    sender: { name: null, address: 'no-reply@books.example.com' },
  });
  expect(read('smtps://clerk%40shop.example:p%3Aw@mail.example.com')).toMatchObject({
    port: 465,
    tls: true,
    startTls: 'required',
    credentials: { user: 'clerk@shop.example', password: 'p:w' },
    sender: { address: 'clerk@shop.example' },
  });
  expect(read('smtp://clerk:pw@127.0.0.1:25?from=books@shop.example')).toMatchObject({
    startTls: 'never',
    sender: { address: 'books@shop.example' },
  });
  expect(() => read('smtp://mail.example.com?from=nobody')).toThrow('not an email address');
  expect(() => read('smtp://clerk:100%sure@mail.example.com')).toThrow(/^SMTP_URL contains a % (?!.*sure)/);
});
