import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/test-app';

let shop: TestApp;
let token: string;
let port: number;
beforeAll(async () => {
  shop = await startTestApp();
  ({ token } = await shop.as('admin'));
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = shop.app.server.address() as AddressInfo);
});
afterAll(() => shop.close());

/** What the server answers to these bytes, to the end of the connection. */
const answerTo = (bytes: string | Buffer) =>
  new Promise<string>((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', data => (answer += data.toString()));
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
  });

/** The status, and whether the answer has the headers and the shape of every refusal. */
function refusalIn(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const { message, code, request_id } = JSON.parse(body) as Record<string, string>;
  expect(head).toContain("frame-ancestors 'none'");
  expect(head).toContain('x-content-type-options: nosniff');
  expect(head).toContain('application/json; charset=utf-8');
  expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(code).toMatch(/^[a-z_]+$/);
  return { status: Number(head.split(' ')[1]), message };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

test('F54 an address that cannot be read is refused in the one shape, without repeating it', async () => {
  for (const path of ['/api/%', '/%', '/api/%e0%80%80'])
    expect(refusalIn(await answerTo(get(path))), path).toEqual({
      status: 400,
      message: 'This address could not be read.',
    });
});

test('F54 a request that is not valid HTTP is refused in the common error format', async () => {
  for (const bytes of [
    'FOO /api/units HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api/he\r\nalth HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc]),
  ])
    expect(refusalIn(await answerTo(bytes))).toEqual({
      status: 400,
      message: 'The request could not be read.',
    });
  const large = `GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`;
  expect(refusalIn(await answerTo(large))).toEqual({
    status: 431,
    message: 'The headers of the request are too large.',
  });
});

test('F54 methods that no address has are refused as such', async () => {
  for (const method of ['OPTIONS', 'TRACE'] as const) {
    const refused = await shop.app.inject({ method: method as 'OPTIONS', url: '/api/units' });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, POST']);
  }
});

test('F54 text that is not UTF-8 is refused, never stored with question marks; nor is anything unpacked', async () => {
  const before = await shop.digest();
  const send = async (payload: Buffer, headers: Record<string, string> = {}) => {
    const { statusCode, json } = await shop.app.inject({
      method: 'POST',
      url: '/api/units',
      payload,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    });
    return [statusCode, json<{ message: string }>().message];
  };
  expect(await send(Buffer.from('{"name":"café"}', 'latin1'))).toEqual([400, 'The body is not valid UTF-8.']);
  for (const charset of ['iso-8859-1', 'utf-16le'])
    expect(
      await send(Buffer.from('{"name":"café"}'), { 'content-type': `application/json; charset=${charset}` }),
    ).toEqual([415, 'Send the body as application/json in UTF-8.']);
  expect(await send(Buffer.from('{"name":"x"}'), { 'content-encoding': 'gzip' })).toEqual([
    415,
    'Send the body without compression.',
  ]);
  expect(await shop.digest()).toBe(before);
  const [status] = await send(Buffer.from('\uFEFF{"name":"café"}'), {
    'content-type': 'application/json; charset="UTF-8"',
  });
  expect(status).toBe(200);
});
