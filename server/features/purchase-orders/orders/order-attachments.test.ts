import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxOrderAttachments, orderAttachments } from '#domain/purchase-orders/order-attachment.contract';
import { purchases } from '#domain/purchase-orders/purchase-order.contract';
import { someSupplier } from '../../../../tests/support/books';
import { startTestApp, type TestApp } from '../../../../tests/support/test-app';
import { multipartForm, pdfOf, type TestFile } from '../../../../tests/support/upload';

let app: TestApp;
let buyer: Awaited<ReturnType<TestApp['as']>>;
beforeAll(async () => {
  app = await startTestApp();
  buyer = await app.as('view_purchaseorder', 'create_purchaseorder', 'edit_purchaseorder');
});
afterAll(() => app.close());

async function order(): Promise<number> {
  const supplier_id = await someSupplier(app.db);
  return (await buyer.call(purchases.create, { body: { supplier_id } })).reply.id;
}
const attach = async (id: number, files: readonly TestFile[], who: Pick<typeof buyer, 'call'> = buyer) =>
  who.call(orderAttachments.add, { params: { id }, ...(await multipartForm({}, files)) });

test('F54 whatever its name is, an attachment can be downloaded', async () => {
  const id = await order();
  const names = [
    `${'😀'.repeat(120)}a.pdf`,
    `${'😀'.repeat(120)}.pdf`,
    `${'x'.repeat(250)}.pdf`,
    '<b>=1+1;%.pdf',
  ];
  const { reply } = await attach(
    id,
    names.map((name, index) => ({ name, content: pdfOf(2_000 + index) })),
  );
  expect(reply.data.length).toBe(names.length);
  for (const { id: attachment_id } of reply.data)
    expect((await buyer.call(orderAttachments.content, { params: { id, attachment_id } })).status).toBe(200);
});

test('attachments are added, listed, read back byte for byte and removed, each audited', async () => {
  const id = await order();
  const { status, reply } = await attach(id, [
    { name: 'delivery note.pdf', content: pdfOf(2_000) },
    { name: '../../etc/bill.pdf', content: pdfOf(3_000) },
  ]);
  expect(status).toBe(200);
  expect(reply.data.map(({ file_name, bytes }) => [file_name, bytes])).toEqual([
    ['delivery note.pdf', 2_000],
    ['bill.pdf', 3_000],
  ]);
  expect((await app.audits())[0]).toMatchObject({
    action: 'attached',
    record_type: 'purchase_order',
    record_id: id,
  });
  const attachment_id = reply.data[0]?.id ?? 0;
  const read = await buyer.call(orderAttachments.content, { params: { id, attachment_id } });
  expect(read.raw.equals(pdfOf(2_000))).toBe(true);
  expect(read.headers['content-type']).toBe('application/pdf');
  expect(String(read.headers['content-disposition'])).toContain('attachment; filename="delivery note.pdf"');

  const again = await attach(id, [{ name: 'delivery note.pdf', content: pdfOf(2_000) }]);
  expect(again.reply.data).toHaveLength(2);
  const removed = await buyer.call(orderAttachments.remove, { params: { id, attachment_id } });
  expect(removed.reply.data.map(({ file_name }) => file_name)).toEqual(['bill.pdf']);
  expect((await buyer.call(orderAttachments.remove, { params: { id, attachment_id } })).status).toBe(404);
  expect((await app.audits())[0]).toMatchObject({ action: 'attachment_removed' });
});

test('a file of another type than its name, too many files, or none are refused, and nothing is stored', async () => {
  const id = await order();
  const before = await app.digest();
  const disguised = await attach(id, [{ name: 'bill.pdf', content: 'MZ I am a program' }]);
  expect(disguised.status).toBe(422);
  expect(disguised.refusal.message).toContain('bill.pdf');
  expect((await attach(id, [{ name: 'run.exe', content: 'MZ' }])).status).toBe(422);
  expect((await attach(id, [])).refusal.errors).toEqual({ attachments: ['Choose at least one file.'] });
  expect(await app.digest()).toBe(before);

  for (let from = 0; from < maxOrderAttachments; from += 10) {
    const files = Array.from({ length: 10 }, (_, n) => ({
      name: `${from + n}.pdf`,
      content: pdfOf(64 + from + n),
    }));
    expect((await attach(id, files)).status).toBe(200);
  }
  const full = await attach(id, [{ name: 'one more.pdf', content: pdfOf(5_000) }]);
  expect(full.refusal.errors?.attachments?.[0]).toContain(`at most ${maxOrderAttachments} attachments`);
});

test('F51 one file that is too large is refused by name, and the valid ones stay attached', async () => {
  const id = await order();
  const { status, reply } = await attach(id, [
    { name: 'delivery note.pdf', content: pdfOf(2_000) },
    { name: 'scan.pdf', content: pdfOf(10 * 1024 * 1024 + 1) },
    { name: 'run.exe', content: 'MZ' },
    { name: 'bill.pdf', content: pdfOf(3_000) },
  ]);
  expect(status).toBe(200);
  expect(reply.data.map(({ file_name }) => file_name)).toEqual(['delivery note.pdf', 'bill.pdf']);
  expect(reply.rejected).toEqual(['scan.pdf: File too large (max 10MB)', 'run.exe: Invalid file type']);
  expect((await buyer.call(orderAttachments.list, { params: { id } })).reply.data).toHaveLength(2);
  const alone = await attach(id, [{ name: 'scan.pdf', content: pdfOf(10 * 1024 * 1024 + 1) }]);
  expect([alone.status, alone.refusal.message]).toEqual([422, 'scan.pdf: File too large (max 10MB)']);
});

test('an attachment is found under its own order only, by users who can see orders', async () => {
  const [id, other] = [await order(), await order()];
  const { reply } = await attach(id, [{ name: 'quote.pdf', content: pdfOf() }]);
  const attachment_id = reply.data[0]?.id ?? 0;
  for (const call of [orderAttachments.content, orderAttachments.remove])
    expect((await buyer.call(call, { params: { id: other, attachment_id } })).status).toBe(404);
  expect((await attach(9_999_999, [{ name: 'a.pdf', content: pdfOf() }])).status).toBe(404);
  expect((await buyer.call(orderAttachments.list, { params: { id: 9_999_999 } })).status).toBe(404);
  const reader = await app.as('view_purchaseorder');
  expect((await reader.call(orderAttachments.list, { params: { id } })).reply.data).toHaveLength(1);
  expect((await attach(id, [{ name: 'a.pdf', content: pdfOf() }], reader)).status).toBe(403);
  const outsider = await app.as('view_supplier');
  expect((await outsider.call(orderAttachments.content, { params: { id, attachment_id } })).status).toBe(403);
});
