import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { companySettings } from '#domain/settings/company.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { someSupplier } from '../../../../tests/support/books';
import { textOfPdf } from '../../../../tests/support/pdf-text';
import { someProduct } from '../../../../tests/support/products';
import { type SmtpSink, smtpError, startSmtpSink } from '../../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';
import { inTransaction } from '../../../platform/database/transaction';
import { anonymousActor, contextWithoutRequest } from '../../../platform/http/context';
import { prepareOrderMail, queueOrderMail } from './send-order';

let app: TestApp;
let sink: SmtpSink;
let buyer: Caller & { userId: number };
let editor: Caller;
let tries = 0;
/** The mail server keeps emails to an address that begins with slow waiting until this is called. */
let answerSlowly: () => void = () => undefined;
let whenAsked: () => void = () => undefined;
beforeAll(async () => {
  sink = await startSmtpSink({
    onRecipient: address => {
      if (address.startsWith('unknown')) return smtpError(550, '5.1.1 No such mailbox');
      if (address.startsWith('slow'))
        return new Promise(resolve => {
          answerSlowly = () => resolve(null);
          whenAsked();
        });
      return address.startsWith('busy') && ++tries < 2 ? smtpError(450, 'Try later') : null;
    },
  });
  app = await startTestApp({ jobs: true, smtpUrl: sink.url, retryPausesMs: [2_000] });
  buyer = await app.as('view_purchaseorder', 'create_purchaseorder', 'send_purchaseorder', 'create_email');
  editor = await app.as('view_purchaseorder', 'edit_purchaseorder');
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

async function draft(): Promise<{ id: number; po_number: string }> {
  const supplier_id = await someSupplier(app.db, 'Żabka & Söhne');
  const lines = [{ description: 'Paper cups', quantity: '40', unit_price: '2.35' }];
  return (await buyer.call(purchases.create, { body: { supplier_id, lines } })).reply;
}
const send = (id: number, email: string) => buyer.call(purchases.send, { params: { id }, body: { email } });
const statusOf = async (id: number) => (await buyer.call(purchases.get, { params: { id } })).reply.status;

test('an order is sent once the mail server has accepted the email, with the order attached as a PDF', async () => {
  const { id, po_number } = await draft();
  expect((await send(id, 'orders@supplier.example')).reply).toEqual({
    success: true,
    message: 'Order sent to orders@supplier.example.',
  });
  expect(await statusOf(id)).toBe('sent');
  const [message] = sink.delivered;
  expect(message?.content).toContain(`${po_number}.pdf`);
  expect(message?.content).toContain('application/pdf');
  expect((await app.audits(3)).map(({ action, record_type }) => `${record_type} ${action}`)).toContain(
    'purchase_order sent',
  );
});

test('an order whose email was refused stays a draft, and says why', async () => {
  const { id } = await draft();
  const { reply } = await send(id, 'unknown@supplier.example');
  expect(reply).toMatchObject({ success: false, message: expect.stringContaining('No such mailbox') });
  expect(await statusOf(id)).toBe('draft');
});

test('an order whose email is being retried is a draft until it is delivered', async () => {
  const { id } = await draft();
  expect((await send(id, 'busy@supplier.example')).reply.message).toContain('being retried');
  await expect.poll(() => statusOf(id)).toBe('sent');
});

/** A colleague orders ten times as many. */
async function raise(id: number): Promise<void> {
  const { supplier, version } = (await buyer.call(purchases.get, { params: { id } })).reply;
  const lines = [{ description: 'Paper cups', quantity: '400', unit_price: '2.35' }];
  const body = { supplier_id: supplier.id, version, lines };
  expect((await editor.call(purchases.update, { params: { id }, body })).status).toBe(200);
}

test('R15 an order that was changed while its email was being delivered is not marked as sent', async () => {
  const { id } = await draft();
  const isAsked = new Promise<void>(resolve => {
    whenAsked = resolve;
  });
  const sending = send(id, 'slow@supplier.example');
  await isAsked;
  await raise(id);
  answerSlowly();
  expect((await sending).reply.success).toBe(true);
  expect(await app.audits(5)).toContainEqual(
    expect.objectContaining({
      action: 'mail_sent_before_change',
      record_id: id,
      after: expect.objectContaining({
        status: 'draft',
        reason: 'The order was changed after it was emailed. Send it again.',
      }),
    }),
  );
  expect(await statusOf(id), 'the supplier has an order for 40').toBe('draft');
  expect((await send(id, 'orders@supplier.example')).reply.success).toBe(true);
  expect(await statusOf(id)).toBe('sent');
});

test('R15 an order that is changed while its document is drawn is not emailed', async () => {
  const { id } = await draft();
  const { db, files } = app;
  const actor = { ...anonymousActor, id: buyer.userId, permissions: ['create_email' as const] };
  const body = { email: 'orders@supplier.example', cc: [], subject: null, message: null };
  const prepared = await prepareOrderMail({ db, files, actor, now: new Date() }, id, body);
  await raise(id);
  const queued = inTransaction(db, tx =>
    queueOrderMail(contextWithoutRequest(tx, actor, new Date()), id, prepared),
  );
  await expect(queued).rejects.toThrow(
    'The order was changed while its email was being prepared. Check it and send it again.',
  );
});

test('an order without lines cannot be sent, nor any order without permission', async () => {
  const supplier_id = await someSupplier(app.db);
  const { id } = (await buyer.call(purchases.create, { body: { supplier_id } })).reply;
  const before = sink.handedOver();
  expect((await send(id, 'orders@supplier.example')).status).toBe(422);
  const reader = await app.as('view_purchaseorder');
  expect((await reader.call(purchases.send, { params: { id }, body: { email: 'a@b.example' } })).status).toBe(
    403,
  );
  expect(sink.handedOver()).toBe(before);
});

test('F49 without create_email an order goes only to the supplier’s own address, without copies', async () => {
  const sender = await app.as('view_purchaseorder', 'send_purchaseorder');
  const { id } = await draft();
  const sendTo = (email: string, more: object = {}) =>
    sender.call(purchases.send, { params: { id }, body: { email, ...more } });
  const before = sink.handedOver();
  const unknown = await sendTo('me@private.example');
  expect([unknown.status, unknown.refusal.message]).toEqual([
    403,
    'You do not have permission to send email to other addresses. The supplier has no email address. Enter one on the supplier’s page first.',
  ]);
  await sql`update suppliers set email = 'orders@zabka.example'
    where id = (select supplier_id from purchase_orders where id = ${id})`.execute(app.db);
  expect((await sendTo('me@private.example')).refusal.errors).toHaveProperty('email');
  expect((await sendTo('orders@zabka.example', { cc: 'me@private.example' })).refusal.errors).toHaveProperty(
    'cc',
  );
  expect(sink.handedOver()).toBe(before);
  expect((await sendTo('Orders@zabka.example')).reply.success).toBe(true);
});

test('the PDF supports any script', async () => {
  const { id, po_number } = await draft();
  const { raw, headers } = await buyer.call(purchases.pdf, { params: { id } });
  expect(raw.subarray(0, 5).toString()).toBe('%PDF-');
  expect(String(headers['content-disposition'])).toContain(`${po_number}.pdf`);
});

test('F17 the order document shows supplier, delivery address, codes, terms and contact', async () => {
  const admin = await app.as('admin');
  const firm = {
    name: 'Ashley & Vale Ltd',
    address: '2 Ashley Road\nBristol\nBS6 5NT',
    delivery_address: 'Unit 7, Dock Lane\nAvonmouth\nBS11 9AA',
    phone: '0117 496 0101',
  };
  expect((await admin.call(companySettings.save, { body: firm })).status).toBe(200);
  const { reply: supplier } = await admin.call(suppliers.create, {
    body: {
      name: 'Paper Mill Ltd',
      contact_person: 'Ned Moss',
      address: '9 Weir Street\nBath',
      email: 'mill@mill.example',
    },
  });
  const product = await someProduct(app.db, { sku: 'OUR-77', name: 'Cups' });
  const lines = [
    {
      product_id: product,
      quantity: '40',
      unit_price: '2.35',
      supplier_code: 'MILL-40',
      discount_percent: '10',
    },
  ];
  const { reply: order } = await admin.call(purchases.create, {
    body: {
      supplier_id: supplier.id,
      expected_delivery_date: '2099-03-14',
      reference: 'Q-88',
      notes: 'Ring the bell at the gate',
      lines,
    },
  });
  const { raw } = await admin.call(purchases.pdf, { params: { id: order.id } });
  const text = await textOfPdf(raw);
  const parts =
    'Paper Mill Ltd|Ned Moss|9 Weir Street|Deliver to|Unit 7, Dock Lane|BS11 9AA|Your code|MILL-40|Our code|OUR-77|' +
    'Payment terms|30 days from the invoice date|14 Mar 2099|Q-88|Ring the bell at the gate|0117 496 0101|£84.60';
  for (const part of [...parts.split('|'), 'Ordered by']) expect(text, part).toContain(part);
});

test('F17 an order is emailed with the subject, copies and message that were previewed', async () => {
  const { id, po_number } = await draft();
  const { reply: seen } = await buyer.call(purchases.sendDraft, { params: { id } });
  expect(seen).toMatchObject({
    message: `Please find our purchase order ${po_number} attached.`,
    file_name: `${po_number}.pdf`,
    rest: expect.stringContaining(po_number),
  });
  const boss = await app.as('send_purchaseorder', 'create_email');
  const { reply } = await boss.call(purchases.send, {
    params: { id },
    body: {
      email: 'orders@supplier.example',
      cc: 'boss@firm.example; Boss@firm.example, store@firm.example',
      subject: 'Cups, please',
      message: 'By Friday.',
    },
  });
  expect(reply.success).toBe(true);
  const message = sink.delivered.at(-1);
  expect(message?.to).toEqual(['orders@supplier.example', 'Boss@firm.example', 'store@firm.example']);
  for (const part of ['Subject: Cups, please', 'By Friday.', po_number])
    expect(message?.content).toContain(part);
  expect(message?.content).toMatch(/^Cc: Boss@firm\.example,\s+store@firm\.example/m);
  const ordinary = await draft();
  await send(ordinary.id, 'orders@supplier.example');
  expect(sink.delivered.at(-1)?.content).toContain(
    `Subject: ${seen.subject.replace(po_number, ordinary.po_number)}`.slice(0, 40),
  );
  const { refusal } = await boss.call(purchases.send, {
    params: { id },
    body: { email: 'orders@supplier.example', cc: 'nobody at all' },
  });
  expect(refusal.errors?.cc?.[0]).toBe(
    '“nobody” is not an email address. Separate several addresses with commas.',
  );
});
