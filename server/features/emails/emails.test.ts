import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emails } from '#domain/emails/email.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { freePort } from '../../../tests/support/counterfoil-process';
import { type SmtpSink, smtpError, startSmtpSink } from '../../../tests/support/smtp-sink';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm, pdfOf, type TestFile } from '../../../tests/support/upload';

let shop: TestApp;
let sink: SmtpSink;
let buyer: Awaited<ReturnType<TestApp['as']>>;
const recipients: string[] = [];
/** How often each address has been tried; the address itself says how the server replies. */
const attemptsOf = (address: string) => recipients.filter(tried => tried === address).length;
const answerTo = (address: string): Error | null => {
  recipients.push(address);
  if (address.startsWith('unknown')) return smtpError(550, '5.1.1 No such mailbox');
  if (address.startsWith('busy') && attemptsOf(address) < 3) return smtpError(450, 'Try later');
  return null;
};

beforeAll(async () => {
  sink = await startSmtpSink({
    onRecipient: answerTo,
    onMessage: ({ to: [address = ''] }, { drop }) => {
      if (address.startsWith('spam')) return smtpError(554, 'Looks like spam');
      if (address.startsWith('drop') && attemptsOf(address) === 1) drop();
      if (address.startsWith('silent')) return new Promise(() => {});
      return null;
    },
  });
  shop = await startTestApp({ jobs: true, smtpUrl: sink.url, retryPausesMs: [100] });
});
// A separate user for each test, because each may send only a limited number of emails a minute.
beforeEach(async () => {
  buyer = await shop.as('view_supplier', 'create_supplier', 'create_email');
});
afterAll(async () => {
  await shop.close();
  await sink.close();
});

let suppliersMade = 0;
const addSupplier = async (more: object = {}) =>
  (
    await buyer.call(suppliers.create, {
      body: { name: `Thornbury Foods ${++suppliersMade}`, phone: '0117 496 0000', ...more },
    })
  ).reply;
const send = async (
  supplierId: number | string,
  email: string,
  { files = [], fileField, key }: { files?: TestFile[]; fileField?: string; key?: string } = {},
) => {
  const form = await multipartForm({ supplier_id: String(supplierId), email }, files, fileField);
  const headers = { ...form.headers, ...(key ? { 'idempotency-key': key } : {}) };
  return buyer.call(emails.sendSupplier, { body: form.body, headers });
};
const listOf = async (id: number) => (await buyer.call(emails.ofSupplier, { params: { id } })).reply.data;
const deliveredTo = (address: string) => sink.delivered.filter(({ to }) => to.includes(address));
const stateOf = async (id: number) => (await listOf(id))[0]?.status;
async function until(id: number, status: string): Promise<void> {
  await expect.poll(() => stateOf(id), { interval: 50 }).toBe(status);
}

test("SE-05 a supplier's details arrive with their attachments, as plain text and escaped HTML", async () => {
  const supplier = await addSupplier({
    name: 'Zoë & <b>Sons</b>',
    contact_person: 'Łukasz "Luke" O\'Neil',
    address: '1 High St\nBristol',
  });
  const files = [
    { name: 'price list.pdf', content: pdfOf(3000) },
    { name: 'терms.pdf', content: pdfOf(2000) },
  ];
  const { status, reply } = await send(supplier.id, ' orders@thornbury.example ', { files });
  expect({ status, reply }).toEqual({
    status: 200,
    reply: { success: true, message: 'Email sent to orders@thornbury.example.' },
  });

  const [delivery, ...more] = deliveredTo('orders@thornbury.example');
  expect(more).toHaveLength(0);
  const content = (delivery?.content ?? '').replaceAll('=\r\n', '');
  const readable = decodeQuotedPrintable(content);
  expect(content).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(readable).toContain('Contact person: Łukasz "Luke" O\'Neil');
  expect(readable).toContain('Zoë &amp; &lt;b&gt;Sons&lt;/b&gt;');
  expect(readable).toContain('1 High St<br>Bristol');
  expect(readable).not.toContain('<b>Sons</b></td>');
  expect(content).toContain('filename="price list.pdf"');

  expect(await listOf(supplier.id)).toMatchObject([
    {
      to_address: 'orders@thornbury.example',
      subject: 'Supplier details: Zoë & <b>Sons</b>',
      status: 'sent',
      attempts: 1,
      last_error: null,
      attachment_names: ['price list.pdf', 'терms.pdf'],
    },
  ]);
  expect(await shop.audits(2)).toMatchObject([
    {
      action: 'email_sent',
      record_type: 'supplier',
      record_id: supplier.id,
      record_name: 'Zoë & <b>Sons</b>',
    },
    {
      action: 'email_queued',
      record_type: 'supplier',
      record_id: supplier.id,
      after: { to: 'orders@thornbury.example', attachments: ['price list.pdf', 'терms.pdf'] },
    },
  ]);
});

