import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, formatDate, londonDate } from '#domain/kernel/dates';
import { letters } from '#domain/wallet/letters.contract';
import { statementBulkEmail } from '#domain/wallet/statement-bulk-email.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { someCustomer } from '../../../tests/support/books';
import { firstPairs, total } from '../../../tests/papers/add-up';
import { readSheet, sheetTable, sheetTexts } from '../../../tests/support/pdf-sheet';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';
import { walletCalls } from '../../../tests/support/wallet-calls';

// "Balance due" is one figure wherever it is printed: open invoices less unused credit. Figures by hand.
let app: TestApp;
let sink: SmtpSink;
let admin: Caller;
beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startTestApp({ jobs: true, smtpUrl: sink.url });
  admin = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

const today = londonDate(new Date());
const { invoice, receive } = walletCalls(() => ({ app, admin }));

/** £200.00 overdue for nine days and £50.00 unused credit, as with an email address at this name. */
async function debtor(name: string): Promise<number> {
  const id = await someCustomer(app.db, name, { email: `${name.toLowerCase()}@shop.example` });
  await invoice(id, 20_000, addDays(today, -9), addDays(today, -39));
  await receive(id, '50.00', { top_up: true });
  return id;
}
const mailTo = async (name: string) => {
  const find = () => sink.delivered.find(({ to }) => to[0] === `${name.toLowerCase()}@shop.example`);
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return (find()?.content ?? '')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=C2=A3', '£')
    .replaceAll('=E2=88=92', '−');
};
/** Each amount of a text as `label: £1.00`, from lines such as `Balance due: £150.00`. */
const amountsOf = (text: string, label: string) =>
  [...text.matchAll(new RegExp(`^${label}:? +(£[\\d.,]+)`, 'gm'))].map(([, amount]) => amount);
const sheetOf = async (id: number, query = {}) =>
  readSheet((await admin.call(wallets.customer.pdf, { params: { id }, query })).raw);
const draftOf = async (id: number) =>
  (await admin.call(wallets.customer.emailDraft, { params: { id } })).reply.rest;

test('M12 R4 W4 the email of a statement has one balance due: open invoices less unused credit, as on the PDF', async () => {
  const id = await debtor('Onefigure');
  const rest = await draftOf(id);
  expect(amountsOf(rest, 'Open invoices')).toEqual(['£200.00']);
  expect(amountsOf(rest, 'Overdue invoices')).toEqual(['£200.00']);
  expect(amountsOf(rest, 'Unused credit')).toEqual(['£50.00']);
  // Among the figures, and under "How to pay".
  expect(amountsOf(rest, 'Balance due')).toEqual(['£150.00', '£150.00']);
  expect(rest).toContain(`Overdue since ${formatDate(addDays(today, -9))}`);
  const sent = await admin.call(wallets.customer.email, {
    params: { id },
    body: { email: 'onefigure@shop.example' },
  });
  expect(sent.status).toBe(200);
  const mail = await mailTo('Onefigure');
  expect(mail).toContain('£150.00');
  expect(amountsOf(mail, 'Balance due')).toEqual(['£150.00', '£150.00']);
  const sheet = await sheetOf(id);
  const texts = sheetTexts(sheet).join('\n');
  expect(texts).toContain('£150.00');
  expect(texts).not.toMatch(/Balance due[^£]*£200\.00/);
});

test('M12 W4 W6 unused credit pays what was due first, so the overdue part is what it leaves of that', async () => {
  const id = await debtor('Partly');
  const since = formatDate(addDays(today, -9));
  // £20.00 more that is not due yet: £220.00 less £50.00 is £170.00, and of the £200.00 overdue £150.00 are left.
  await invoice(id, 2000, addDays(today, 20));
  expect(await draftOf(id)).toContain(`£150.00 is overdue since ${since}`);
  expect(amountsOf(await draftOf(id), 'Balance due')).toEqual(['£170.00', '£170.00']);
  // £100.00 more: £320.00 less £50.00 is £270.00, of which £150.00 is overdue.
  await invoice(id, 10_000, addDays(today, 20));
  expect(await draftOf(id)).toContain(`£150.00 is overdue since ${since}`);
  expect(amountsOf(await draftOf(id), 'Balance due')).toEqual(['£270.00', '£270.00']);
});

