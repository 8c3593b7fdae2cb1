import type * as z from 'zod';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPath, pathParamNames } from '#domain/kernel/call';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { everyRoute } from '../support/every-route';
import { noRefusalLimits, startTestApp, type TestApp } from '../support/test-app';

let shop: TestApp;
let token: string;
// Some calls are rate-limited per user, so each field is sent by a different one.
let senders: string[];
let before: string;
beforeAll(async () => {
  shop = await startTestApp({ refusalLimits: noRefusalLimits });
  const admin = await shop.as('admin');
  token = admin.token;
  senders = [];
  for (let index = 0; index < 8; index++) senders.push((await shop.as('admin')).token);
  for (const name of ['100% Wool', 'Under_score', 'Back\\slash', 'Plain'])
    await admin.call(suppliers.create, { body: { name } });
  before = await shop.digest();
});
afterAll(() => shop.close());
/** Compares every row with before, once for each route: its dozens of cases need not be told apart. */
async function expectNothingChanged(): Promise<void> {
  // Each route starts with what the previous one left.
  const [was, is] = [before, await shop.digest()];
  before = is;
  expect(is, 'a refused request changed something').toBe(was);
}
afterAll(expectNothingChanged);

type HostileCall = {
  method: InjectOptions['method'];
  url: string;
  payload?: InjectOptions['payload'];
  headers?: Record<string, string>;
};

/** Sends as administrator; the reply must be a page or a refusal in the standard format, never a failure. */
async function ask(hostile: HostileCall) {
  const response = await shop.app.inject({
    ...hostile,
    method: hostile.method ?? 'GET',
    headers: { authorization: `Bearer ${token}`, ...hostile.headers },
  } as InjectOptions);
  expect(response.statusCode, `${hostile.method} ${hostile.url.slice(0, 120)}`).toBeLessThan(500);
  if (response.statusCode >= 400) {
    expect(response.json()).toMatchObject({
      message: expect.any(String),
      code: expect.any(String),
      request_id: expect.any(String),
    });
    expect(response.body).not.toMatch(/ at \/|node_modules|select |postgres/i);
  }
  return response;
}

const lists = everyRoute.filter(route => 'listing' in route.call);
const writes = everyRoute.filter(
  route =>
    ['POST', 'PUT'].includes(route.call.method) &&
    route.call.bodyKind === 'json' &&
    route.call.path !== '/auth/logout',
);
// A record that does not exist, so that calls without a body find nothing to change.
const nowhere = 999_999_999;
const urlOf = (path: string) =>
  `/api${fillPath(path, Object.fromEntries(pathParamNames(path).map(name => [name, nowhere])))}`;

describe.each(lists.map(route => [route.call.path, route] as const))('the list %s', (_, route) => {
  afterAll(expectNothingChanged);
  const url = urlOf(route.call.path);
  const statusOf = async (query: string) => (await ask({ method: 'GET', url: `${url}?${query}` })).statusCode;

  test.each([
    'unknown=1',
    'toString=1',
    '__proto__=1',
    'constructor=1',
    'page=-1',
    'page=0',
    'page=1.5',
    'page=1e3',
    'page=0x10',
    'page=abc',
    'page=99999999999999999999',
    'per_page=0',
    'per_page=1001',
    'per_page=-10',
    'sort_by=constructor',
    'sort_by=__proto__',
    'sort_by=toString',
    'sort_by=name;drop',
    'sort_by=1',
    'sort_order=sideways',
    'page=1&page=2',
    'search=a&search=b',
    'search=%00',
    'search=a%00b',
    'search[x]=1',
    'page[]=1',
  ])('refuses ?%s with 422', async query => {
    expect(await statusOf(query)).toBe(422);
  });

  test('returns an empty page past the end', async () => {
    const response = await ask({ method: 'GET', url: `${url}?page=1000000` });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ data: [], current_page: 1_000_000 });
  });

  test('refuses a megabyte of search text', async () => {
    expect(await statusOf(`search=${'a'.repeat(1_000_000)}`)).toBeGreaterThanOrEqual(400);
    expect(await statusOf(`search=${'a'.repeat(10_000)}`)).toBe(422);
  });

  test.each(['%25', '_', '%5C', "'", '"', '%27%20or%201%3D1--', '%F0%9F%98%80', '%E2%80%AE'])(
    'accepts %s as text to search for',
    async text => {
      expect(await statusOf(`search=${text}`)).toBe(200);
    },
  );
});

test("a pattern's own characters are searched for literally", async () => {
  const found = async (search: string) =>
    (await ask({ method: 'GET', url: `/api/suppliers?search=${encodeURIComponent(search)}` }))
      .json<{ data: { name: string }[] }>()
      .data.map(row => row.name);
  expect(await found('%')).toEqual(['100% Wool']);
  expect(await found('_')).toEqual(['Under_score']);
  expect(await found('\\')).toEqual(['Back\\slash']);
});

