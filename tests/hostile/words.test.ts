import * as z from 'zod';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPath, pathParamNames } from '#domain/kernel/call';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { everyRoute } from '../support/every-route';
import { type Caller, startTestApp, type TestApp } from '../support/test-app';

// Messages of a schema library, and messages that do not say what to do (findings F73, F76, F110).
const notForPeople =
  /Invalid (?:input|option|string|number|key|element|value|[a-z]+ discriminator)|Too (?:small|big)|expected \w+,? |received (?:undefined|null|string|number|NaN|object|array|boolean)|must match pattern|Unrecognized key|\bNaN\b|\[object/i;

const junk: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  7,
  1e300,
  Number.POSITIVE_INFINITY,
  '',
  ' ',
  'x',
  'No such value',
  '-1.00',
  '12.345',
  '2026-02-30',
  'a\u0000b',
  'x'.repeat(20_000),
  [],
  [[]],
  ['x', 7],
  {},
  { x: 1 },
];

type Inner = { readonly def: Readonly<Record<string, unknown>> };

/** Every schema within a schema: fields, items, alternatives, and both sides of a codec's input. */
function* within(schema: z.ZodType, path: string, seen: Set<unknown>): Generator<[string, z.ZodType]> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield [path, schema];
  const { def } = schema as unknown as Inner;
  const shape = (def.shape ?? {}) as Readonly<Record<string, z.ZodType>>;
  for (const [name, field] of Object.entries(shape)) yield* within(field, `${path}.${name}`, seen);
  for (const key of ['element', 'innerType', 'in', 'left', 'right', 'valueType'])
    if (def[key]) yield* within(def[key] as z.ZodType, key === 'element' ? `${path}[]` : path, seen);
  for (const key of ['options', 'items'])
    if (Array.isArray(def[key]))
      for (const option of def[key] as z.ZodType[]) yield* within(option, path, seen);
}

const messagesOf = (error: z.ZodError): string[] => error.issues.map(({ message }) => message);

test('F110 F76 F73 no contract replies in the words of its schema library', () => {
  const sentences = new Map<string, string>();
  let schemas = 0;
  for (const { call } of everyRoute)
    for (const part of ['query', 'body'] as const)
      for (const [path, schema] of within(call[part], `${call.method} ${call.path} ${part}`, new Set())) {
        schemas += 1;
        for (const value of junk) {
          const { error } = schema.safeParse(value);
          for (const message of error ? messagesOf(error) : [])
            if (notForPeople.test(message) || message.trim() === '')
              sentences.set(path, `${JSON.stringify(value)?.slice(0, 40)}: ${message}`);
        }
      }
  expect(schemas, 'the contracts were found').toBeGreaterThan(1_000);
  expect(Object.fromEntries(sentences)).toEqual({});
});

test('F54 no text of a body and no filter of a list may hold NUL or half a character', () => {
  const takes = (schema: z.ZodType, text: string) => schema.safeParse(text).success;
  const holes = new Set<string>();
  // Searching while typing finds no results for it, which is an answer.
  for (const { call } of everyRoute)
    for (const part of 'listing' in call ? (['query', 'body'] as const) : (['body'] as const)) {
      const { shape = {} } = call[part] as { shape?: Readonly<Record<string, z.ZodType>> };
      for (const [field, schema] of Object.entries(shape))
        if (takes(schema, 'abc') && (takes(schema, 'ab\u0000c') || takes(schema, 'ab\ud800')))
          holes.add(`${call.method} ${call.path} ${part}.${field}`);
    }
  // A value that is only hashed may contain any text.
  expect([...holes].filter(hole => !/password|token|code$|secret/.test(hole))).toEqual([]);
});

let shop: TestApp;
let admin: Caller & { readonly token: string };
let supplier: number;
beforeAll(async () => {
  shop = await startTestApp();
  admin = await shop.as('admin');
  supplier = (await admin.call(suppliers.create, { body: { name: 'Leaf & Co' } })).reply.id;
});
afterAll(() => shop.close());

async function refusalOf(method: string, url: string, payload?: unknown) {
  const response = await shop.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: `Bearer ${admin.token}` },
    ...(payload === undefined ? {} : { payload }),
  } as InjectOptions);
  return response.json<{ message: string; errors?: Record<string, string[]> }>();
}

test('F110 F76 known refusals name the field and say what to enter', async () => {
  expect((await refusalOf('PUT', `/suppliers/${supplier}`, { name: 'Leaf', version: 0 })).message).toBe(
    'version: Must be more than 0.',
  );
  for (const [url, field] of [
    ['/reports/profit-and-loss?compare=sideways', 'compare'],
    ['/reports/profit-and-loss?period=sometime', 'period'],
    ['/reports/sales-summary?period=', 'period'],
  ] as const) {
    const { message, errors } = await refusalOf('GET', url);
    if (errors) expect(Object.keys(errors)).toEqual([field]);
    expect(message ?? '', url).not.toMatch(notForPeople);
  }
  expect((await refusalOf('GET', '/suppliers/abc')).message).toBe('id: Must be a positive whole number.');
  expect((await refusalOf('POST', '/pos/check-in', {})).message).toBe('Send the device ID.');
});

test('F110 F76 F73 nor does any route: each path, query field and body field, sent an invalid value', async () => {
  const nowhere = 999_999_999;
  const sentences: Record<string, string> = {};
  const note = (what: string, { message, errors = {} }: Awaited<ReturnType<typeof refusalOf>>) => {
    for (const words of [message ?? '', ...Object.values(errors).flat()])
      if (notForPeople.test(words)) sentences[what] = words;
  };
  for (const { call } of everyRoute) {
    if (call.replyKind === 'stream' || call.path === '/auth/logout') continue;
    const names = pathParamNames(call.path);
    const path = fillPath(call.path, Object.fromEntries(names.map(name => [name, nowhere])));
    if (names.length > 0)
      note(
        `${call.method} ${call.path}`,
        await refusalOf(call.method, call.path.replaceAll(/\{\w+\}/g, 'x')),
      );
    const { shape = {} } = call.query as { shape?: object };
    for (const field of Object.keys(shape))
      for (const wrong of ['%00', '-1', 'sideways'])
        note(
          `${call.method} ${call.path}?${field}=${wrong}`,
          await refusalOf(call.method, `${path}?${field}=${wrong}&no_such_field=1`),
        );
    if (call.bodyKind === 'multipart' || call.method === 'GET' || call.method === 'DELETE') continue;
    const { shape: body = {} } = call.body as { shape?: object };
    note(`${call.method} ${call.path} {}`, await refusalOf(call.method, path, { no_such_field: 1 }));
    for (const field of Object.keys(body))
      for (const wrong of [null, -1, 'sideways', [[]], [{}]])
        note(
          `${call.method} ${call.path} ${field}=${JSON.stringify(wrong)}`,
          await refusalOf(call.method, path, { [field]: wrong, no_such_field: 1 }),
        );
  }
  expect(sentences).toEqual({});
});
