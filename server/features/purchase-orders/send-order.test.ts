import { afterAll, beforeAll, expect, test } from 'vitest';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { someSupplier } from '../../../tests/support/books';
import { type SmtpSink, smtpError, startSmtpSink } from '../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
let sink: SmtpSink;
let buyer: Caller;
let tries = 0;
beforeAll(async () => {
  sink = await startSmtpSink({
    onRecipient: address => {
      if (address.startsWith('unknown')) return smtpError(550, '5.1.1 No such mailbox');
      return address.startsWith('busy') && ++tries < 2 ? smtpError(450, 'Try later') : null;
    },
  });
  app = await startTestApp({ jobs: true, smtpUrl: sink.url, retryPausesMs: [100] });
  buyer = await app.as('view_purchaseorder', 'create_purchaseorder', 'send_purchaseorder');
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

test('an order counts as sent when the mail server has accepted it, with the order attached as a PDF', async () => {
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

test('an order whose mail was refused stays a draft, and says why', async () => {
  const { id } = await draft();
  const { reply } = await send(id, 'unknown@supplier.example');
  expect(reply).toMatchObject({ success: false, message: expect.stringContaining('No such mailbox') });
  expect(await statusOf(id)).toBe('draft');
});

test('an order whose mail is being retried is a draft until it is delivered', async () => {
  const { id } = await draft();
  expect((await send(id, 'busy@supplier.example')).reply.message).toContain('being retried');
  await expect.poll(() => statusOf(id), { timeout: 10_000 }).toBe('sent');
});

test('nothing is sent of an order without lines, and nobody sends without the right', async () => {
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

test('the document is a PDF that any script can stand in', async () => {
  const { id, po_number } = await draft();
  const { raw, headers } = await buyer.call(purchases.pdf, { params: { id } });
  expect(raw.subarray(0, 5).toString()).toBe('%PDF-');
  expect(String(headers['content-disposition'])).toContain(`${po_number}.pdf`);
});