test('SE-05 accepts the files as "attachments" too, or none; refuses them in another field', async () => {
  const { id } = await addSupplier();
  const files = [{ name: 'a.pdf', content: pdfOf() }];
  expect((await send(id, 'plain@shop.example')).reply.success).toBe(true);
  expect((await send(id, 'named@shop.example', { files, fileField: 'attachments' })).reply.success).toBe(
    true,
  );
  expect((await listOf(id)).map(email => email.attachment_names)).toEqual([['a.pdf'], []]);
  const stray = await send(id, 'stray@shop.example', { files, fileField: 'files' });
  expect(stray).toMatchObject({ status: 422, refusal: { errors: { files: ['Unknown field.'] } } });
  expect(recipients).not.toContain('stray@shop.example');
});

test('SE-06 a refusal by the mail server is shown in its words, is final, and never counts as sent', async () => {
  const { id } = await addSupplier();
  expect((await send(id, 'unknown@shop.example')).reply).toEqual({
    success: false,
    message:
      'The email to unknown@shop.example was not sent. The mail server refused the message: “No such mailbox”',
  });
  expect((await send(id, 'spam@shop.example')).reply).toMatchObject({
    success: false,
    message: expect.stringContaining('Looks like spam'),
  });
  expect(await listOf(id)).toMatchObject([
    { status: 'failed', sent_at: null },
    { status: 'failed', sent_at: null },
  ]);
  expect(deliveredTo('spam@shop.example')).toHaveLength(0);
});

test('SE-06 without a mail server, or with one that cannot be reached, the reply says so', async () => {
  const unset = await startTestApp({ jobs: true });
  const clerk = await unset.as('view_supplier', 'create_supplier', 'create_email');
  const supplier = (await clerk.call(suppliers.create, { body: { name: 'A' } })).reply;
  const form = await multipartForm({ supplier_id: String(supplier.id), email: 'a@shop.example' });
  expect((await clerk.call(emails.sendSupplier, form)).reply).toEqual({
    success: false,
    message: 'The email to a@shop.example was not sent. No mail server is configured.',
  });
  await unset.close();

  const closed = await startTestApp({ jobs: true, smtpUrl: `smtp://127.0.0.1:${await freePort()}` });
  const other = await closed.as('view_supplier', 'create_supplier', 'create_email');
  const { id } = (await other.call(suppliers.create, { body: { name: 'A' } })).reply;
  const again = await multipartForm({ supplier_id: String(id), email: 'a@shop.example' });
  expect((await other.call(emails.sendSupplier, again)).reply).toMatchObject({
    success: true,
    message: expect.stringContaining('Delivery is being retried'),
  });
  await closed.close();
});

test('SE-05 a message the mail server defers is retried automatically and arrives once', async () => {
  const { id } = await addSupplier();
  expect((await send(id, 'busy@shop.example')).reply).toEqual({
    success: true,
    message:
      'The email to busy@shop.example could not be delivered yet. Delivery is being retried. The mail server asked to try again later: “Try later”',
  });
  await until(id, 'sent');
  expect((await listOf(id))[0]).toMatchObject({ attempts: 3, last_error: null });
  expect(deliveredTo('busy@shop.example')).toHaveLength(1);
});

