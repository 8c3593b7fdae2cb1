import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkEmails } from '#domain/bulk-emails/bulk-email.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { letters } from '#domain/wallet/letters.contract';
import { reminderBulkEmail } from '#domain/wallet/reminder-bulk-email.contract';
import { asBookkeeper, someCustomer } from '../../../tests/support/books';
import { attachedText, previewOf, startBulkEmail } from '../../../tests/support/bulk-emails';
import { customerItem } from '../../../tests/support/customer-items';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let sink: SmtpSink;
let clerk: Caller & { userId: number };
beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startTestApp({ jobs: true, smtpUrl: sink.url });
  clerk = await app.as('view_ledger', 'create_email');
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

const today = londonDate(new Date());
/** A customer with £12.50 due so many days ago. */
async function debtor(name: string, days: number, email: string | null): Promise<number> {
  const id = await someCustomer(app.db, name, { email });
  const on = addDays(today, -days);
  await asBookkeeper(app.db, ctx =>
    customerItem(ctx, id, { side: 'debit', amount: 1250, on: addDays(on, -30), dueOn: on }),
  );
  return id;
}
const leftOutOf = async (filter: object, options: object = {}) =>
  (await previewOf(clerk, reminderBulkEmail, { ...filter }, { ...options })).left_out.map(
    ({ reason, records }) => [reason, records.map(({ name }) => name)],
  );

test('each overdue customer of a filter gets a reminder in its own tone, recorded as one sent by itself', async () => {
  const ada = await debtor('Lateshop Ada', 1, 'ada@late.example');
  await debtor('Lateshop Bob', 61, 'bob@late.example');
  await debtor('Lateshop Cy', 5, null);
  await debtor('Lateshop Dee', -9, 'dee@late.example');
  const eve = await debtor('Lateshop Eve', 5, 'eve@late.example');
  await clerk.call(letters.remind, { body: { customer_ids: [eve], how: 'print' } });
  const filter = { search: 'lateshop' };
  const preview = await previewOf(clerk, reminderBulkEmail, filter);
  expect(preview).toMatchObject({ count: 5, sending: 2, recent: 1 });
  expect(preview.example).toMatchObject({
    email: 'ada@late.example',
    values: { reminder: 'Friendly reminder', customer: 'Lateshop Ada', amount: '£12.50' },
  });
  expect(preview.example?.file_name).toBe(`Reminder-Lateshop Ada-${today}.pdf`);
  expect(await leftOutOf(filter)).toEqual(
    expect.arrayContaining([
      ['No email address.', ['Lateshop Cy']],
      ['Nothing is overdue.', ['Lateshop Dee']],
      ['Reminded in the last 7 days.', ['Lateshop Eve']],
    ]),
  );
  expect((await previewOf(clerk, reminderBulkEmail, { ...filter, overdue: 'yes' })).count).toBe(4);
  expect((await previewOf(clerk, reminderBulkEmail, { ids: String(ada) })).count).toBe(1);

  const { id } = await startBulkEmail(clerk, reminderBulkEmail, filter);
  await expect
    .poll(async () => (await clerk.call(bulkEmails.get, { params: { id } })).reply, { timeout: 60_000 })
    .toMatchObject({ state: 'done', queued_count: 2, sent_count: 2, left_out_count: 3 });
  for (const [to, name, tone] of [
    ['ada@late.example', 'Lateshop Ada', 'Friendly reminder'],
    ['bob@late.example', 'Lateshop Bob', 'Final reminder'],
  ] as const) {
    const mails = sink.delivered.filter(mail => mail.to[0] === to);
    expect(mails).toHaveLength(1);
    const mail = mails[0] ?? expect.fail();
    expect(mail.content).toContain(`Subject: ${tone} from`);
    const text = await attachedText(mail);
    expect(text).toContain(name);
    expect(text).toContain('£12.50');
  }
  const { reply } = await clerk.call(letters.ofCustomer, { params: { id: ada } });
  expect(reply.data).toEqual([
    expect.objectContaining({ kind: 'reminder', tone: 'friendly', how: 'email', email_status: 'sent' }),
  ]);
  expect(await leftOutOf({ ids: String(ada) })).toEqual([['Reminded in the last 7 days.', ['Lateshop Ada']]]);
  expect(await leftOutOf({ ids: String(ada) }, { skip_recent: false })).toEqual([]);
});

test('reminding many needs the permissions to remind one', async () => {
  for (const right of ['view_ledger', 'create_email'] as const) {
    const other = await app.as(right);
    expect((await other.call(reminderBulkEmail.preview, { body: { filter: {}, options: {} } })).status).toBe(
      403,
    );
  }
});
