import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { drafts } from '#domain/emails/draft.contract';
import { inbox, type MessageRow } from '#domain/emails/inbox.contract';
import { mailbox } from '#domain/emails/mailbox.contract';
import { type Dovecot, startDovecot, withoutDovecot } from '../../../tests/support/dovecot';
import {
  filePart,
  mailMessage,
  mailNetwork,
  mailSecrets,
  startWatching,
} from '../../../tests/support/mailbox';
import { type SlowProxy, startSlowProxy } from '../../../tests/support/slow-proxy';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

// Runs against a real mail server, Debian's dovecot-imapd; skipped where it is not installed.
describe.skipIf(withoutDovecot)('a mailbox on a real server', () => {
  let shop: TestApp;
  let reader: Caller;
  let admin: Caller;
  let server: Dovecot;
  let proxy: SlowProxy;
  let watching: { stop: () => Promise<void> } | undefined;

  beforeAll(async () => {
    shop = await startTestApp({ secrets: mailSecrets, mailNetwork });
    admin = await shop.as('admin');
    reader = await shop.as('view_email', 'create_email');
  });
  beforeEach(async () => {
    server = await startDovecot();
    proxy = await startSlowProxy(server.port);
  });
  afterEach(async () => {
    await watching?.stop();
    watching = undefined;
    await proxy.close();
    await server.end();
    await shop.db.deleteFrom('mailbox').execute();
    await shop.db.deleteFrom('mail_folders').execute();
  });
  afterAll(() => shop.close());

  const settings = () => ({
    address: 'shop@firm.example',
    host: '127.0.0.1',
    port: proxy.port,
    security: 'none' as const,
    username: server.user,
    password: server.password,
  });
  const setUp = async () => {
    await admin.call(mailbox.save, { body: settings() });
    watching = startWatching(shop);
  };
  const rows = async (query: Record<string, string> = {}): Promise<MessageRow[]> =>
    (await reader.call(inbox.messages, { query })).reply.data;
  const subjects = async (query?: Record<string, string>) =>
    (await rows(query)).map(({ subject }) => subject);
  const standing = async () => (await reader.call(inbox.folders)).reply.mailbox;
  const folders = async () => (await reader.call(inbox.folders)).reply.folders;
  const textOf = async (id: number) => (await reader.call(inbox.get, { params: { id } })).reply;

  test('messages arrive newest first with text and files, later ones automatically, and none twice', async () => {
    server.deliver(mailMessage({ subject: 'First', text: 'About PO-00012, please.' }), { minutesAgo: 5 });
    const offer = filePart('offer\u202egpj.exe', Buffer.from('MZ not for running'));
    server.deliver(mailMessage({ subject: 'With a file', html: '<p>See <b>this</b></p>', parts: [offer] }));
    await setUp();
    await expect.poll(() => subjects()).toEqual(['With a file', 'First']);
    await expect
      .poll(async () => (await rows()).map(({ snippet }) => snippet))
      .toEqual(['See this', 'About PO-00012, please.']);
    const [withFile] = await rows();
    expect(withFile).toMatchObject({
      from_name: 'Ada Byrne',
      from_address: 'ada@customer.example',
      seen: false,
    });
    const detail = await textOf(withFile?.id ?? 0);
    expect(detail).toMatchObject({ html: expect.stringContaining('<b>this</b>'), body_state: 'fetched' });
    expect(detail.attachments).toMatchObject([{ file_name: 'offergpj.exe', bytes: 18 }]);
    const file = await reader.call(inbox.attachment, {
      params: { id: withFile?.id ?? 0, attachment_id: detail.attachments[0]?.id ?? 0 },
    });
    expect(file.raw.toString()).toBe('MZ not for running');
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="offergpj.exe"/),
      'x-content-type-options': 'nosniff',
    });

    server.deliver(mailMessage({ subject: 'While it is open' }));
    await expect.poll(() => subjects()).toEqual(['While it is open', 'With a file', 'First']);
    // A folder is counted after its messages are stored.
    await expect
      .poll(() => folders())
      .toMatchObject([{ name: 'Inbox', unread: 3, fetched: 3, on_server: 3 }, { role: 'sent' }]);
    expect(await standing()).toMatchObject({ state: 'connected', last_error: null });
  });

  test('read and unread are synced both ways', async () => {
    server.deliver(mailMessage({ subject: 'To be read' }));
    await setUp();
    await expect.poll(() => subjects()).toEqual(['To be read']);
    const id = (await rows())[0]?.id ?? 0;
    const waiting = async () =>
      (await shop.db
        .selectFrom('mail_messages')
        .select(['seen', 'seen_here'])
        .executeTakeFirstOrThrow()) as object;
    await reader.call(inbox.read, { params: { id } });
    await expect.poll(waiting).toEqual({ seen: true, seen_here: false });
    // The server's values stay when everything is fetched again.
    await watching?.stop();
    await shop.db.updateTable('mail_messages').set({ seen: false }).execute();
    await shop.db.updateTable('mail_folders').set({ modseq: '1', uid_next: 1 }).execute();
    watching = startWatching(shop);
    await expect.poll(waiting).toEqual({ seen: true, seen_here: false });
    await reader.call(inbox.unread, { params: { id } });
    await expect.poll(waiting).toEqual({ seen: false, seen_here: false });
    expect((await folders())[0]?.unread).toBe(1);
  });

  test('a message answered here is answered on the server too, and stays so', async () => {
    server.deliver(mailMessage({ subject: 'To be answered' }));
    await setUp();
    await expect.poll(() => subjects()).toEqual(['To be answered']);
    const id = (await rows())[0]?.id ?? 0;
    const standingOf = async () =>
      (await shop.db
        .selectFrom('mail_messages')
        .select(['answered', 'answered_here', 'seen', 'seen_here'])
        .executeTakeFirstOrThrow()) as object;
    await expect
      .poll(() => shop.db.selectFrom('mail_messages').select('body_state').executeTakeFirst())
      .toEqual({ body_state: 'fetched' });
    await watching?.stop();
    const { reply: draft } = await reader.call(drafts.begin, { body: { kind: 'reply', answers_id: id } });
    expect((await reader.call(drafts.send, { params: { id: draft.id } })).status).toBe(200);
    expect(await standingOf()).toMatchObject({ answered: true, answered_here: true });
    watching = startWatching(shop);
    await expect.poll(standingOf).toMatchObject({ answered: true, answered_here: false });
    // It is the server that says so now.
    await watching.stop();
    await shop.db.updateTable('mail_messages').set({ answered: false, seen: true }).execute();
    await shop.db.updateTable('mail_folders').set({ modseq: '1', uid_next: 1 }).execute();
    watching = startWatching(shop);
    await expect.poll(standingOf).toMatchObject({ answered: true, answered_here: false, seen: false });
  });

  test('a server that renumbers its messages leaves each message once, unchanged', async () => {
    for (let n = 1; n <= 30; n++) server.deliver(mailMessage({ subject: `Kept ${n}` }), { minutesAgo: n });
    await setUp();
    await expect.poll(async () => (await rows()).filter(({ snippet }) => snippet !== '').length).toBe(30);
    const before = (await rows()).map(({ id, subject }) => ({ id, subject }));
    await server.stop();
    server.forgetNumbers();
    const validity = (await shop.db.selectFrom('mail_folders').select('uid_validity').execute())[0];
    await server.start();
    await expect
      .poll(async () => (await shop.db.selectFrom('mail_folders').select('uid_validity').execute())[0])
      .not.toEqual(validity);
    server.deliver(mailMessage({ subject: 'After it' }));
    await expect.poll(async () => (await subjects()).length).toBe(31);
    await expect.poll(async () => (await folders())[0]).toMatchObject({ fetched: 31, on_server: 31 });
    const after = (await rows()).map(({ id, subject }) => ({ id, subject }));
    expect(after.filter(({ subject }) => subject !== 'After it')).toEqual(before);
  });

  test('F68 a message that another program deletes on the server is deleted here, and the others stay', async () => {
    for (const subject of ['Kept', 'Deleted there', 'Kept as well'])
      server.deliver(mailMessage({ subject }), { minutesAgo: subject.length });
    await setUp();
    await expect.poll(() => subjects()).toEqual(['Kept', 'Kept as well', 'Deleted there']);
    server.discard('Deleted there');
    await expect.poll(() => subjects()).toEqual(['Kept', 'Kept as well']);
    expect((await sql`select from mail_messages`.execute(shop.db)).rows).toHaveLength(2);
  });

  test('F68 a folder that the server cannot create: messages return to theirs with the reason, and it is gone', async () => {
    server.occupy('Archive');
    for (const subject of ['Kept', 'Other'])
      server.deliver(mailMessage({ subject }), { minutesAgo: subject.length });
    await setUp();
    await expect.poll(() => subjects()).toEqual(['Kept', 'Other']);
    const ids = (await rows()).map(({ id }) => id);
    await reader.call(inbox.move, { body: { ids, to: 'archive' } });
    const refusalOf = async (id: number) => (await textOf(id)).refusal;
    for (const id of ids)
      await expect.poll(() => refusalOf(id)).toContain('The folder “Archive” could not be created.');
    await expect.poll(async () => (await folders()).map(({ name }) => name)).not.toContain('Archive');
    expect(await subjects()).toEqual(['Kept', 'Other']);
    expect(server.holds()).toEqual(['Kept', 'Other']);
  });

  test('a folder deleted there is deleted here with its messages', async () => {
    server.deliver(mailMessage({ subject: 'In a folder' }), { folder: 'Orders' });
    server.deliver(mailMessage({ subject: 'In the inbox' }));
    await setUp();
    await expect.poll(() => subjects()).toEqual(['In the inbox']);
    const orders = async () => (await folders()).find(({ name }) => name === 'Orders');
    await expect.poll(orders).toMatchObject({ fetched: 1, unread: 1 });
    expect(await subjects({ folder_id: String((await orders())?.id) })).toEqual(['In a folder']);
    await server.stop();
    server.remove('Orders');
    await server.start();
    await expect.poll(orders).toBeUndefined();
    expect((await sql`select from mail_messages`.execute(shop.db)).rows).toHaveLength(1);
  });

  test('a slow, a repeatedly cut and a silent connection: nothing is lost or duplicated', async () => {
    for (let n = 1; n <= 60; n++)
      server.deliver(mailMessage({ subject: `Kept ${n}`, text: `${n} `.repeat(200) }), { minutesAgo: n });
    proxy.delayMs = 5;
    proxy.cutAfterBytes = 25_000;
    await setUp();
    await expect
      .poll(async () => (await rows()).filter(({ snippet }) => snippet !== '').length, { timeout: 120_000 })
      .toBe(50);
    expect(proxy.connections()).toBeGreaterThan(2);
    proxy.cutAfterBytes = null;
    await expect.poll(async () => (await folders())[0]).toMatchObject({ fetched: 60, on_server: 60 });
    proxy.silent = true;
    proxy.cutAll();
    await expect.poll(standing).toMatchObject({
      state: 'failed',
      failed_step: 'connect',
      last_error: 'The mail server did not answer in time.',
    });
    // Meanwhile the page shows what is already stored.
    expect(await subjects()).toHaveLength(50);
    proxy.silent = false;
    await expect.poll(standing).toMatchObject({ state: 'connected', last_error: null });
  });

  test('of two processes one watches the mailbox, and the other takes over when it stops', async () => {
    server.deliver(mailMessage({ subject: 'Once' }));
    await setUp();
    await expect.poll(() => subjects()).toEqual(['Once']);
    const connections = proxy.connections();
    const other = startWatching(shop);
    try {
      const held = async () =>
        (await shop.db.selectFrom('mailbox').select('lease').executeTakeFirst())?.lease;
      const first = await held();
      expect(proxy.connections()).toBe(connections);
      await watching?.stop();
      await reader.call(mailbox.check);
      await expect.poll(held).not.toBe(first);
      server.deliver(mailMessage({ subject: 'Twice' }));
      await expect.poll(() => subjects()).toEqual(['Twice', 'Once']);
    } finally {
      await other.stop();
    }
  });

  test('R11 the process that watches the mailbox renews its lease, and leaves the mailbox to one that has taken it', async () => {
    server.deliver(mailMessage({ subject: 'Watched' }));
    await admin.call(mailbox.save, { body: settings() });
    watching = startWatching(shop, { heartbeatMs: 50 });
    await expect.poll(() => subjects()).toEqual(['Watched']);
    const held = () => shop.db.selectFrom('mailbox').select(['lease', 'leased_until']).executeTakeFirst();
    const before = await held();
    await expect
      .poll(async () => (await held())?.leased_until?.getTime())
      .toBeGreaterThan(before?.leased_until?.getTime() ?? 0);
    await sql`update mailbox set lease = gen_random_uuid(), leased_until = now() + interval '1 minute'`.execute(
      shop.db,
    );
    const taken = await held();
    await expect.poll(() => proxy.open()).toBe(0);
    expect(await held()).toEqual(taken);
  });

  test('R11 a process that took the mailbox while the clock was ahead, and was killed, keeps it from no one', async () => {
    server.deliver(mailMessage({ subject: 'Still read' }));
    await admin.call(mailbox.save, { body: settings() });
    await sql`update mailbox set lease = gen_random_uuid(), leased_until = now() + interval '3 days'`.execute(
      shop.db,
    );
    watching = startWatching(shop);
    await expect.poll(() => subjects()).toEqual(['Still read']);
  });

  test('a conversation is found, whichever of its messages came first', async () => {
    server.deliver(mailMessage({ id: 'c@x', subject: 'Re: Offer', inReplyTo: 'b@x' }), { minutesAgo: 1 });
    server.deliver(mailMessage({ id: 'b@x', subject: 'Re: Offer', references: ['a@x'] }), { minutesAgo: 2 });
    server.deliver(mailMessage({ id: 'a@x', subject: 'Offer' }), { minutesAgo: 3 });
    server.deliver(mailMessage({ id: 'z@x', subject: 'Offer' }));
    await setUp();
    await expect.poll(() => subjects()).toHaveLength(4);
    const newest = (await rows()).find(({ subject }) => subject === 'Re: Offer');
    expect((await textOf(newest?.id ?? 0)).thread).toHaveLength(3);
  });
});
