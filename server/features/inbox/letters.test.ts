import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { drafts, templates } from '#domain/emails/draft.contract';
import { emails } from '#domain/emails/email.contract';
import { inbox } from '#domain/emails/inbox.contract';
import { someMessage } from '../../../tests/support/mailbox';
import { type SmtpSink, smtpError, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm, pdfOf } from '../../../tests/support/upload';

let shop: TestApp;
let sink: SmtpSink;
let clerk: Caller & { userId: number };
let other: Caller;
let answer: Error | null = null;
/** Mailboxes that do not exist. */
const unknown = new Set<string>();
beforeAll(async () => {
  sink = await startSmtpSink({
    onRecipient: address => (unknown.has(address) ? smtpError(550, 'No such user') : answer),
  });
  shop = await startTestApp({ jobs: true, smtpUrl: sink.url });
  clerk = await shop.as('view_email', 'create_email', 'view_supplier', 'view_purchaseorder');
  other = await shop.as('view_email', 'create_email');
  await shop.db
    .insertInto('mailbox')
    .values({
      address: 'shop@firm.example',
      host: 'imap.firm.example',
      port: 993,
      security: 'tls',
      username: 'shop',
      password_sealed: 'sealed',
      updated_at: new Date(),
    })
    .execute();
});
beforeEach(() => {
  answer = null;
  sink.delivered.splice(0);
});
afterAll(async () => {
  await shop.close();
  await sink.close();
});

const begin = async (body: Record<string, unknown>) => (await clerk.call(drafts.begin, { body })).reply;
const send = (id: number, who: Caller = clerk) => who.call(drafts.send, { params: { id } });

test('a reply to all goes to everyone except ourselves, refers to its original, and joins the conversation', async () => {
  const id = await someMessage(shop.db, {
    subject: 'Re: Offer',
    from: 'ada@customer.example',
    to: ['shop@firm.example', 'bob@customer.example'],
    cc: ['eve@customer.example'],
    text: 'How much?\n\nAda',
    messageId: 'offer@customer.example',
  });
  await clerk.call(templates.sign, { body: { signature: 'Kind regards\nThe shop' } });
  const draft = await begin({ kind: 'reply_all', answers_id: id });
  expect(draft).toMatchObject({
    to_addresses: ['ada@customer.example'],
    cc_addresses: ['bob@customer.example', 'eve@customer.example'],
    subject: 'Re: Offer',
    body: expect.stringMatching(
      /^\n\nKind regards\nThe shop\n\nOn .*, Ada Byrne <ada@.*> wrote:\n> How much\?\n>\n> Ada$/,
    ),
  });
  const saved = await clerk.call(drafts.save, {
    params: { id: draft.id },
    body: {
      to_addresses: draft.to_addresses,
      cc_addresses: draft.cc_addresses,
      bcc_addresses: ['boss@firm.example'],
      subject: 'Re: Offer',
      body: `£5 each\n${draft.body}`,
      version: 1,
    },
  });
  expect(saved.reply.version).toBe(2);
  expect((await send(draft.id)).reply).toEqual({ success: true, message: 'Email sent.' });
  const [delivery] = sink.delivered;
  expect([...(delivery?.to ?? [])].sort()).toEqual([
    'ada@customer.example',
    'bob@customer.example',
    'boss@firm.example',
    'eve@customer.example',
  ]);
  expect(delivery?.content).toContain('In-Reply-To: <offer@customer.example>');
  expect(delivery?.content).toContain('References: <offer@customer.example>');
  expect(delivery?.content).toContain('Reply-To: shop@firm.example');
  expect(delivery?.content).toMatch(/^Cc: bob@customer.example, eve@customer.example/m);
  expect(delivery?.content).not.toMatch(/boss|Auto-Submitted/);
  // It is in Sent and in the conversation, and no longer a draft.
  const { thread, answered } = (await clerk.call(inbox.get, { params: { id } })).reply;
  expect(thread).toMatchObject([{ kind: 'received' }, { kind: 'sent', status: 'sent' }]);
  expect(answered).toBe(true);
  const sent = (await clerk.call(inbox.sent)).reply.data[0];
  expect((await clerk.call(inbox.getSent, { params: { id: sent?.id ?? 0 } })).reply).toMatchObject({
    to_line: 'ada@customer.example',
    cc_line: 'bob@customer.example, eve@customer.example',
    bcc_line: 'boss@firm.example',
    text: expect.stringContaining('£5 each'),
  });
  expect((await clerk.call(drafts.list)).reply.data).toEqual([]);
  expect((await send(draft.id)).status).toBe(404);
});

