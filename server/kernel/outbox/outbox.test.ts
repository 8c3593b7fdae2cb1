import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { anonymousActor } from '../../platform/http/context';
import { inTransaction } from '../../platform/database/transaction';
import { openMailer } from '../../platform/mail/smtp';
import { readMailServer } from '../../platform/mail/mail-server';
import { type SmtpSink, smtpError, startSmtpSink } from '../../../tests/support/smtp-sink';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { claimEmail } from './outbox.queries';
import { queueEmail, type QueuedEmail } from './queue-email';
import { type OutboxParts, sendQueuedEmail } from './send-email';
import { sweepOutboxOnce } from './sweep-outbox';

let shop: TestApp;
let sink: SmtpSink;
let answer: Error | null = null;
/** Replies to single recipients. */
let answers: Record<string, Error> = {};
let userId: number;
beforeAll(async () => {
  shop = await startTestApp();
  sink = await startSmtpSink({ onRecipient: address => answers[address] ?? answer });
  userId = (await shop.as('view_supplier')).userId;
});
beforeEach(async () => {
  answer = null;
  answers = {};
  sink.delivered.splice(0);
  await sql`select graphile_worker.remove_job(key) from graphile_worker.jobs`.execute(shop.db);
});
afterAll(async () => {
  await shop.close();
  await sink.close();
});

const parts = (more: Partial<OutboxParts> = {}): OutboxParts => ({
  db: shop.db,
  files: { path: hash => `/nowhere/${hash}` },
  mailer: openMailer(readMailServer(sink.url, 'http://books.example.com')),
  composers: {},
  onAccepted: {},
  clock: () => new Date(),
  log: { error: () => undefined },
  ...more,
});
const later = (ms: number) => () => new Date(Date.now() + ms);

const queue = (more: Partial<QueuedEmail> = {}) =>
  inTransaction(shop.db, tx =>
    queueEmail(
      { tx, actor: anonymousActor, now: new Date(), audits: [] },
      {
        purpose: 'test',
        to: 'zoe@shop.example',
        subject: 'Hello',
        body: { text: 'Hello', html: '<p>Hello</p>' },
        about: { type: 'user', id: userId, name: 'Zoë' },
        ...more,
      },
    ),
  );
