import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sales } from '#domain/sales/sale.contract';
import { bankDetailsSettings } from '#domain/settings/bank-details.contract';
import { textOfPdf } from '../../../../tests/support/pdf-text';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../../tests/support/shop';
import { type SmtpSink, smtpError, startSmtpSink } from '../../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let sink: SmtpSink;
let seller: Caller;
let till: number;
let tries = 0;
beforeAll(async () => {
  sink = await startSmtpSink({
    onRecipient: address => {
      if (address.startsWith('unknown')) return smtpError(550, '5.1.1 No such mailbox');
      return address.startsWith('busy') && ++tries < 2 ? smtpError(450, 'Try later') : null;
    },
  });
  app = await startTestApp({ jobs: true, smtpUrl: sink.url, retryPausesMs: [2_000] });
  seller = await app.as('view_pos', 'create_sale', 'create_email');
  till = await openTill(app.db);
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

const { sold, sent, complete } = shopFloor(() => ({ app, seller, till }));
const mugs = async (more: object = {}, who?: Caller) => {
  const product = await stockedProduct(app.db, { name: 'Blue mug' });
  if (!who) return sold([{ product_id: product, quantity: '2' }], 480, more);
  return (await complete(sent([{ product_id: product, quantity: '2' }], 480, more), who)).reply;
};
const send = (id: number, email: string, more: object = {}, who: Caller = seller) =>
  who.call(sales.email, { params: { id }, body: { email, ...more } });
const letters = async () => {
  const { rows } = await sql<{ to_address: string; subject: string; status: string }>`
    select to_address, subject, status from emails where purpose = 'sale' order by id desc`.execute(app.db);
  return rows;
};

/** The PDF attached to a message. */
const attachmentOf = (content: string): Buffer => {
  const part = content.split(/--[-_=\w]+\r?\n/).find(piece => piece.includes('application/pdf')) ?? '';
  return Buffer.from(part.split(/\r?\n\r?\n/)[1] ?? '', 'base64');
};

test('V20 a cashier can email a receipt: attached as a PDF, listed as sent and logged', async () => {
  const sale = await mugs();
  const { reply } = await send(sale.id, 'walk.in@home.example');
  expect(reply).toEqual({ success: true, message: 'Receipt sent to walk.in@home.example.' });
  const message = sink.delivered.at(-1);
  expect(message?.to).toEqual(['walk.in@home.example']);
  expect(message?.content).toMatch(new RegExp(`Subject: Receipt ${sale.number} from`));
  expect(message?.content).toContain(`${sale.number}.pdf`);
  const text = await textOfPdf(attachmentOf(message?.content ?? ''));
  for (const part of [sale.number, 'Blue mug', '£4.80']) expect(text).toContain(part);
  expect((await letters())[0]).toMatchObject({ to_address: 'walk.in@home.example', status: 'sent' });
  expect((await app.audits(5)).find(({ action }) => action === 'emailed')).toMatchObject({
    record_type: 'sale',
    record_id: sale.id,
    // The message has the address, where it can be erased (F53).
    after: { email: expect.any(Number) },
  });
});

test('F37 V19 a named customer with an address gets an invoice, with the message entered', async () => {
  const customer = await customerWithCredit(app.db, null, 'Harbour Cafe');
  await sql`update customers set billing_address = '2 Quay Street' where id = ${customer}`.execute(app.db);
  const sale = await mugs({ customer_id: customer });
  const { reply } = await send(sale.id, 'office@harbour.example', { message: 'As you asked.' });
  expect(reply.message).toBe('Invoice sent to office@harbour.example.');
  expect(sink.delivered.at(-1)?.content).toContain('As you asked.');
  expect(await textOfPdf(attachmentOf(sink.delivered.at(-1)?.content ?? ''))).toContain('Harbour Cafe');
});

test('refusals and delays of the mail server are reported in words', async () => {
  const sale = await mugs();
  const refused = await send(sale.id, 'unknown@home.example');
  expect(refused.reply.success).toBe(false);
  expect(refused.reply.message).toContain('No such mailbox');
  expect((await letters())[0]?.status).toBe('failed');
  const later = await send(sale.id, 'busy@home.example');
  expect(later.reply.success).toBe(true);
  expect(later.reply.message).toContain('being retried');
  await expect.poll(async () => (await letters())[0]?.status).toBe('sent');
});

test('an invalid address is refused, a missing sale is not found, and sending needs permission', async () => {
  const sale = await mugs();
  const before = [sink.handedOver(), (await letters()).length];
  for (const email of ['', 'nobody', 'a@b', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: e@f.example']) {
    const { status, refusal } = await send(sale.id, email);
    expect([status, refusal.errors?.email?.[0]], email).toEqual([422, expect.stringMatching(/^[A-Z].*\.$/)]);
  }
  expect((await send(987_654, 'a@home.example')).status).toBe(404);
  const clerk = await app.as('view_customer', 'create_email');
  expect((await send(sale.id, 'a@home.example', {}, clerk)).status).toBe(403);
  expect((await send(sale.id, 'a@home.example', {}, app.anonymous)).status).toBe(401);
  expect([sink.handedOver(), (await letters()).length]).toEqual(before);
});

test('F42 F30 email is sent in the company’s name with its reply address, and an invoice says how to pay', async () => {
  const company = {
    name: 'Ashley & Vale Ltd',
    trading_name: 'Ashley & Vale',
    email: 'office@ashley.example',
  };
  await sql`insert into settings (key, value) values ('company', ${JSON.stringify(company)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(app.db);
  const boss = await app.as(
    'view_setting',
    'edit_setting',
    'view_pos',
    'create_sale',
    'sell_on_account',
    'create_email',
  );
  const { status } = await boss.call(bankDetailsSettings.save, {
    body: { account_name: 'Ashley & Vale Ltd', sort_code: '201196', account_number: '12345678', iban: '' },
  });
  expect(status).toBe(200);
  const customer = await customerWithCredit(app.db, 100_000, 'Mill Lane Stores');
  const sale = await mugs(
    { customer_id: customer, tenders: [{ method: 'account', tendered: '4.80' }] },
    boss,
  );
  await send(sale.id, 'office@mill.example', {}, boss);
  const message = sink.delivered.at(-1)?.content ?? '';
  expect(message).toMatch(/^From: "?Ashley & Vale"? </m);
  expect(message).toMatch(/^Reply-To: <?office@ashley\.example>?/m);
  expect(message).not.toMatch(/^From:.*Counterfoil/m);
  for (const part of ['How to pay', 'Balance due', '20-11-96', '12345678', sale.number])
    expect(message, part).toContain(part);
  const text = await textOfPdf(attachmentOf(message));
  for (const part of ['How to pay', 'Balance due', 'Due date', 'Ashley & Vale Ltd', '20-11-96', '12345678'])
    expect(text, part).toContain(part);
});

test('F30 bank details are checked: sort code, account number, IBAN and account name', async () => {
  const boss = await app.as('view_setting', 'edit_setting');
  const errors = async (body: object) =>
    (await boss.call(bankDetailsSettings.save, { body: { ...body } })).refusal?.errors;
  const full = { account_name: 'A', sort_code: '20-11-96', account_number: '12345678', iban: '' };
  expect(await errors({ ...full, sort_code: '20-11-9' })).toEqual({
    sort_code: ['Enter a sort code of six digits, such as 20-11-96.'],
  });
  expect(await errors({ ...full, account_number: '123456' })).toEqual({
    account_number: ['Enter an account number of eight digits.'],
  });
  expect(Object.keys((await errors({ ...full, iban: 'GB29NWBK60161331926818' })) ?? {})).toEqual(['iban']);
  expect(Object.keys((await errors({ ...full, account_name: '' })) ?? {})).toEqual(['account_name']);
  expect(Object.keys((await errors({ ...full, account_number: '' })) ?? {})).toEqual(['account_number']);
  expect(await errors({ account_name: '', sort_code: '', account_number: '', iban: '' })).toBeUndefined();
  const clerk = await app.as('view_setting');
  expect((await clerk.call(bankDetailsSettings.save, { body: full })).status).toBe(403);
});