test('a message is sent once, however often and by however many users it is sent at once', async () => {
  const draft = await begin({ kind: 'new', to: 'ada@customer.example' });
  const body = {
    to_addresses: ['ada@customer.example'],
    cc_addresses: [],
    bcc_addresses: [],
    subject: 'Once',
    body: 'x',
  };
  await clerk.call(drafts.save, { params: { id: draft.id }, body });
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(draft.id)));
  expect(answers.map(({ status }) => status).sort((one, another) => one - another)).toEqual([
    200, 404, 404, 404,
  ]);
  expect(sink.delivered).toHaveLength(1);
});

test('a failed message shows why, and any user who sees it can send it again', async () => {
  answer = smtpError(550, 'No such user');
  const draft = await begin({ kind: 'new', to: 'nobody@customer.example' });
  const body = {
    to_addresses: ['nobody@customer.example'],
    cc_addresses: [],
    bcc_addresses: [],
    subject: 'Hello',
    body: '',
  };
  await clerk.call(drafts.save, { params: { id: draft.id }, body });
  expect((await send(draft.id)).reply).toMatchObject({
    success: false,
    message: expect.stringContaining('No such user'),
  });
  const failed = (await clerk.call(inbox.sent)).reply.data[0];
  expect(failed).toMatchObject({ status: 'failed', last_error: expect.stringContaining('No such user') });
  expect((await clerk.call(inbox.folders)).reply.sent_failed).toBe(1);
  const undelivered = async () =>
    (await clerk.call(inbox.sent, { query: { status: 'failed,unconfirmed' } })).reply.data.map(
      ({ id }) => id,
    );
  expect(await undelivered()).toEqual([failed?.id]);
  const { rows } = await sql<{ link: string }>`
    select link from notifications where kind = 'failed_email' and key like ${`${failed?.id} %`}`.execute(
    shop.db,
  );
  expect(rows).toEqual([{ link: '/emails/inbox?folder=sent&status=failed,unconfirmed' }]);
  expect((await clerk.call(inbox.sent, { query: { status: 'lost' } })).status).toBe(422);
  answer = null;
  const outsider = await shop.as('create_email');
  const again = { params: { id: failed?.id ?? 0 } };
  expect((await outsider.call(emails.retry, again)).status).toBe(403);
  expect((await other.call(emails.retry, again)).status).toBe(200);
  await expect.poll(async () => (await clerk.call(inbox.sent)).reply.data[0]?.status).toBe('sent');
  expect(await undelivered()).toEqual([]);
});

test('R19 a message that is refused for one of its addresses says so, and is sent again to that one only', async () => {
  unknown.add('boss@customer.example');
  const draft = await begin({ kind: 'new', to: 'ada@customer.example' });
  const body = {
    to_addresses: ['ada@customer.example'],
    cc_addresses: ['boss@customer.example'],
    bcc_addresses: [],
    subject: 'For you and your boss',
    body: 'x',
  };
  await clerk.call(drafts.save, { params: { id: draft.id }, body });
  const refused = 'Not delivered to boss@customer.example. The mail server refused it: “No such user”';
  expect((await send(draft.id)).reply).toEqual({ success: true, message: `Email sent. ${refused}` });
  const newest = async () => (await clerk.call(inbox.sent)).reply.data[0];
  const sent = await newest();
  expect(sent).toMatchObject({ status: 'sent', last_error: refused });
  unknown.clear();
  const again = await other.call(emails.retry, { params: { id: sent?.id ?? 0 } });
  expect(again.reply).toEqual({ message: 'The email to boss@customer.example is being sent again.' });
  await expect.poll(newest).toMatchObject({ status: 'sent', last_error: null });
  expect(sink.delivered.map(({ to }) => to)).toEqual([['ada@customer.example'], ['boss@customer.example']]);
  expect((await other.call(emails.retry, { params: { id: sent?.id ?? 0 } })).refusal.message).toBe(
    'This email has already been sent.',
  );
});