describe.each(writes.map(route => [`${route.call.method} ${route.call.path}`, route] as const))(
  '%s',
  (_, route) => {
    afterAll(expectNothingChanged);
    const method = route.call.method as 'POST';
    const url = urlOf(route.call.path);
    const send = async (payload: InjectOptions['payload'], headers: Record<string, string> = {}) =>
      (await ask({ method, url, payload, headers: { 'content-type': 'application/json', ...headers } }))
        .statusCode;

    test('refuses a body of the wrong shape', async () => {
      expect(await send({ no_such_field: 1 })).toBe(422);
      expect(await send('[]')).toBe(422);
      expect(await send('"text"')).toBe(422);
      expect(await send('null')).toBeGreaterThanOrEqual(400);
      expect(await send('{"name":')).toBe(400);
      expect(await send('{"__proto__":{"admin":true}}')).toBe(400);
      expect(await send('{"toString":1,"constructor":1,"hasOwnProperty":1}')).toBe(422);
      expect(await send('{"constructor":{"prototype":{"admin":true}}}')).toBeGreaterThanOrEqual(400);
      expect(await send(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)).toBeGreaterThanOrEqual(400);
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    });

    // Sent with an unknown field, so that nothing is ever accepted; the errors show which fields were read.
    test('refuses invalid values of each field by name', async () => {
      const { shape = {} } = route.call.body as { shape?: Readonly<Record<string, z.ZodType>> };
      for (const [index, [field, schema]] of Object.entries(shape).entries()) {
        const authorization = `Bearer ${senders[index % senders.length]}`;
        // A report's query may be empty.
        const nothing = schema.safeParse({}).success ? [] : ['{}'];
        for (const wrong of [...nothing, '[[]]', '1e309', '-1e309', '"a\\u0000b"', '"\\ud800"']) {
          const { errors } = (
            await ask({
              method,
              url,
              payload: `{"${field}":${wrong},"no_such_field":1}`,
              headers: { authorization, 'content-type': 'application/json' },
            })
          ).json<{ errors: Record<string, string[]> }>();
          const named = Object.keys(errors).some(key => key === field || key.startsWith(`${field}.`));
          // A text that is only hashed is neither shown nor stored, so it may contain anything.
          if (!/password|token/.test(field) || !wrong.startsWith('"'))
            expect(named, `${field}: ${wrong}`).toBe(true);
        }
        for (const other of ['null', 'true', '7', '""', '[]'])
          expect(await send(`{"${field}":${other},"no_such_field":1}`, { authorization })).toBe(422);
      }
    });

    test('refuses bodies that are too large or of another type', async () => {
      expect(await send(JSON.stringify({ name: 'x'.repeat(2_000_000) }))).toBe(413);
      for (const type of [
        'text/plain',
        'multipart/form-data; boundary=edge',
        'application/x-www-form-urlencoded',
        '\tapplication/json',
        'application/xml',
      ]) {
        expect(await send('{"no_such_field":"x"}', { 'content-type': type })).toBeGreaterThanOrEqual(400);
      }
    });
  },
);

const uploads = everyRoute.filter(route => route.call.bodyKind === 'multipart');
test('a form with files is documented as such, with all its fields', async () => {
  const boundary = 'multipart/form-data; boundary=edge';
  for (const { call } of uploads) {
    for (const [type, payload] of [
      ['application/json', '{}'],
      ['multipart/form-data', '--edge--'],
      [boundary, ''],
      [boundary, '--edge\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--edge--\r\n'],
      [boundary, '--edge\r\nContent-Disposition: form-data; name="email"\r\n\r\ncut sho'],
      [
        boundary,
        '--edge\r\nContent-Disposition: form-data; name="attachments[]"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7 cut sho',
      ],
      [boundary, '--edge--\r\n'],
    ] as const) {
      const url = urlOf(call.path);
      const { statusCode } = await ask({ method: 'POST', url, payload, headers: { 'content-type': type } });
      expect(statusCode, `${type} ${payload}`).toBeGreaterThanOrEqual(400);
    }
  }
});

const withId = everyRoute.filter(route => route.call.path.includes('{'));
test.each(['0', '-1', '1e309', '1.5', 'abc', '99999999999999999999', '%00', '..%2f..', '0x1', '١'])(
  'an id of %s is invalid',
  async id => {
    for (const { call } of withId) {
      const response = await ask({
        method: call.method,
        url: `/api${call.path.replaceAll(/\{\w+\}/g, id)}`,
        ...(call.method === 'GET' || call.method === 'DELETE' ? {} : { payload: {} }),
      });
      expect(response.statusCode, `${call.method} ${call.path}`).toBeGreaterThanOrEqual(400);
    }
  },
);

test('every reply of the API has its protective headers, and is not cached', async () => {
  for (const url of [
    '/api/health',
    '/api/suppliers',
    '/api/nowhere',
    '/api/suppliers/1',
    '/api/suppliers?page=x',
  ]) {
    const { headers } = await ask({ method: 'GET', url });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});

test('unknown paths and methods get a reply in the standard format', async () => {
  expect((await ask({ method: 'GET', url: '/api/nowhere' })).statusCode).toBe(404);
  for (const [method, url, allow] of [
    ['PATCH', '/api/suppliers/1', 'GET, PUT, DELETE'],
    ['DELETE', '/api/suppliers', 'GET, POST'],
  ] as const) {
    const refused = await ask({ method, url });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, allow]);
  }
});

test('a request with ambiguous framing is refused', async () => {
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = shop.app.server.address() as AddressInfo;
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ),
    );
    socket.once('data', data => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
});
