import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { openFileStore } from '../files/file-store';
import { createHttpApp, defaultTimeouts, type RequestTimeouts } from './create-app';
import { receiveMultipart } from './multipart';

async function serve(timeouts?: RequestTimeouts): Promise<{ app: FastifyInstance; port: number }> {
  const app = await createHttpApp({
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost:3000',
    trustedProxies: null,
    ...(timeouts ? { timeouts } : {}),
  });
  const files = await openFileStore(temporaryFolder());
  app.post('/save', async () => 'saved');
  app.post('/upload', request =>
    receiveMultipart(request, files).then(received => `${received.files[0]?.bytes} bytes`),
  );
  app.get('/show', async () => 'shown');
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { app, port: (app.server.address() as AddressInfo).port };
}

/** Sends a beginning, then one more piece every 50 ms, and returns what the server says when it closes. */
const drip = (port: number, beginning: string, piece: string) =>
  new Promise<string>(resolve => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', data => (answer += data.toString()));
    socket.on('error', () => undefined);
    socket.write(beginning);
    const dripping = setInterval(() => socket.write(piece), 50);
    socket.once('close', () => {
      clearInterval(dripping);
      resolve(answer);
    });
  });

const slowHead = (port: number) => drip(port, 'GET /show HTTP/1.1\r\nHost: x\r\n', 'X-Slow: 1\r\n');
const jsonHead =
  'POST /save HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n';
const slowBody = (port: number) => drip(port, jsonHead, ' ');

/** A form with one PDF of this size, up to the content of the file. */
const form = (bytes: number) => {
  const part =
    '--b\r\nContent-Disposition: form-data; name="attachments[]"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
  const length = part.length + bytes + formEnd.length;
  return `POST /upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n${part}%PDF-1.7\n`;
};
const formEnd = '\r\n--b--\r\n';
const slowUpload = (port: number) => drip(port, form(900_000), ' ');
/** Many at once, and one request of another user among them. */
async function closesAll(
  attack: (port: number) => Promise<string>,
  timeouts: RequestTimeouts,
): Promise<void> {
  const { port } = await serve(timeouts);
  const slow = Array.from({ length: 100 }, () => attack(port));
  const show = await fetch(`http://127.0.0.1:${port}/show`);
  expect(await show.text()).toBe('shown');
  for (const answer of await Promise.all(slow)) expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/);
}
const never = 3_600_000;
const rate = { bytesPerSecond: 1_000, measuredOver: 2_000 };

test('R22 connections whose heads arrive too slowly are closed; others are answered meanwhile', () =>
  closesAll(slowHead, { head: 3_000, limit: never, checkedEvery: 100, upload: rate }));

test.each([
  ['bodies', slowBody],
  ['uploads', slowUpload],
])('R22 connections whose %s arrive too slowly are closed; others are answered meanwhile', (_, attack) =>
  closesAll(attack, { head: 3_000, limit: 4_000, checkedEvery: 100, upload: rate }),
);

test('F66 an upload on a slow line takes as long as it needs while it keeps arriving; another body does not', async () => {
  const { port } = await serve({ head: 3_000, limit: 1_000, checkedEvery: 100, upload: rate });
  // 40 kB a second at most, for five seconds at least.
  const piece = Buffer.alloc(2_000, 0x20);
  const pieces = 100;
  const socket = connect(port, '127.0.0.1');
  const answer = text(socket);
  socket.write(form(9 + pieces * piece.length));
  for (let sent = 0; sent < pieces; sent++) {
    socket.write(piece);
    await pause(50);
  }
  socket.write(formEnd);
  expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*200009 bytes$/);
  expect(await drip(port, jsonHead, ' '.repeat(2_000))).toMatch(/^HTTP\/1\.1 408 /);
});

test('R22 the limits in use close a slow head within 15 seconds, and a slow body or upload within 35', async () => {
  const { app } = await serve();
  // The library's types lack the interval.
  const server = app.server as typeof app.server & { connectionsCheckingInterval: number };
  expect(server.headersTimeout + server.connectionsCheckingInterval).toBeLessThanOrEqual(15_000);
  const { limit, checkedEvery, upload } = defaultTimeouts;
  expect(limit + checkedEvery).toBeLessThanOrEqual(35_000);
  expect(upload.measuredOver + checkedEvery).toBeLessThanOrEqual(limit);
});
