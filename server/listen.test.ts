import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createHttpApp, defaultTimeouts } from './platform/http/create-app';
import { listen } from './listen';

const anHour = 3_600_000;

test('opening the port logs nothing, and later log lines are written', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const app = await createHttpApp({ log, publicUrl: 'http://localhost:3000', trustedProxies: null });
  await listen(app, { host: '127.0.0.1', port: 0 });
  expect(lines).toEqual([]);
  app.log.info('a request went wrong');
  log.info('a job went wrong');
  await app.close();
  expect(lines.map(line => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'a request went wrong',
    'a job went wrong',
  ]);
});

test('an idle connection does not delay the shutdown', async () => {
  const log = pino({ level: 'silent' });
  // Nothing but the shutdown may end the connection: time limits are only checked after an hour.
  const timeouts = { ...defaultTimeouts, head: 60_000, limit: anHour, checkedEvery: anHour };
  const app = await createHttpApp({
    log,
    publicUrl: 'http://localhost:3000',
    trustedProxies: null,
    timeouts,
  });
  app.server.setTimeout(anHour);
  await listen(app, { host: '127.0.0.1', port: 0 });
  const accepted = once(app.server, 'connection');
  const browser = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await accepted;
  const ended = once(browser.resume(), 'close');
  await app.close();
  await ended;
});

test('R31 while the process leaves, each answer ends its connection', async () => {
  const leaving = new AbortController();
  const app = await createHttpApp({
    log: pino({ level: 'silent' }),
    publicUrl: 'http://localhost:3000',
    trustedProxies: null,
    leaving: leaving.signal,
  });
  app.route({ method: 'GET', url: '/hello', handler: async () => 'hello' });
  await listen(app, { host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  let received = '';
  client.setEncoding('utf8').on('data', (text: string) => (received += text));
  const ended = once(client, 'close');
  const ask = async () => {
    const from = received.length;
    client.write('GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => received.slice(from)).toContain('hello');
    return received.slice(from).toLowerCase();
  };
  expect(await ask()).toContain('connection: keep-alive');
  // A client that keeps its connection is asked to open another, which goes elsewhere.
  leaving.abort();
  expect(await ask()).toContain('connection: close');
  await ended;
  await app.close();
});
