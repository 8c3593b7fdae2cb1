import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quoteBulkEmail } from '#domain/quotes/quote-bulk-email.contract';
import { quotes } from '#domain/quotes/quote.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { sales } from '#domain/sales/sale.contract';
import { emailWordingSettings } from '#domain/settings/email-wording.contract';
import { addDays, londonDate } from '#domain/kernel/dates';
import { letters } from '#domain/wallet/letters.contract';
import { wallets } from '#domain/wallet/wallet.contract';
import { asBookkeeper } from '../../../tests/support/books';
import { previewOf } from '../../../tests/support/bulk-emails';
import { customerItem } from '../../../tests/support/customer-items';
import { orderDesk } from '../../../tests/support/orders';
import { quoted, quoteSent } from '../../../tests/support/quotes';
import { customerWithCredit, openTill, shopFloor, stockedProduct } from '../../../tests/support/shop';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let admin: Caller;
let till: number;
let tea: number;
let ada: number;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('admin');
  till = await openTill(app.db);
  tea = await stockedProduct(app.db);
  ada = await customerWithCredit(app.db, 50_000, 'Ada Byrne');
  await sql`update customers set email = 'ada@tea.example' where id = ${ada}`.execute(app.db);
});
afterAll(() => app.close());
const { sold } = shopFloor(() => ({ app, seller: admin, till }));

const save = (body: object) => admin.call(emailWordingSettings.save, { body: { ...body } });

test('document emails say what the settings say, one by one and in bulk, and the default texts again once cleared', async () => {
  const quote = await quoted(admin, quoteSent(ada, [{ product_id: tea, quantity: '2' }], 480));
  const sale = await sold([{ product_id: tea, quantity: '1' }], 240, { customer_id: ada });
  const order = await orderDesk(() => ({ app, admin })).draft([{ description: 'Chairs', vat_code: 'Z' }]);
  const texts = ({ subject, message }: { subject: string; message: string }) => [subject, message];
  const drafted = async () => [
    texts((await admin.call(sales.emailDraft, { params: { id: sale.id } })).reply),
    texts((await admin.call(quotes.emailDraft, { params: { id: quote.id } })).reply),
    texts((await admin.call(purchases.sendDraft, { params: { id: order.id } })).reply),
    texts((await admin.call(wallets.customer.emailDraft, { params: { id: ada } })).reply),
  ];
  const before = await drafted();
  expect(before[1]).toEqual([
    expect.stringMatching(/^Quote QUO-00001 from /),
    'Please find our quote QUO-00001 attached.',
  ]);
  const { reply: saved } = await save({
    invoice_message: 'Dear {{customer}},\n\nyour {{document}} {{number}}.',
    quote_subject: '{{customer}}: quote {{number}}',
    quote_message: 'Valid until {{valid_until}}.',
    order_message: 'Order {{number}} for {{supplier}}.',
    statement_subject: 'Account of {{customer}}',
    version: 1,
  });
  expect(saved).toMatchObject({ quote_subject: '{{customer}}: quote {{number}}', order_subject: null });
  const after = await drafted();
  expect(after).toEqual([
    [before[0]?.[0], expect.stringMatching(/^Dear Ada Byrne,\n\nyour (receipt|invoice) INV-00001\.$/)],
    ['Ada Byrne: quote QUO-00001', expect.stringMatching(/^Valid until \d+ \w+ \d{4}\.$/)],
    [before[2]?.[0], `Order ${order.po_number} for ${order.supplier.name}.`],
    ['Account of Ada Byrne', before[3]?.[1]],
  ]);
  expect((await previewOf(admin, quoteBulkEmail, {}, {})).template).toEqual({
    subject: '{{customer}}: quote {{number}}',
    message: 'Valid until {{valid_until}}.',
  });
  await save({ version: saved.version, quote_message: '  ' });
  expect(await drafted()).toEqual(before);
});

test('the email of a reminder has the wording in the settings around the request for payment', async () => {
  const today = londonDate(new Date());
  const on = addDays(today, -5);
  await asBookkeeper(app.db, ctx => customerItem(ctx, ada, { side: 'debit', amount: 1250, on, dueOn: on }));
  await save({ reminder_subject: '{{reminder}}: {{amount}}', reminder_message: 'Hello,\n\n{{request}}' });
  const { status } = await admin.call(letters.remind, { body: { customer_ids: [ada], how: 'email' } });
  expect(status).toBe(200);
  const { rows } = await sql<{ subject: string; body_text: string }>`
    select subject, body_text from emails where purpose = 'reminder'`.execute(app.db);
  expect(rows).toMatchObject([{ subject: 'Friendly reminder: £12.50' }]);
  expect(rows[0]?.body_text).toMatch(/^Hello,\n\nIt may have slipped your mind: £12\.50 on your account/);
});

test('a placeholder that its email does not have is refused at its field, and an edit of an older version too', async () => {
  const { version } = (await admin.call(emailWordingSettings.get)).reply;
  const { status, refusal } = await save({ statement_message: 'Pay {{number}}', version });
  expect([status, refusal.errors]).toEqual([
    422,
    {
      statement_message: [
        '{{number}} is not a placeholder. Use {{customer}}, {{period}}, {{balance}}, {{overdue}} or {{company}}.',
      ],
    },
  ]);
  expect((await save({ version: version - 1 })).status).toBe(409);
  const reader = await app.as('view_setting');
  expect((await reader.call(emailWordingSettings.save, { body: {} })).status).toBe(403);
});