test('a message whose confirmation was lost is unconfirmed, and only a user can send it again', async () => {
  const { id } = await addSupplier();
  const { reply } = await send(id, 'drop@shop.example');
  expect(reply.success).toBe(false);
  expect(reply.message).toContain('It may or may not have arrived, so it is not sent again automatically.');
  const [email] = await listOf(id);
  expect(email).toMatchObject({ status: 'unconfirmed', attempts: 1, next_attempt_at: null });

  const params = { id: email?.id ?? 0 };
  const before = deliveredTo('drop@shop.example').length;
  expect((await buyer.call(emails.retry, { params })).reply.message).toContain('being sent again');
  await until(id, 'sent');
  expect(deliveredTo('drop@shop.example')).toHaveLength(before + 1);
  expect((await listOf(id))[0]?.attempts).toBe(2);
  expect(await shop.audits(2)).toMatchObject([
    { action: 'email_sent' },
    { action: 'email_retried', record_id: id, before: { status: 'unconfirmed' } },
  ]);
  expect((await buyer.call(emails.retry, { params })).refusal).toMatchObject({
    code: 'conflict',
    message: 'This email has already been sent.',
  });
  expect((await buyer.call(emails.retry, { params: { id: 987_654 } })).status).toBe(404);
});

test('SE-05 waits no longer than ten seconds for a silent mail server', async () => {
  const { id } = await addSupplier();
  expect((await send(id, 'silent@shop.example')).reply).toMatchObject({ success: true });
  await until(id, 'unconfirmed');
});

test('A-HDR V-03 refuses injected headers and second recipients', async () => {
  const { id } = await addSupplier();
  const before = recipients.length;
  for (const email of [
    'a@b.com\r\nBcc: evil@x.test',
    'a@b.com,c@d.com',
    'a@b.com;c@d.com',
    'Name <a@b.com>',
    '"a b"@x.test',
    'a@b.com\0',
    '',
  ]) {
    const { status, refusal } = await send(id, email);
    expect({ email, status, errors: refusal.errors }).toEqual({
      email,
      status: 422,
      errors: { email: ['Enter one email address, such as name@example.co.uk.'] },
    });
  }
  expect(recipients).toHaveLength(before);
  expect(await listOf(id)).toHaveLength(0);
});

test('refuses an unknown supplier, a wrong id and unknown fields', async () => {
  expect((await send(999_999, 'a@shop.example')).status).toBe(404);
  expect((await send('1e3', 'a@shop.example')).refusal.errors).toEqual({
    supplier_id: ['Choose a supplier.'],
  });
  const form = await multipartForm({ supplier_id: '1', email: 'a@shop.example', bcc: 'b@shop.example' });
  expect((await buyer.call(emails.sendSupplier, form)).status).toBe(422);
  expect((await buyer.call(emails.ofSupplier, { params: { id: 999_999 } })).status).toBe(404);
  const json = await buyer.call(emails.sendSupplier, { body: { supplier_id: 1, email: 'a@shop.example' } });
  expect(json.status).toBe(415);
});

test('the same Idempotency-Key sends once, consecutively and concurrently', async () => {
  const { id } = await addSupplier();
  const key = 'the-same-intention';
  const first = await send(id, 'once@shop.example', { key });
  const second = await send(id, 'once@shop.example', { key });
  expect(second.reply).toEqual(first.reply);
  expect(deliveredTo('once@shop.example')).toHaveLength(1);

  const together = await Promise.all(
    [1, 2, 3].map(() => send(id, 'together@shop.example', { key: 'at-the-same-time' })),
  );
  expect(together.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect(deliveredTo('together@shop.example')).toHaveLength(1);
  expect(await listOf(id)).toHaveLength(2);
});

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8');
