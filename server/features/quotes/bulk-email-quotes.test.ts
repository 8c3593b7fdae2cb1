import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkEmails } from '#domain/bulk-emails/bulk-email.contract';
import { quoteBulkEmail } from '#domain/quotes/quote-bulk-email.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { attachedText, previewOf, startBulkEmail } from '../../../tests/support/bulk-emails';
import { quoted, quoteSent } from '../../../tests/support/quotes';
import { customerWithCredit, stockedProduct } from '../../../tests/support/shop';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let sink: SmtpSink;
let seller: Caller;
beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startTestApp({ jobs: true, smtpUrl: sink.url });
  seller = await app.as('view_pos', 'edit_sale');
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

async function quoteFor(name: string, email: string | null) {
  const customer = await customerWithCredit(app.db, null, name);
  await sql`update customers set email = ${email} where id = ${customer}`.execute(app.db);
  const product = await stockedProduct(app.db, { name: `Tea for ${name}` });
  return quoted(seller, quoteSent(customer, [{ product_id: product, quantity: '1' }], 240));
}

test('each open quote goes to its customer once; declined and expired ones are left out', async () => {
  const first = await quoteFor('Quay One', 'one@quay.example');
  const second = await quoteFor('Quay Two', 'two@quay.example');
  const declined = await quoteFor('Quay Three', 'three@quay.example');
  const expired = await quoteFor('Quay Four', 'four@quay.example');
  await quoteFor('Quay Five', null);
  const stepped = await seller.call(quotes.decline, {
    params: { id: declined.id },
    body: { version: declined.version },
  });
  expect(stepped.status, JSON.stringify(stepped.refusal)).toBe(200);
  await sql`update quotes set quoted_on = quoted_on - 40, valid_until = valid_until - 40 where id = ${expired.id}`.execute(
    app.db,
  );
  const preview = await previewOf(seller, quoteBulkEmail, { search: 'quay' });
  expect(
    preview.left_out.map(({ reason, records }) => [reason, records.map(({ recipient }) => recipient)]),
  ).toEqual([
    ['It was declined.', ['Quay Three']],
    ['It has expired.', ['Quay Four']],
    ['No email address.', ['Quay Five']],
  ]);
  const { id } = await startBulkEmail(
    seller,
    quoteBulkEmail,
    { ids: [first, second, declined].map(quote => quote.id).join(',') },
    {},
    { message: 'Dear {{customer}}, valid until {{valid_until}}.' },
  );
  await expect
    .poll(async () => (await seller.call(bulkEmails.get, { params: { id } })).reply, { timeout: 60_000 })
    .toMatchObject({ state: 'done', sent_count: 2, left_out_count: 1 });
  for (const [quote, to, name] of [
    [first, 'one@quay.example', 'Quay One'],
    [second, 'two@quay.example', 'Quay Two'],
  ] as const) {
    const mails = sink.delivered.filter(mail => mail.to[0] === to);
    expect(mails).toHaveLength(1);
    const mail = mails[0] ?? expect.fail();
    expect(mail.content).toContain(`Subject: Quote ${quote.number} from`);
    expect(mail.content).toContain(`Dear ${name}, valid until`);
    expect(await attachedText(mail)).toContain(`Tea for ${name}`);
  }
  const again = await previewOf(seller, quoteBulkEmail, { search: 'quay' });
  expect(again).toMatchObject({ sending: 0, recent: 2 });
});

test('emailing quotes needs the permission to send one', async () => {
  const viewer = await app.as('view_sale', 'create_email');
  const { status } = await viewer.call(quoteBulkEmail.preview, { body: { filter: {}, options: {} } });
  expect(status).toBe(403);
});
