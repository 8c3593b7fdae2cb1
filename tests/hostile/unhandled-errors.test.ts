import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openClient, administrator } from '../faults/client';
import { freePort, spawnCounterfoil } from '../support/counterfoil-process';
import { temporaryFolder } from '../support/temporary-folder';
import { startTestApp, type TestApp } from '../support/test-app';

const reason = 'secret reason of the test';
const fail = () => {
  throw new Error(reason);
};

/** Sent until the test makes it fail. */
const underWay = new Readable({ read: () => undefined });

/** Routes that fail in every place where code of a route runs. */
function addFailing(app: FastifyInstance): void {
  const answer = async () => ({ message: 'fine' });
  app.get('/fails/handler', async () => fail());
  app.get('/fails/plain-handler', () => fail());
  for (const hook of ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization'] as const)
    app.get(`/fails/${hook}`, { [hook]: async () => fail(), handler: answer });
  app.get('/fails/onSend', {
    // The reply to the failure passes the hook again.
    onSend: async (_request, reply) => (reply.statusCode === 200 ? fail() : undefined),
    handler: answer,
  });
  app.get('/fails/stream', (_request, reply) =>
    reply
      .header('content-disposition', 'attachment; filename="report.csv"')
      .header('content-length', 1_000_000)
      .type('text/csv')
      .send(new Readable({ read: () => fail() })),
  );
  app.get('/fails/callback', {
    onRequest: (_request, _reply, next) => {
      fail();
      next();
    },
    handler: answer,
  });
  app.get('/fails/stream-under-way', (_request, reply) => reply.type('text/csv').send(underWay));
  app.get('/fails/onResponse', { onResponse: async () => fail(), handler: answer });
}

describe('an error of a route', () => {
  let shop: TestApp;
  let address: string;
  let port: number;
  beforeAll(async () => {
    shop = await startTestApp();
    addFailing(shop.app);
    await shop.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = shop.app.server.address() as AddressInfo);
    address = `http://127.0.0.1:${port}`;
  });
  afterAll(() => shop.close());

  test.each([
    'handler',
    'plain-handler',
    'onRequest',
    'preParsing',
    'preValidation',
    'preHandler',
    'preSerialization',
    'onSend',
    'callback',
    'stream',
  ])('R38 in %s is answered with 500 and the id of the request only', async place => {
    const response = await fetch(`${address}/fails/${place}`);
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(await response.json()).toEqual({
      message: 'Something went wrong on the server. The error has been logged. Try again.',
      code: 'failed',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('R38 in a stream under way cuts the reply, so that it is not taken for complete', async () => {
    underWay.push('name,amount\n');
    const response = await fetch(`${address}/fails/stream-under-way`);
    expect(response.status).toBe(200);
    underWay.destroy(new Error(reason));
    await expect(response.text()).rejects.toThrow();
  });

  test('R38 after the reply changes nothing for the client', async () => {
    const response = await fetch(`${address}/fails/onResponse`);
    expect([response.status, await response.json()]).toEqual([200, { message: 'fine' }]);
  });

  test('R38 leaves a request in flight alone', async () => {
    const started = beginSupplier(port, (await shop.as('admin')).token);
    await started.sent;
    for (const place of ['handler', 'onRequest', 'stream', 'onSend'])
      expect((await fetch(`${address}/fails/${place}`)).status).toBe(500);
    expect(await started.finish()).toContain('HTTP/1.1 200 OK');
  });
});

/** A request of which half of the body has been sent. */
function beginSupplier(port: number, token: string) {
  const body = JSON.stringify({ name: 'Half Way Ltd' });
  const socket: Socket = connect(port, '127.0.0.1');
  const answer = text(socket);
  const head = [
    'POST /api/suppliers HTTP/1.1',
    'Host: x',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  const half = body.slice(0, 10);
  return {
    sent: new Promise(resolve => socket.write(`${head}\r\n\r\n${half}`, resolve)),
    finish: () => {
      socket.write(body.slice(10));
      return answer;
    },
  };
}

test('R38 an error in a timer or a promise is logged, and the process goes on with the requests in flight', async () => {
  const port = await freePort();
  const preload = pathToFileURL(join(import.meta.dirname, '..', 'support', 'throw-on-signal.mjs'));
  const counterfoil = spawnCounterfoil({
    PORT: String(port),
    DATA_DIR: join(temporaryFolder(), 'data'),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    NODE_OPTIONS: `--import=${preload.href}`,
  });
  onTestFinished(async () => {
    counterfoil.signal('SIGTERM');
    await counterfoil.ended();
  });
  await counterfoil.ready();
  const client = openClient(port);
  await client.signIn();
  const started = beginSupplier(port, client.token());
  await started.sent;

  counterfoil.signal('SIGUSR2');
  await counterfoil.says('a timer of the test threw');
  await counterfoil.says('a promise of the test failed');

  expect(await started.finish()).toContain('HTTP/1.1 200 OK');
  expect((await client.ask('/api/health/ready')).status).toBe(200);
  counterfoil.signal('SIGTERM');
  expect(await counterfoil.ended()).toBe(0);
});
