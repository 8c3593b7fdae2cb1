import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { drafts } from '#domain/emails/draft.contract';
import { inbox } from '#domain/emails/inbox.contract';
import { mailbox, type SentCopies } from '#domain/emails/mailbox.contract';
import {
  type Dovecot,
  type DovecotOptions,
  startDovecot,
  withoutDovecot,
} from '../../../tests/support/dovecot';
import { mailMessage, mailNetwork, mailSecrets, startWatching } from '../../../tests/support/mailbox';
import { type SlowProxy, startSlowProxy } from '../../../tests/support/slow-proxy';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { type Mailing, openMailing } from '../../kernel/outbox';
import { readMailServer } from '../../platform/mail/mail-server';

describe.skipIf(withoutDovecot)("F68 sent emails are kept in the server's Sent folder", () => {
  let shop: TestApp;
  let sink: SmtpSink;
  let mailing: Mailing;
  let clerk: Caller;
  let admin: Caller;
  let server: Dovecot;
  let proxy: SlowProxy;
  let watching: { stop: () => Promise<void> } | undefined;

  beforeAll(async () => {
    sink = await startSmtpSink();
    const environment = readMailServer(sink.url, 'http://localhost:3000');
    mailing = openMailing({ environment, secrets: mailSecrets, reach: mailNetwork });
    shop = await startTestApp({ jobs: true, smtpUrl: sink.url, secrets: mailSecrets, mailNetwork });
    clerk = await shop.as('view_email', 'create_email');
    admin = await shop.as('admin');
  });
  beforeEach(() => void sink.delivered.splice(0));
  afterEach(async () => {
    await watching?.stop();
    watching = undefined;
    await proxy.close();
    await server.end();
    await shop.db.deleteFrom('mailbox').execute();
    await shop.db.deleteFrom('mail_folders').execute();
  });
  afterAll(async () => {
    await shop.close();
    await sink.close();
  });

  const setUp = async (sent_copies: SentCopies | null, options: DovecotOptions = {}) => {
    server = await startDovecot(options);
    proxy = await startSlowProxy(server.port);
    const settings = { address: 'shop@firm.example', host: '127.0.0.1', security: 'none' as const };
    const { user: username, password } = server;
    const saved = await admin.call(mailbox.save, {
      body: { ...settings, port: proxy.port, username, password, sent_copies },
    });
    expect(saved.reply.mailbox?.sent_copies).toBe(sent_copies ?? 'automatic');
    watching = startWatching(shop, { mailing });
    await expect.poll(async () => (await clerk.call(inbox.folders)).reply.mailbox?.state).toBe('connected');
  };
  const send = async (subject: string) => {
    const { reply } = await clerk.call(drafts.begin, { body: { kind: 'new', to: 'ada@customer.example' } });
    const body = {
      to_addresses: ['ada@customer.example'],
      cc_addresses: [],
      bcc_addresses: ['boss@firm.example'],
      subject,
      body: 'It is on its way.',
    };
    await clerk.call(drafts.save, { params: { id: reply.id }, body });
    expect((await clerk.call(drafts.send, { params: { id: reply.id } })).reply.success).toBe(true);
  };
  const waitingToBeSent = async () => {
    const { rows } = await sql<{
      emails: number;
    }>`select count(*) as emails from emails where status <> 'sent'`.execute(shop.db);
    return rows[0]?.emails;
  };
  const copies = async () =>
    (
      await shop.db
        .selectFrom('mail_sent_copies')
        .select(['state', 'reason'])
        .orderBy('email_id', 'desc')
        .execute()
    )[0];

  test('F68 a sent message is stored once, marked as read, and is one message of the conversation', async () => {
    await setUp(null);
    await send('Your order');
    await expect.poll(() => server.holds('Sent')).toEqual(['Your order S']);
    const content = server.contentOf('Your order', 'Sent');
    const sent = sink.delivered[0]?.content ?? '';
    const idOf = (text: string) => /^Message-ID: (<.+>)\r?$/im.exec(text)?.[1];
    expect(idOf(content)).toBe(idOf(sent));
    expect(idOf(content)).toMatch(/^<.+@.+>$/);
    // Our own copy names the blind recipients; the message that was sent does not.
    expect(content).toMatch(/^Bcc: boss@firm\.example/m);
    expect(sent).not.toContain('boss@firm.example');
    await expect.poll(copies).toEqual({ state: 'stored', reason: null });
    const id = idOf(sent)?.slice(1, -1) ?? '';
    server.deliver(mailMessage({ subject: 'Re: Your order', inReplyTo: id, references: [id] }));
    const answer = async () => (await clerk.call(inbox.messages)).reply.data[0];
    await expect.poll(async () => (await answer())?.subject).toBe('Re: Your order');
  });

  test('F68 a connection that breaks while storing leaves one copy', async () => {
    await setUp('always');
    const all: string[] = [];
    // Before the server says whether it has the copy; and once it has stored it, before it says so.
    for (const answer of [/\* E?SEARCH/, /Append completed/]) {
      await watching?.stop();
      await send(`Cut before ${answer.source}`);
      await expect.poll(waitingToBeSent).toBe(0);
      proxy.cutBefore(answer);
      watching = startWatching(shop, { mailing });
      await expect.poll(proxy.isCut).toBe(true);
      const copy = `Cut before ${answer.source} S`;
      if (answer.source.startsWith('Append')) expect(server.holds('Sent')).toContain(copy);
      proxy.mend();
      all.push(copy);
      await expect.poll(() => server.holds('Sent')).toEqual(all.toSorted());
      await expect.poll(copies).toMatchObject({ state: expect.stringMatching(/^stored|there_already$/) });
    }
    await clerk.call(mailbox.check);
    await send('The last');
    await expect.poll(() => server.holds('Sent')).toEqual([...all, 'The last S'].toSorted());
  });

  test('F68 a copy that breaks the connection three times is given up, and the message says so', async () => {
    await setUp('always');
    await watching?.stop();
    await send('Never stored');
    await expect.poll(waitingToBeSent).toBe(0);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      proxy.cutBefore(/\* E?SEARCH/);
      watching = startWatching(shop, { mailing });
      await expect.poll(proxy.isCut).toBe(true);
      await watching.stop();
      expect(await copies()).toEqual({ state: 'storing', reason: null });
      proxy.mend();
    }
    watching = startWatching(shop, { mailing });
    const broke = 'The connection to the mail server broke each of the three times that it was tried.';
    await expect.poll(copies).toEqual({ state: 'refused', reason: broke });
    const id = (await clerk.call(inbox.sent)).reply.data[0]?.id ?? 0;
    expect((await clerk.call(inbox.getSent, { params: { id } })).reply.copy_refused).toBe(broke);
    expect(server.holds('Sent')).toEqual([]);
  });

  test('F68 a copy that the server made itself is not made again', async () => {
    await setUp('always');
    await watching?.stop();
    await send('Kept by the server');
    server.deliver(sink.delivered[0]?.content ?? '', { folder: 'Sent' });
    watching = startWatching(shop, { mailing });
    await expect.poll(copies).toEqual({ state: 'there_already', reason: null });
    expect(server.holds('Sent')).toEqual(['Kept by the server']);
  });

  test('F68 a server known to keep copies keeps its own, and no copies are made when switched off', async () => {
    await setUp('automatic', {
      capability: 'IMAP4rev1 LITERAL+ SASL-IR ID ENABLE IDLE MOVE UIDPLUS SPECIAL-USE X-GM-EXT-1',
    });
    await send('Through Google');
    await expect.poll(copies).toEqual({ state: 'left_to_server', reason: null });
    expect(server.holds('Sent')).toEqual([]);
    await watching?.stop();
    await proxy.close();
    await server.stop();
    await shop.db.deleteFrom('mailbox').execute();
    await shop.db.deleteFrom('mail_folders').execute();
    await setUp('never');
    await send('Kept nowhere');
    // Another message after it: the copy would have been stored first.
    server.deliver(mailMessage({ subject: 'Later' }));
    await expect.poll(async () => (await clerk.call(inbox.messages)).reply.data[0]?.subject).toBe('Later');
    expect(server.holds('Sent')).toEqual([]);
  });

  test('F68 a full mailbox is reported beside the message, which is sent all the same', async () => {
    await setUp('always', { maxMessages: 1 });
    server.deliver(mailMessage({ subject: 'Fills it' }));
    await send('Too much');
    await expect
      .poll(copies)
      .toMatchObject({ state: 'refused', reason: expect.stringContaining('The mailbox is full.') });
    const id = (await clerk.call(inbox.sent)).reply.data[0]?.id ?? 0;
    const sent = (await clerk.call(inbox.getSent, { params: { id } })).reply;
    expect(sent).toMatchObject({
      status: 'sent',
      copy_refused: expect.stringContaining('The mailbox is full.'),
    });
  });
});
