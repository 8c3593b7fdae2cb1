import { connect, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpApp, type RequestTimeouts } from './create-app';

async function serve(timeouts?: RequestTimeouts): Promise<{ app: FastifyInstance; port: number }> {
  const app = await createHttpApp({
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost:3000',
    trustedProxies: null,
    ...(timeouts ? { timeouts } : {}),
  });
  app.post('/save', async () => 'saved');
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
const slowBody = (port: number) =>
  drip(
    port,
    'POST /save HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
    ' ',
  );
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

test('R22 connections whose heads arrive too slowly are closed; others are answered meanwhile', () =>
  closesAll(slowHead, { head: 3_000, request: never, checkedEvery: 100 }));

test('R22 connections whose bodies arrive too slowly are closed; others are answered meanwhile', () =>
  closesAll(slowBody, { head: 3_000, request: 4_000, checkedEvery: 100 }));

test('R22 the limits in use close a slow head within 15 seconds, and a slow body within 35', async () => {
  const { app } = await serve();
  // The library's types lack the interval.
  const server = app.server as typeof app.server & { connectionsCheckingInterval: number };
  expect(server.headersTimeout + server.connectionsCheckingInterval).toBeLessThanOrEqual(15_000);
  expect(server.requestTimeout + server.connectionsCheckingInterval).toBeLessThanOrEqual(35_000);
});
