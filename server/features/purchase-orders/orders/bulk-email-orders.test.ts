import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkEmails } from '#domain/bulk-emails/bulk-email.contract';
import { orderBulkEmail } from '#domain/purchase-orders/order-bulk-email.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { purchasingSettings } from '#domain/purchase-orders/purchasing-settings.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { attachedText, previewOf, startBulkEmail } from '../../../../tests/support/bulk-emails';
import { type SmtpSink, startSmtpSink } from '../../../../tests/support/smtp-sink';
import { type Caller, startTestApp, type TestApp } from '../../../../tests/support/test-app';

let app: TestApp;
let sink: SmtpSink;
let admin: Caller;
let buyer: Caller;
beforeAll(async () => {
  sink = await startSmtpSink();
  app = await startTestApp({ jobs: true, smtpUrl: sink.url });
  admin = await app.as('admin');
  buyer = await app.as('view_purchaseorder', 'send_purchaseorder');
});
afterAll(async () => {
  await app.close();
  await sink.close();
});

async function orderFrom(name: string, email: string | null, unit_price = '2.00') {
  const { reply: supplier } = await admin.call(suppliers.create, { body: { name, email } });
  const lines = [{ description: `Cups from ${name}`, quantity: '10', unit_price }];
  const { status, reply, refusal } = await admin.call(purchases.create, {
    body: { supplier_id: supplier.id, lines },
  });
  expect(status, JSON.stringify(refusal)).toBe(200);
  return { ...reply, supplierId: supplier.id };
}
const statusOf = async (id: number) => (await buyer.call(purchases.get, { params: { id } })).reply.status;
const idsOf = (...orders: readonly { readonly id: number }[]) => orders.map(({ id }) => id).join(',');
const progressOf = async (id: number) => (await buyer.call(bulkEmails.get, { params: { id } })).reply;

test('each order goes to its supplier once and is then sent; what a single email refuses is left out', async () => {
  const first = await orderFrom('Weir One', 'one@weir.example');
  const second = await orderFrom('Weir Two', 'two@weir.example');
  const cancelled = await orderFrom('Weir Three', 'three@weir.example');
  const inactive = await orderFrom('Weir Four', 'four@weir.example');
  await orderFrom('Weir Five', null);
  const blank = await orderFrom('Weir Six', 'six@weir.example');
  const dear = await orderFrom('Weir Seven', 'seven@weir.example', '100.00');
  const completed = await orderFrom('Weir Eight', 'eight@weir.example');
  await orderFrom('Weir Nine', 'nine@weir.example', '0.00');
  await admin.call(purchases.cancel, { params: { id: cancelled.id }, body: { reason: 'Not needed' } });
  await sql`update suppliers set status = 'inactive' where id = ${inactive.supplierId}`.execute(app.db);
  await sql`delete from purchase_order_lines where purchase_order_id = ${blank.id}`.execute(app.db);
  await admin.call(purchases.markSent, { params: { id: completed.id } });
  await admin.call(purchases.receive, { params: { id: completed.id }, body: {} });
  const limited = await admin.call(purchasingSettings.update, {
    body: { approval_limit: '500.00', over_receipt_percent: '0' },
  });
  expect(limited.status, JSON.stringify(limited.refusal)).toBe(200);

  const preview = await previewOf(buyer, orderBulkEmail, { search: 'weir' });
  expect(preview).toMatchObject({ count: 9, sending: 2, problem: null });
  expect(
    preview.left_out.map(({ reason, records }) => [reason, records.map(({ recipient }) => recipient)]),
  ).toEqual(
    expect.arrayContaining([
      ['It was cancelled.', ['Weir Three']],
      ['The supplier is inactive. Set it to active before you order from it.', ['Weir Four']],
      ['No email address.', ['Weir Five']],
      ['Add at least one line before you send this order.', ['Weir Six']],
      ['Orders above £500.00 need approval before they are sent.', ['Weir Seven']],
      ['It is completed.', ['Weir Eight']],
      ['A line has no price. Enter one, or send the order by itself.', ['Weir Nine']],
    ]),
  );
  expect(preview.left_out).toHaveLength(7);
  expect(preview.example).toMatchObject({
    email: 'one@weir.example',
    file_name: `${first.po_number}.pdf`,
    values: { number: first.po_number, supplier: 'Weir One', total: '£24.00', expected_delivery: '' },
  });

  const { id } = await startBulkEmail(
    buyer,
    orderBulkEmail,
    { ids: idsOf(first, second, dear) },
    {},
    { message: 'Dear {{supplier}}, {{number}} is for {{total}}.' },
  );
  await expect
    .poll(() => progressOf(id), { timeout: 60_000 })
    .toMatchObject({ state: 'done', sent_count: 2, left_out_count: 1 });
  for (const [order, to, name] of [
    [first, 'one@weir.example', 'Weir One'],
    [second, 'two@weir.example', 'Weir Two'],
  ] as const) {
    const mails = sink.delivered.filter(mail => mail.to[0] === to);
    expect(mails).toHaveLength(1);
    const mail = mails[0] ?? expect.fail();
    expect(mail.content).toContain(`Subject: Purchase order ${order.po_number} from`);
    expect(mail.content).toContain(`Dear ${name}, ${order.po_number} is for`);
    expect(await attachedText(mail)).toContain(`Cups from ${name}`);
    await expect.poll(() => statusOf(order.id)).toBe('sent');
  }
  expect(await statusOf(dear.id)).toBe('draft');
  expect(sink.delivered.filter(mail => mail.to[0] === 'seven@weir.example')).toEqual([]);
});

