import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emails } from '#domain/emails/email.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { heldBytes } from '../../../tests/support/held-bytes';
import { type SmtpSink, startSmtpSink } from '../../../tests/support/smtp-sink';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';
import { multipartForm, pdfOf, type TestFile } from '../../../tests/support/upload';

const megabyte = 1024 * 1024;

let shop: TestApp;
let sink: SmtpSink;
let buyer: Awaited<ReturnType<TestApp['as']>>;
let supplierId: number;
beforeAll(async () => {
  sink = await startSmtpSink({ keepContent: false });
  shop = await startTestApp({ jobs: true, smtpUrl: sink.url });
  buyer = await shop.as('view_supplier', 'create_supplier', 'create_email');
  supplierId = (await buyer.call(suppliers.create, { body: { name: 'Large' } })).reply.id;
});
afterAll(async () => {
  await shop.close();
  await sink.close();
});

const send = async (email: string, files: TestFile[]) =>
  buyer.call(emails.sendSupplier, await multipartForm({ supplier_id: String(supplierId), email }, files));
const deliveredTo = (address: string) => sink.delivered.filter(({ to }) => to.includes(address));

test('K-04 SE-04 accepts ten megabytes, and refuses one byte more or content that does not match its name', async () => {
  const full = { name: 'full.pdf', content: pdfOf(10 * megabyte) };
  expect((await send('full@shop.example', [full])).reply.success).toBe(true);
  await expect.poll(() => deliveredTo('full@shop.example').length).toBe(1);
  expect(deliveredTo('full@shop.example')[0]?.bytes).toBeGreaterThan(13 * megabyte);

  const files = [
    { name: 'over.pdf', content: pdfOf(10 * megabyte + 1) },
    { name: 'fine.pdf', content: pdfOf() },
    { name: 'script.exe', content: 'MZ' },
    { name: 'page.pdf', content: '<html>' },
  ];
  const { status, refusal } = await send('never@shop.example', files);
  expect({ status, errors: refusal.errors }).toEqual({
    status: 422,
    errors: {
      attachments: [
        'over.pdf: File too large (max 10MB)',
        'script.exe: Invalid file type',
        'page.pdf: Invalid file type',
      ],
    },
  });
  expect(deliveredTo('never@shop.example')).toHaveLength(0);
  expect((await buyer.call(emails.ofSupplier, { params: { id: supplierId } })).reply.data).toHaveLength(1);
});

test('eight files of ten megabytes are sent without ever being held in memory', async () => {
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = shop.app.server.address() as AddressInfo;

  heldBytes();
  const before = process.memoryUsage();
  let max = 0;
  const watch = setInterval(() => {
    const { external, heapUsed } = process.memoryUsage();
    max = Math.max(max, external + heapUsed - before.external - before.heapUsed);
  }, 10);
  const upload = httpRequest({
    port,
    host: '127.0.0.1',
    path: '/api/emails/send-supplier',
    method: 'POST',
    headers: {
      authorization: `Bearer ${buyer.token}`,
      'content-type': 'multipart/form-data; boundary=----parts',
    },
  });
  Readable.from(largeForm(supplierId, 8)).pipe(upload);
  const [response] = (await once(upload, 'response')) as [Readable];
  const answer = Buffer.concat(await response.toArray()).toString();
  // A slow mail server is not waited for; the message is sent meanwhile.
  expect(JSON.parse(answer)).toMatchObject({ success: true });
  await expect.poll(() => deliveredTo('large@shop.example').length, { timeout: 300_000 }).toBe(1);
  clearInterval(watch);

  expect(deliveredTo('large@shop.example')[0]?.bytes).toBeGreaterThan(8 * 13 * megabyte);
  // The files total 80 MB, and 107 MB encoded for email.
  expect(max / megabyte).toBeLessThan(50);
});

/** A form with this many different files of exactly 10 MB, generated in pieces. */
function* largeForm(supplier: number, files: number): Generator<Buffer> {
  const field = (name: string, value: string) =>
    `------parts\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  yield Buffer.from(field('supplier_id', String(supplier)) + field('email', 'large@shop.example'));
  for (let file = 0; file < files; file++) {
    yield Buffer.from(
      `------parts\r\ncontent-disposition: form-data; name="attachments[]"; filename="${file}.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
    );
    const piece = Buffer.alloc(65_536, 0x41 + file);
    for (let written = 0; written < 10 * megabyte; written += piece.length) {
      yield written === 0 ? Buffer.concat([Buffer.from('%PDF-1.7\n'), piece.subarray(9)]) : piece;
    }
    yield Buffer.from('\r\n');
  }
  yield Buffer.from('------parts--\r\n');
}
