import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { drafts } from '#domain/emails/draft.contract';
import { inbox, type MessageRow } from '#domain/emails/inbox.contract';
import { mailbox } from '#domain/emails/mailbox.contract';
import { ownAccount } from '#domain/session/own-account.contract';
import { type Dovecot, startDovecot, withoutDovecot } from '../../../tests/support/dovecot';
import {
  filePart,
  mailMessage,
  mailNetwork,
  mailSecrets,
  startWatching,
} from '../../../tests/support/mailbox';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

// Runs against a real mail server, Debian's dovecot-imapd; skipped where it is not installed.
describe.skipIf(withoutDovecot)('password links in the mailbox', () => {
  let shop: TestApp;
  let sink: SmtpSink;
  let server: Dovecot;
  let reader: Caller;
  let admin: Awaited<ReturnType<TestApp['as']>>;
  let watching: { stop: () => Promise<void> } | undefined;

  beforeAll(async () => {
    sink = await startSmtpSink();
    shop = await startTestApp({ jobs: true, smtpUrl: sink.url, secrets: mailSecrets, mailNetwork });
    admin = await shop.as('admin');
    reader = await shop.as('view_email', 'create_email');
    // The administrator reads their email in the shop's mailbox.
    await shop.db
      .updateTable('users')
      .set({ email: 'shop@firm.example' })
      .where('id', '=', admin.userId)
      .execute();
    await shop.anonymous.call(ownAccount.forgotPassword, { body: { email: 'shop@firm.example' } });
  });
  beforeEach(async () => {
    server = await startDovecot();
    await admin.call(mailbox.save, {
      body: {
        address: 'shop@firm.example',
        host: '127.0.0.1',
        port: server.port,
        security: 'none' as const,
        username: server.user,
        password: server.password,
      },
    });
  });
  afterEach(async () => {
    await watching?.stop();
    watching = undefined;
    await server.end();
    await shop.db.deleteFrom('mailbox').execute();
    await shop.db.deleteFrom('mail_folders').execute();
  });
  afterAll(async () => {
    await shop.close();
    await sink.close();
  });

  /** The password email of the administrator, as a mail server received it, and the token of its link. */
  const passwordEmail = async () => {
    await expect.poll(() => sink.delivered.length).toBe(1);
    const content = sink.delivered[0]?.content ?? '';
    const token =
      /token=([\w-]{43})/.exec(content.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1] ?? '';
    expect(token).toHaveLength(43);
    return { content, token };
  };
  const states = async () =>
    (
      await sql<{ subject: string; state: string }>`
        select subject, body_state as state from mail_messages order by subject, id`.execute(shop.db)
    ).rows.map(({ subject, state }) => `${subject}: ${state}`);
  const everythingFetched = async () => !(await states()).some(line => line.endsWith('waiting'));
  const rowsOf = async (role: 'inbox' | 'sent'): Promise<MessageRow[]> => {
    const folder = (await reader.call(inbox.folders)).reply.folders.find(one => one.role === role);
    return (await reader.call(inbox.messages, { query: { folder_id: String(folder?.id ?? 0) } })).reply.data;
  };
  /** All that the product kept of messages, and all that it shows of one. */
  const keptAndShown = async (id: number) => {
    const draftOf = async (kind: 'reply' | 'forward') => {
      const draft = await reader.call(drafts.begin, { body: { kind, answers_id: id } });
      expect(draft.status).toBe(200);
      return draft.raw.toString();
    };
    await reader.call(inbox.read, { params: { id } });
    return [
      JSON.stringify(await sql`select * from mail_messages`.execute(shop.db)),
      JSON.stringify(await sql`select * from mail_bodies`.execute(shop.db)),
      JSON.stringify(await sql`select * from mail_attachments`.execute(shop.db)),
      (await reader.call(inbox.get, { params: { id } })).raw.toString(),
      await draftOf('reply'),
      await draftOf('forward'),
    ].join('\n');
  };

  test('our own email with a password link is never fetched, received or in the Sent folder', async () => {
    const { content, token } = await passwordEmail();
    server.deliver(content);
    server.deliver(content, { folder: 'Sent' });
    server.deliver(mailMessage({ subject: 'An order', text: 'Two lamps, please.' }), { minutesAgo: 5 });
    watching = startWatching(shop);
    await expect
      .poll(states)
      .toEqual(['An order: fetched', 'Set a new password: withheld', 'Set a new password: withheld']);
    for (const role of ['inbox', 'sent'] as const) {
      const secret = (await rowsOf(role)).find(({ subject }) => subject === 'Set a new password');
      expect(secret?.snippet).toBe('');
      const all = await keptAndShown(secret?.id ?? 0);
      expect(all).not.toContain(token);
      expect(all).not.toContain('The link works once');
      const { reply } = await reader.call(inbox.get, { params: { id: secret?.id ?? 0 } });
      expect(reply).toMatchObject({ body_state: 'withheld', text: '', html: null, attachments: [] });
    }
    for (const search of ['works once', token.toLowerCase()])
      expect((await reader.call(inbox.messages, { query: { search } })).reply.data).toEqual([]);
  });

  test('nor is one under another id, quoted, wrapped or returned by a mail server; other links are kept', async () => {
    const { content, token } = await passwordEmail();
    const link = `http://localhost:3000/reset-password?token=${token}`;
    const wrapped = `https://safe.example/?url=${encodeURIComponent(link)}&data=1`;
    server.deliver(content.replace(/^Message-ID: .*$/im, 'Message-ID: <new@gateway.example>'));
    server.deliver(mailMessage({ subject: 'Away', text: `I am away.\n\n> ${link}` }));
    server.deliver(mailMessage({ subject: 'Checked', html: `<p><a href="${wrapped}">Set it</a></p>` }));
    server.deliver(
      mailMessage({ subject: 'Returned', parts: [`Content-Type: message/rfc822\n\n${content}`] }),
    );
    server.deliver(
      mailMessage({ subject: 'As a file', parts: [filePart('mail.eml', Buffer.from(content))] }),
    );
    const theirs = `https://supplier.example/reset-password?token=${'a'.repeat(43)}`;
    server.deliver(mailMessage({ subject: 'Supplier', text: `Set your password: ${theirs}` }));
    watching = startWatching(shop);
    await expect.poll(async () => (await states()).length).toBe(6);
    await expect.poll(everythingFetched).toBe(true);
    expect(await states()).toEqual([
      'As a file: withheld',
      'Away: withheld',
      'Checked: withheld',
      'Returned: withheld',
      'Set a new password: withheld',
      'Supplier: fetched',
    ]);
    for (const { id } of await rowsOf('inbox')) expect(await keptAndShown(id)).not.toContain(token);
  });
});