test('a draft belongs to its author only, and a stale edit is refused', async () => {
  const draft = await begin({ kind: 'new' });
  const body = {
    to_addresses: [],
    cc_addresses: [],
    bcc_addresses: [],
    subject: 'Mine',
    body: '',
    version: 1,
  };
  expect((await other.call(drafts.get, { params: { id: draft.id } })).status).toBe(404);
  expect((await other.call(drafts.save, { params: { id: draft.id }, body })).status).toBe(404);
  expect((await other.call(drafts.discard, { params: { id: draft.id } })).status).toBe(404);
  expect((await clerk.call(drafts.save, { params: { id: draft.id }, body })).status).toBe(200);
  expect((await clerk.call(drafts.save, { params: { id: draft.id }, body })).status).toBe(409);
  expect((await send(draft.id)).refusal.errors).toEqual({ to_addresses: ['Enter at least one recipient.'] });
  const smuggled = { ...body, version: 2, to_addresses: ['a@b.example\r\nBcc: evil@x.example'] };
  expect((await clerk.call(drafts.save, { params: { id: draft.id }, body: smuggled })).status).toBe(422);
  expect((await clerk.call(drafts.discard, { params: { id: draft.id } })).status).toBe(200);
});

test('F51 a file that is too large does not hold back the others', async () => {
  const draft = await begin({ kind: 'new', to: 'ada@customer.example' });
  const form = await multipartForm({}, [
    { name: 'huge.pdf', content: pdfOf(10 * 1024 * 1024 + 1) },
    { name: 'offer.pdf', content: pdfOf() },
  ]);
  const { reply } = await clerk.call(drafts.attachments.add, { params: { id: draft.id }, ...form });
  expect(reply.data).toMatchObject([{ file_name: 'offer.pdf' }]);
  expect(reply.rejected).toEqual(['huge.pdf: File too large (max 10MB)']);
  expect((await clerk.call(drafts.discard, { params: { id: draft.id } })).status).toBe(200);
});

test('a message is sent with its files', async () => {
  const draft = await begin({ kind: 'new', to: 'ada@customer.example' });
  const params = { id: draft.id };
  const form = await multipartForm({}, [{ name: 'offer.pdf', content: pdfOf() }]);
  const added = await clerk.call(drafts.attachments.add, { params, ...form });
  expect(added.reply.data).toMatchObject([{ file_name: 'offer.pdf' }]);
  expect((await other.call(drafts.attachments.list, { params })).status).toBe(404);
  const body = {
    to_addresses: ['ada@customer.example'],
    cc_addresses: [],
    bcc_addresses: [],
    subject: 'Offer',
    body: 'x',
  };
  await clerk.call(drafts.save, { params, body });
  await send(draft.id);
  expect(sink.delivered[0]?.content).toContain('filename=offer.pdf');
  const sent = (await clerk.call(inbox.sent)).reply.data[0];
  expect(sent?.has_attachments).toBe(true);
});

