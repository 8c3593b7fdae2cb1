import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inbox } from '#domain/emails/inbox.contract';
import { mailNetwork, mailSecrets, someMessage } from '../../../tests/support/mailbox';
import { startTestApp, type TestApp } from '../../../tests/support/test-app';

const heard: string[] = [];
const elsewhere = createServer((request, response) => {
  heard.push(request.url ?? '');
  response.end(Buffer.from('GIF89a'));
});
let shop: TestApp;
beforeAll(async () => {
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  // The mail server may be at 127.0.0.1, as in a shop whose own mail server is in its network.
  shop = await startTestApp({ secrets: mailSecrets, mailNetwork });
});
afterAll(async () => {
  elsewhere.close();
  await shop.close();
});

test('A-SSRF pictures are fetched from public addresses only, not from the networks of mail servers', async () => {
  const { port } = elsewhere.address() as AddressInfo;
  const id = await someMessage(shop.db, {
    html: `<img data-remote="http://127.0.0.1:${port}/1.gif"><img data-remote="http://localhost:${port}/2.gif">`,
  });
  const reader = await shop.as('view_email');
  const shown = await reader.call(inbox.get, { params: { id }, query: { pictures: 'show' } });
  expect(shown.status).toBe(200);
  expect(shown.reply.remote_pictures).toBe(2);
  expect(shown.reply.html).not.toContain('data:image');
  expect(heard).toEqual([]);
});
