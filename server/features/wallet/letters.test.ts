import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customers } from '#domain/customers/customer.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { letters } from '#domain/wallet/letters.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { asBookkeeper, someCustomer, someSupplier } from '../../../tests/support/books';
import { customerItem } from '../../../tests/support/customer-items';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let sink: SmtpSink;
let clerk: Caller;
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
const overdueSince = async (days: number, email: string | null) => {
  const id = await someCustomer(app.db, `Debtor ${days}`, { email });
  await asBookkeeper(app.db, ctx =>
    customerItem(ctx, id, {
      side: 'debit',
      amount: 1250,
      on: addDays(today, -days),
      dueOn: addDays(today, -days),
    }),
  );
  return id;
};
const remind = (customer_ids: number[], how: 'email' | 'print' = 'email') =>
  clerk.call(letters.remind, { body: { customer_ids, how } });
const historyOf = async (id: number) => (await clerk.call(letters.ofCustomer, { params: { id } })).reply.data;

test('a reminder’s tone follows the oldest invoice, and the history says when it was sent', async () => {
  const [friendly, firm, final] = [
    await overdueSince(1, 'one@shop.example'),
    await overdueSince(31, 'two@shop.example'),
    await overdueSince(61, 'three@shop.example'),
  ];
  const { reply } = await remind([friendly, firm, final]);
  // Sent, or on its way if the mail server is slow.
  expect(reply.data.map(({ success, customer }) => [success, customer.id])).toEqual([
    [true, friendly],
    [true, firm],
    [true, final],
  ]);
  expect(reply.data[0]?.message).toMatch(/^Reminder (sent )?to one@shop\.example/);
  await expect.poll(() => sink.delivered.length, { timeout: 60_000 }).toBe(3);
  const subjects = sink.delivered.map(({ to, content }) => [to[0], /Subject: (.*)/.exec(content)?.[1]]);
  expect(subjects.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toMatchObject([
    ['one@shop.example', expect.stringContaining('Friendly reminder')],
    ['three@shop.example', expect.stringContaining('Final reminder')],
    ['two@shop.example', expect.stringContaining('Second reminder')],
  ]);
  const history = await historyOf(final);
  expect(history).toMatchObject([
    {
      kind: 'reminder',
      tone: 'final',
      how: 'email',
      to_address: 'three@shop.example',
      can_draw: true,
    },
  ]);
  expect((await clerk.call(letters.pdf, { params: { id: history[0]?.id ?? 0 } })).status).toBe(200);
});

test('of two users who remind a customer, at once or one after the other, the second is told, and sends another only on purpose', async () => {
  const id = await overdueSince(70, null);
  const other = await app.as('view_ledger', 'create_email');
  const print = (who: Caller, more: object = {}) =>
    who.call(letters.remind, { body: { customer_ids: [id], how: 'print', ...more } });
  const both = await Promise.all([print(clerk), print(other)]);
  expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 422]);
  expect(await historyOf(id)).toHaveLength(1);
  const { status, refusal } = await print(other);
  expect(status).toBe(422);
  expect(refusal.message).toMatch(
    /^Debtor 70 was reminded already: Final reminder printed on .* by Person \d+\. To send another, choose “Remind again”\.$/,
  );
  expect(await historyOf(id)).toHaveLength(1);
  expect((await print(other, { again: true })).status).toBe(200);
  expect(await historyOf(id)).toHaveLength(2);
  await sql`update customer_letters set sent_at = sent_at - interval '8 days' where customer_id = ${id}`.execute(
    app.db,
  );
  expect((await print(clerk)).status).toBe(200);
});

test('no reminder without anything overdue; without an email address it is printed', async () => {
  const current = await overdueSince(0, 'current@shop.example');
  const silent = await overdueSince(5, null);
  const { status, refusal } = await remind([current]);
  expect([status, refusal.message]).toEqual([422, 'Debtor 0 has nothing overdue, so no reminder is needed.']);
  expect((await remind([silent])).refusal.message).toContain('has no email address');
  const { reply } = await remind([current, silent], 'print');
  expect(reply.data.map(({ success }) => success)).toEqual([false, true]);
  expect(await historyOf(current)).toEqual([]);
  expect(await historyOf(silent)).toMatchObject([{ how: 'print', tone: 'friendly', email_status: null }]);
  expect((await remind([999_999])).status).toBe(422);
  expect((await remind([silent, silent])).status).toBe(422);
});

test('the statements of customers and suppliers are emailed, and a mail server error is reported', async () => {
  const id = await overdueSince(10, 'ledger@shop.example');
  const send = (email: string) => clerk.call(wallets.customer.email, { params: { id }, body: { email } });
  const { reply: sent } = await send('ledger@shop.example');
  expect(sent).toEqual({
    success: true,
    message: expect.stringMatching(/^Statement (sent )?to ledger@shop\.example/),
  });
  expect(await historyOf(id)).toMatchObject([{ kind: 'statement', tone: null, can_draw: false }]);
  const supplier = await someSupplier(app.db, 'Maker');
  const { reply } = await clerk.call(wallets.supplier.email, {
    params: { id: supplier },
    body: { email: 'maker@shop.example', to: today },
  });
  expect(reply.success).toBe(true);
  const viewer = await app.as('view_ledger');
  expect(
    (await viewer.call(wallets.customer.email, { params: { id }, body: { email: 'a@b.example' } })).status,
  ).toBe(403);
});

test('K4 an erasure clears the reminders and removes the emails', async () => {
  const id = await overdueSince(3, 'gone@shop.example');
  await remind([id]);
  await asBookkeeper(app.db, ctx => customerItem(ctx, id, { side: 'credit', amount: 1250 }));
  await sql`insert into allocations (debit_item_id, credit_item_id, amount_pence, business_date, made_by, made_at)
    select min(id), max(id), 1250, ${today}, (select min(id) from users), now() from party_items where customer_id = ${id}`.execute(
    app.db,
  );
  const admin = await app.as('admin');
  expect((await admin.call(customers.erase, { params: { id }, body: { reason: 'Asked' } })).status).toBe(200);
  const [letter] = await historyOf(id);
  expect(letter).toMatchObject({ kind: 'reminder', can_draw: false, to_address: null });
  expect((await clerk.call(letters.pdf, { params: { id: letter?.id ?? 0 } })).status).toBe(404);
  expect((await sql`select from emails where to_address = 'gone@shop.example'`.execute(app.db)).rows).toEqual(
    [],
  );
});

test('L6 a reminder of more than fifty items adds up: the email names fifty and the sum of the others', async () => {
  const id = await someCustomer(app.db, 'Many Items', { email: 'many@shop.example' });
  const on = addDays(today, -20);
  await asBookkeeper(app.db, async ctx => {
    for (let n = 0; n < 53; n++) await customerItem(ctx, id, { side: 'debit', amount: 100, on, dueOn: on });
  });
  const before = sink.delivered.length;
  await remind([id]);
  await expect.poll(() => sink.delivered.length, { timeout: 60_000 }).toBe(before + 1);
  const { rows } = await sql<{ body_text: string }>`
    select body_text from emails where to_address = 'many@shop.example'`.execute(app.db);
  const text = rows[0]?.body_text ?? '';
  expect(text.match(/£1\.00, due/g)).toHaveLength(50);
  expect(text).toContain('and 3 more in the attachment: £3.00');
  expect(text).toContain('£53.00');
});