test('messages are linked to records by address and number, and reveal no name without permission', async () => {
  const { rows } = await shop.db.executeQuery<{ id: number }>(
    shop.db
      .insertInto('suppliers')
      .values({
        name: 'Acme Ltd',
        email: 'Sales@Acme.example',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .returning('id')
      .compile(),
  );
  const supplier = rows[0]?.id ?? 0;
  const id = await someMessage(shop.db, {
    subject: 'Your order',
    from: 'sales@acme.example',
    numbers: ['PO-404'],
  });
  const links = [{ type: 'supplier', id: supplier, name: 'Acme Ltd', link_id: null }];
  expect((await clerk.call(inbox.get, { params: { id } })).reply.links).toEqual(links);
  expect((await other.call(inbox.get, { params: { id } })).reply.links).toEqual([]);
  const query = { type: 'supplier' as const, id: String(supplier) };
  expect((await clerk.call(inbox.ofRecord, { query })).reply.data).toMatchObject([
    { id, subject: 'Your order' },
  ]);
  expect((await other.call(inbox.ofRecord, { query })).status).toBe(403);
  expect((await clerk.call(inbox.ofRecord, { query: { ...query, id: '999999' } })).status).toBe(404);
  const customer = { type: 'customer' as const, id: '1' };
  expect((await clerk.call(inbox.ofRecord, { query: customer })).status).toBe(403);
});

test('templates have unique names and are edited by users who can write email', async () => {
  const body = { name: 'Thanks', subject: '', body: 'Dear {{name}},\n\nthank you.' };
  const { reply } = await clerk.call(templates.create, { body });
  expect(reply).toMatchObject({ name: 'Thanks', version: 1 });
  expect((await clerk.call(templates.create, { body: { ...body, name: 'THANKS' } })).refusal.errors).toEqual({
    name: ['A template with this name already exists. Choose another name.'],
  });
  const params = { id: reply.id };
  expect(
    (await clerk.call(templates.update, { params, body: { ...body, body: 'Hi', version: 1 } })).status,
  ).toBe(200);
  expect((await clerk.call(templates.update, { params, body: { ...body, version: 1 } })).status).toBe(409);
  expect((await other.call(templates.list)).reply).toMatchObject({ data: [{ body: 'Hi' }], signature: '' });
  expect((await clerk.call(templates.remove, { params })).status).toBe(200);
});

test('a list continues where it ended, batch by batch, and can be searched', async () => {
  for (let n = 0; n < 60; n++)
    await someMessage(shop.db, { subject: `Lot ${n}`, minutesAgo: 5000 + n, seen: n % 2 === 0 });
  const first = await clerk.call(inbox.messages, { query: { search: 'LOT' } });
  expect(first.reply.data).toHaveLength(50);
  const second = await clerk.call(inbox.messages, {
    query: { search: 'LOT', after: first.reply.next ?? '' },
  });
  expect(second.reply).toMatchObject({ data: expect.any(Array), next: null });
  const subjects = [...first.reply.data, ...second.reply.data].map(({ subject }) => subject);
  expect(subjects).toEqual(Array.from({ length: 60 }, (_, n) => `Lot ${n}`));
  const unread = await clerk.call(inbox.messages, { query: { search: 'lot', unread: 'yes' } });
  expect(unread.reply.data).toHaveLength(30);
  expect((await clerk.call(inbox.messages, { query: { after: 'x' } })).status).toBe(422);
  expect((await clerk.call(inbox.messages, { query: { search: '100%_\\' } })).reply.data).toEqual([]);
});

test('F17 F76 refuses a template with unknown placeholders, listing the known ones', async () => {
  const writer = await shop.as('view_email', 'create_email');
  const body = { name: 'Order', subject: 'Your {{order}}', body: 'Dear {{ name }}, {{today}}' };
  const { status, refusal } = await writer.call(templates.create, { body });
  expect([status, refusal.errors]).toEqual([
    422,
    {
      subject: [
        '{{order}} is not a placeholder. Use {{name}}, {{subject}}, {{my_name}}, {{company}} or {{today}}.',
      ],
    },
  ]);
  const wrong = await writer.call(templates.create, {
    body: { ...body, subject: '', body: 'Dear {{Name}}' },
  });
  expect(Object.keys(wrong.refusal.errors ?? {})).toEqual(['body']);
  expect(
    (await writer.call(templates.create, { body: { ...body, subject: 'Re: {{subject}}' } })).status,
  ).toBe(200);
});
