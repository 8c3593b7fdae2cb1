import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkEmails } from '#domain/bulk-emails/bulk-email.contract';
import { letters } from '#domain/wallet/letters.contract';
import { statementBulkEmail } from '#domain/wallet/statement-bulk-email.contract';
import { attachedText, previewOf, startBulkEmail } from '../../../tests/support/bulk-emails';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let sink: SmtpSink;
let seller: Caller;
let clerk: Caller & { userId: number };
let till: number;
let product: number;
beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startTestApp({ jobs: true, smtpUrl: sink.url });
  seller = await app.as('view_pos', 'create_sale', 'sell_on_account');
  clerk = await app.as('view_customer', 'view_ledger', 'create_email');
  till = await openTill(app.db);
  product = await stockedProduct(app.db, { name: 'Green tea', pieces: '1000' });
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

const { sold } = shopFloor(() => ({ app, seller, till }));

/** A customer who owes for as many packets at £2.40 each. */
async function debtor(name: string, email: string | null, packets: number): Promise<number> {
  const customer = await customerWithCredit(app.db, 100_000, name);
  await sql`update customers set email = ${email} where id = ${customer}`.execute(app.db);
  const total = packets * 240;
  if (packets > 0)
    await sold([{ product_id: product, quantity: String(packets) }], total, {
      customer_id: customer,
      tenders: [{ method: 'account', tendered: (total / 100).toFixed(2) }],
    });
  return customer;
}

const doneWith = async (id: number, counts: object) => {
  await expect
    .poll(async () => (await clerk.call(bulkEmails.get, { params: { id } })).reply, { timeout: 60_000 })
    .toMatchObject({ state: 'done', ...counts });
};

test('each customer with something open gets their own statement, recorded as one sent by itself', async () => {
  const ada = await debtor('Teashop Ada', 'ada@tea.example', 1);
  const bob = await debtor('Teashop Bob', 'bob@tea.example', 3);
  await debtor('Teashop Cy', null, 2);
  await debtor('Teashop Dee', 'dee@tea.example', 0);
  const merged = await debtor('Teashop Eve', 'eve@tea.example', 0);
  await sql`update customers set merged_into_id = ${ada}, status = 'inactive' where id = ${merged}`.execute(
    app.db,
  );
  const preview = await previewOf(clerk, statementBulkEmail, {
    search: 'teashop',
    status: 'active,inactive,merged',
  });
  expect(preview).toMatchObject({ count: 5, sending: 2, recent: 0 });
  expect(preview.left_out.map(({ reason, records }) => [reason, records.map(({ name }) => name)])).toEqual([
    ['No email address.', ['Teashop Cy']],
    ['Nothing is open on the account.', ['Teashop Dee']],
    ['It was merged into another customer.', ['Teashop Eve']],
  ]);
  expect(preview.example).toMatchObject({
    email: 'ada@tea.example',
    values: { customer: 'Teashop Ada', balance: '£2.40', overdue: '£0.00' },
  });

  const { id } = await startBulkEmail(
    clerk,
    statementBulkEmail,
    { search: 'teashop' },
    {},
    { subject: 'Statement for {{customer}}', message: 'Balance due {{balance}}, {{period}}.' },
  );
  await doneWith(id, { queued_count: 2, sent_count: 2, left_out_count: 2 });
  for (const [to, name, balance] of [
    ['ada@tea.example', 'Teashop Ada', '£2.40'],
    ['bob@tea.example', 'Teashop Bob', '£7.20'],
  ] as const) {
    const mails = sink.delivered.filter(mail => mail.to[0] === to);
    expect(mails).toHaveLength(1);
    const mail = mails[0] ?? expect.fail();
    expect(mail.content).toContain(`Subject: Statement for ${name}`);
    // As quoted-printable text.
    const content = mail.content.replaceAll(/=\r?\n/g, '').replaceAll('=C2=A3', '£');
    expect(content).toContain(`Balance due ${balance}, up to`);
    const text = await attachedText(mail);
    expect(text).toContain(name);
    expect(text).toContain(balance);
    expect(text).not.toContain(name === 'Teashop Ada' ? 'Teashop Bob' : 'Teashop Ada');
  }
  const { reply } = await clerk.call(letters.ofCustomer, { params: { id: bob } });
  expect(reply.data).toEqual([
    expect.objectContaining({
      kind: 'statement',
      how: 'email',
      to_address: 'bob@tea.example',
      email_status: 'sent',
    }),
  ]);

  const again = await previewOf(clerk, statementBulkEmail, { search: 'teashop' });
  expect(again).toMatchObject({ sending: 0, recent: 2, example: null });
  expect(again.left_out[0]).toMatchObject({ reason: 'Emailed in the last 7 days.', count: 2 });
});

test('the period of the statement is that asked for, and settled customers can be included', async () => {
  const customer = await debtor('Period Paul', 'paul@period.example', 0);
  const filter = { ids: String(customer) };
  const options = { from: '2026-01-01', to: '2026-01-31', skip_settled: false, skip_recent: true };
  const preview = await previewOf(clerk, statementBulkEmail, filter, options);
  expect(preview.example?.values.period).toBe('from 1 Jan 2026 to 31 Jan 2026');
  expect(preview.example?.file_name).toBe('Statement-Period Paul-2026-01-31.pdf');
  const { id } = await startBulkEmail(clerk, statementBulkEmail, filter, options);
  await doneWith(id, { sent_count: 1 });
  const mail = sink.delivered.find(({ to }) => to[0] === 'paul@period.example') ?? expect.fail();
  expect(await attachedText(mail)).toContain('1 Jan 2026 to 31 Jan 2026');
  const wrong = await clerk.call(statementBulkEmail.preview, {
    body: { filter, options: { ...options, from: '2026-02-01' } },
  });
  expect([wrong.status, wrong.refusal.errors]).toEqual([
    422,
    { 'options.from': ['The first day must be on or before the last.'] },
  ]);
});

test('sending statements needs the permission to send one and to see the list and its filters', async () => {
  const body = { filter: {}, options: {} };
  for (const rights of [
    ['view_customer', 'view_ledger'],
    ['view_customer', 'create_email'],
    ['view_ledger', 'create_email'],
  ] as const) {
    const other = await app.as(...rights);
    expect((await other.call(statementBulkEmail.preview, { body })).status, rights.join()).toBe(403);
  }
});