const rowOf = (id: number) =>
  shop.db.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const jobsOf = async (id: number) =>
  (
    await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs where key = ${`email ${id}`}`.execute(
      shop.db,
    )
  ).rows;

test('two concurrent workers deliver a message once', async () => {
  const id = await queue();
  await Promise.all(Array.from({ length: 6 }, () => sendQueuedEmail(parts(), id)));
  await sendQueuedEmail(parts(), id);
  expect(sink.delivered).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 1, last_error: null });
});

test('a message whose process was killed while sending becomes unconfirmed and is not sent automatically', async () => {
  const id = await queue();
  // What a killed process leaves behind: a claim without a result.
  const claimed = Date.now();
  const after = (ms: number) => () => new Date(claimed + ms);
  await inTransaction(shop.db, tx => claimEmail(tx, id, new Date(claimed)));
  await sweepOutboxOnce(parts({ clock: after(50_000) }));
  expect((await rowOf(id)).status).toBe('sending');
  await sweepOutboxOnce(parts({ clock: after(61_000) }));
  expect(await rowOf(id)).toMatchObject({
    status: 'unconfirmed',
    last_error: expect.stringContaining('The server stopped while this message was being sent.'),
  });
  await sendQueuedEmail(parts(), id);
  await sweepOutboxOnce(parts({ clock: later(600_000) }));
  expect(sink.delivered).toHaveLength(0);
  expect(await shop.audits()).toMatchObject([{ action: 'email_unconfirmed', record_id: userId }]);
});

test('a message whose job was lost before it was claimed gets a new one', async () => {
  const id = await queue();
  await sql`select graphile_worker.remove_job(${`email ${id}`})`.execute(shop.db);
  await sweepOutboxOnce(parts({ clock: later(50_000) }));
  expect(await jobsOf(id)).toHaveLength(0);
  await sweepOutboxOnce(parts({ clock: later(61_000) }));
  expect(await jobsOf(id)).toHaveLength(1);
});

test('a sender presumed dead that returns has the last word', async () => {
  const id = await queue();
  const slow: OutboxParts['mailer'] = {
    send: async () => {
      await sweepOutboxOnce(parts({ clock: later(61_000) }));
      expect((await rowOf(id)).status).toBe('unconfirmed');
      return { kind: 'accepted', refused: [] };
    },
  };
  await sendQueuedEmail(parts({ mailer: slow }), id);
  expect((await rowOf(id)).status).toBe('sent');
});

test('R36 a message that is always deferred is tried eight times at growing intervals, then left for a user', async () => {
  answer = smtpError(450, 'Mailbox busy');
  const id = await queue();
  const pauses: number[] = [];
  for (let passed = 0, tries = 1; tries < 8; tries++) {
    const at = Date.now() + passed;
    await sendQueuedEmail(parts({ clock: () => new Date(at) }), id);
    const { status, next_attempt_at, attempts } = await rowOf(id);
    expect({ status, attempts }).toEqual({ status: 'retrying', attempts: tries });
    expect(await jobsOf(id)).toEqual([{ run_at: next_attempt_at }]);
    // Not yet due.
    await sendQueuedEmail(parts({ clock: () => new Date(at) }), id);
    expect((await rowOf(id)).attempts).toBe(tries);
    pauses.push(Math.round(((next_attempt_at?.getTime() ?? 0) - at) / 10_000) * 10);
    passed = (next_attempt_at?.getTime() ?? 0) - Date.now() + 1000;
    if (tries === 7) await sendQueuedEmail(parts({ clock: later(passed) }), id);
  }
  expect(pauses).toEqual([30, 120, 300, 900, 3600, 10_800, 28_800]);
  expect(await rowOf(id)).toMatchObject({
    status: 'failed',
    attempts: 8,
    last_error: 'Sending failed after 8 attempts. The mail server asked to try again later: “Mailbox busy”',
  });
  expect(sink.delivered).toHaveLength(0);
});

const [zoe, gone, busy] = ['zoe@shop.example', 'gone@shop.example', 'busy@shop.example'];
const noSuchMailbox = smtpError(550, 'No such mailbox');
const greylisted = smtpError(450, 'Greylisted');
const notices = async (id: number) =>
  (
    await sql<{ words: string }>`
      select words from notifications where kind = 'failed_email' and key like ${`${id} %`} order by id`.execute(
      shop.db,
    )
  ).rows.map(({ words }) => words);

test('R19 addresses that are refused are named and notified, and only those deferred are tried again', async () => {
  answers = { [gone]: noSuchMailbox, [busy]: greylisted };
  const accepted: string[] = [];
  const onAccepted = { test: async (_tx: unknown, { to }: { to: string }) => void accepted.push(to) };
  const id = await queue({ cc: [gone, busy] });
  await sendQueuedEmail(parts({ onAccepted }), id);
  const refused = [{ address: gone, reply: 'The mail server refused it: “No such mailbox”' }];
  expect(await rowOf(id)).toMatchObject({
    status: 'retrying',
    open_addresses: [busy],
    refused_addresses: refused,
    last_error:
      'Not delivered to gone@shop.example. The mail server refused it: “No such mailbox” Not delivered to busy@shop.example yet. The mail server asked to try again later: “Greylisted”',
  });
  expect(accepted, 'its first recipient has it').toEqual([zoe]);
  expect(await notices(id)).toEqual(['An email could not be delivered to all its addresses.']);
  answers = {};
  await sendQueuedEmail(parts({ clock: later(60_000), onAccepted }), id);
  expect(sink.delivered.map(({ to }) => to)).toEqual([[zoe], [busy]]);
  expect(await rowOf(id)).toMatchObject({
    status: 'sent',
    attempts: 2,
    open_addresses: [],
    refused_addresses: refused,
    last_error: 'Not delivered to gone@shop.example. The mail server refused it: “No such mailbox”',
  });
  expect(accepted).toEqual([zoe]);
  expect(await notices(id), 'no address more was given up').toHaveLength(1);
  expect((await shop.audits()).at(-1)).toMatchObject({
    action: 'email_sent',
    after: { reason: expect.stringContaining('Not delivered to gone@shop.example.') },
  });
});

test('R19 an email whose first recipient is refused has failed, though others got it', async () => {
  answers = { [zoe]: noSuchMailbox };
  const id = await queue({ cc: [busy] });
  await sendQueuedEmail(parts(), id);
  expect(sink.delivered.map(({ to }) => to)).toEqual([[busy]]);
  expect(await rowOf(id)).toMatchObject({
    status: 'failed',
    sent_at: null,
    last_error: 'Not delivered to zoe@shop.example. The mail server refused it: “No such mailbox”',
  });
  expect(await notices(id)).toEqual(['An email could not be delivered.']);
});

test('R19 an address that is deferred at every attempt is given up after eight, and no one gets the email twice', async () => {
  answers = { [busy]: greylisted };
  const id = await queue({ cc: [busy] });
  for (let tries = 1; tries <= 8; tries++)
    await sendQueuedEmail(parts({ clock: later(tries * 24 * 3600_000) }), id);
  expect(sink.delivered.map(({ to }) => to)).toEqual([[zoe]]);
  expect(await rowOf(id)).toMatchObject({
    status: 'sent',
    attempts: 8,
    refused_addresses: [{ address: busy }],
    last_error: 'Not delivered to busy@shop.example. The mail server asked to try again later: “Greylisted”',
  });
  expect(await notices(id)).toEqual(['An email could not be delivered to all its addresses.']);
});

test('without a mail server a message fails at once and for good', async () => {
  const id = await queue();
  await sendQueuedEmail(parts({ mailer: null }), id);
  expect(await rowOf(id)).toMatchObject({
    status: 'failed',
    last_error: 'No mail server is configured.',
    next_attempt_at: null,
  });
});

test('a secret link is created when the message is sent, and not stored', async () => {
  let composed = 0;
  const composers: OutboxParts['composers'] = {
    'password-reset': async (tx, { userId: forUser, to }) => {
      composed++;
      expect({ forUser, to }).toEqual({ forUser: userId, to: 'zoe@shop.example' });
      await sql`select 1`.execute(tx);
      return { subject: 'Set a new password', text: `secret-link-${composed}`, html: `<p>secret-link</p>` };
    },
  };
  answer = smtpError(450, 'Later');
  const id = await queue({ purpose: 'password-reset', body: null });
  await sendQueuedEmail(parts({ composers }), id);
  answer = null;
  await sendQueuedEmail(parts({ composers, clock: later(60_000) }), id);
  expect(sink.delivered.map(({ content }) => /secret-link-\d/.exec(content)?.[0])).toEqual(['secret-link-2']);
  const stored = JSON.stringify([
    await shop.db.selectFrom('emails').selectAll().execute(),
    await shop.db.selectFrom('audit_log').selectAll().execute(),
    (await sql`select * from graphile_worker._private_jobs`.execute(shop.db)).rows,
  ]);
  expect(stored).not.toContain('secret-link');
});

test('a message that cannot be composed is not retried for ever', async () => {
  const id = await queue({ purpose: 'unheard-of', body: null });
  await sendQueuedEmail(parts(), id);
  expect((await rowOf(id)).status).toBe('failed');

  const failing = await queue({ purpose: 'broken', body: null });
  const composers = { broken: () => Promise.reject(new Error('no such user')) };
  await sendQueuedEmail(parts({ composers }), failing);
  expect(await rowOf(failing)).toMatchObject({
    status: 'retrying',
    last_error: 'The server could not prepare the message.',
  });
});