test('a sent order is not emailed again by default, but its revision is, and says that it replaces the order', async () => {
  const order = await orderFrom('Lock One', 'one@lock.example');
  const once = await startBulkEmail(buyer, orderBulkEmail, { ids: idsOf(order) });
  await expect
    .poll(() => progressOf(once.id), { timeout: 60_000 })
    .toMatchObject({ state: 'done', sent_count: 1 });
  await expect.poll(() => statusOf(order.id)).toBe('sent');
  expect(await previewOf(buyer, orderBulkEmail, { search: 'lock one' })).toMatchObject({
    sending: 0,
    recent: 1,
  });
  const { status, refusal } = await admin.call(purchases.update, {
    params: { id: order.id },
    body: {
      supplier_id: order.supplierId,
      lines: [{ description: 'Fewer cups', quantity: '5', unit_price: '2.00' }],
      revision_reason: 'Fewer',
    },
  });
  expect(status, JSON.stringify(refusal)).toBe(200);
  const preview = await previewOf(buyer, orderBulkEmail, { ids: idsOf(order) });
  expect(preview).toMatchObject({
    sending: 1,
    recent: 0,
    example: { rest: expect.stringContaining('It replaces the order we sent you before.') },
  });
  const again = await startBulkEmail(buyer, orderBulkEmail, { ids: idsOf(order) });
  await expect
    .poll(() => progressOf(again.id), { timeout: 60_000 })
    .toMatchObject({ state: 'done', sent_count: 1 });
  const mails = sink.delivered.filter(mail => mail.to[0] === 'one@lock.example');
  expect(mails).toHaveLength(2);
  expect(mails[1]?.content).toContain(`${order.po_number}, revision 2`);
  expect(mails[1]?.content).toContain('It replaces the order we sent you before.');
});

test('emailing orders needs the permission to send one and to see the list', async () => {
  for (const rights of [['view_purchaseorder', 'create_email'], ['send_purchaseorder']] as const) {
    const caller = await app.as(...rights);
    const { status } = await caller.call(orderBulkEmail.preview, { body: { filter: {}, options: {} } });
    expect(status).toBe(403);
  }
});