test('M12 W5 W6 nothing is called overdue that unused credit covers, on the PDF, in the email and in {{overdue}}', async () => {
  // £100.00 due nine days ago, £50.00 due in twenty, and £100.00 of unused credit: £50.00, due in twenty days.
  const id = await someCustomer(app.db, 'Covered', { email: 'covered@shop.example' });
  const [later, earlier] = [formatDate(addDays(today, 20)), formatDate(addDays(today, -9))];
  await invoice(id, 10_000, addDays(today, -9), addDays(today, -39));
  await invoice(id, 5_000, addDays(today, 20));
  await receive(id, '100.00', { top_up: true });
  const rest = await draftOf(id);
  expect(amountsOf(rest, 'Balance due')).toEqual(['£50.00', '£50.00']);
  expect(rest).not.toMatch(/overdue since/i);
  expect(rest).toContain(later);
  const pay = firstPairs(await sheetOf(id));
  expect(pay).toMatchObject({ 'Balance due': 5_000 });
  const texts = sheetTexts(await sheetOf(id)).join('\n');
  expect(texts).not.toMatch(/overdue since/i);
  const { reply } = await admin.call(statementBulkEmail.preview, {
    body: { filter: { ids: String(id) }, options: { skip_settled: false, skip_recent: true } },
  });
  expect(reply.example?.values).toMatchObject({ balance: '£50.00', overdue: '£0.00' });
  const reminded = await admin.call(letters.remind, { body: { customer_ids: [id], how: 'print' } });
  expect(reminded.refusal.message).toContain('covers everything overdue');
  // £40.00 more, due yesterday: the credit pays the older invoice, so these are overdue, since yesterday.
  await invoice(id, 4_000, addDays(today, -1), addDays(today, -31));
  expect(await draftOf(id)).toContain(`£40.00 is overdue since ${formatDate(addDays(today, -1))}`);
  expect(await draftOf(id)).not.toContain(`since ${earlier}`);
});

test('M12 {{balance}} and {{overdue}} of statements to many are the balance due and its overdue part; credit is no balance due', async () => {
  const id = await debtor('Placeholder');
  const valuesOf = async () =>
    (
      await admin.call(statementBulkEmail.preview, {
        body: { filter: { ids: String(id) }, options: { skip_settled: false, skip_recent: true } },
      })
    ).reply.example?.values;
  expect(await valuesOf()).toMatchObject({ balance: '£150.00', overdue: '£150.00' });
  // £300.00 of credit for £200.00 of invoices: £100.00 in credit.
  await receive(id, '250.00', { top_up: true });
  expect(await valuesOf()).toMatchObject({ balance: '£0.00', overdue: '£0.00' });
  const rest = await draftOf(id);
  expect(rest).toContain('£100.00 in credit');
  expect(rest).not.toMatch(/Balance due|How to pay/);
});

test('M12 W3 on a statement of an earlier day only today’s balance is the balance due', async () => {
  const id = await debtor('Earlier');
  const to = addDays(today, -1);
  // Yesterday £200.00 were owed; today £150.00 are due.
  const texts = sheetTexts(await sheetOf(id, { to })).join('\n');
  expect(texts).toContain(`Balance on ${formatDate(to)}`);
  expect(firstPairs(await sheetOf(id, { to }))).toMatchObject({ 'Balance due': 15_000 });
});

test('M12 R6 a reminder asks for what is overdue less unused credit, and adds up; none is sent that credit covers', async () => {
  const id = await debtor('Reminded');
  const { reply } = await admin.call(letters.remind, { body: { customer_ids: [id], how: 'email' } });
  const mail = await mailTo('Reminded');
  expect(amountsOf(mail, 'Total')).toEqual(['£200.00']);
  expect(mail).toMatch(/Unused credit:? +−£50\.00/);
  expect(amountsOf(mail, 'Amount now due')).toEqual(['£150.00', '£150.00']);
  expect(mail).toContain('£150.00 on your account');
  expect(mail).not.toContain('Balance due');
  const { raw } = await admin.call(letters.pdf, { params: { id: reply.data[0]?.letter_id ?? 0 } });
  const sheet = await readSheet(raw);
  const rows = sheetTable(sheet, ['Document', 'Date', 'Due', 'Amount due']);
  expect(total(rows.slice(0, -1), 'Amount due')).toBe(20_000);
  expect(firstPairs(sheet)).toMatchObject({ 'Unused credit': -5000, 'Amount now due': 15_000 });
  await receive(id, '150.00', { top_up: true });
  const covered = await admin.call(letters.remind, { body: { customer_ids: [id], how: 'print' } });
  expect([covered.status, covered.refusal.message]).toEqual([
    422,
    'Reminded has £200.00 of unused credit, which covers everything overdue. Allocate it to the invoices instead.',
  ]);
});
