import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { fillPath, pathParamNames } from '#domain/kernel/call';
import { everyRoute } from '../support/every-route';
import { startTestApp, type TestApp } from '../support/test-app';

let shop: TestApp;
beforeAll(async () => {
  shop = await startTestApp();
});
afterAll(() => shop.close());

type Schema = z.ZodType & {
  readonly def: {
    readonly type: string;
    readonly innerType?: Schema;
    readonly in?: Schema;
    readonly options?: readonly Schema[];
    readonly entries?: Readonly<Record<string, string>>;
  };
  readonly shape?: Readonly<Record<string, Schema>>;
};

/** Candidate values for a text field of a query; the contract decides which the field accepts. */
const texts = [
  '1',
  'word',
  '2026-11-01',
  '2026-11',
  'yes',
  '12.50',
  '1020',
  '10',
  '08:00',
  '01234567-89ab-4def-8000-000000000001',
];

/** Every choice of a field; for free text, the candidates that it accepts. */
function answersFor(schema: Schema): string[] {
  const { type, innerType, options, entries } = schema.def;
  if (entries) return Object.values(entries);
  if (options) return options.flatMap(answersFor);
  if (type === 'pipe' && schema.def.in) {
    const first = answersFor(schema.def.in).filter(text => schema.safeParse(text).success);
    if (first.length > 0) return first;
  }
  if (innerType) return answersFor(innerType);
  return texts.filter(text => schema.safeParse(text).success);
}

const questions = everyRoute
  .map(({ call }) => call)
  .filter(
    ({ method, replyKind, access }) => method === 'GET' && replyKind !== 'stream' && access !== 'public',
  )
  .map(call => [call.path, call] as const);

describe('F86 the database accepts every filter and every sort order of every page', () => {
  test.each(questions)('GET %s', async (path, call) => {
    // A caller for each, because exports are limited per user.
    const { token } = await shop.as('admin');
    const url = `/api${fillPath(path, Object.fromEntries(pathParamNames(path).map(name => [name, 1])))}`;
    const shape = (call.query as Schema).shape ?? {};
    const queries = Object.entries(shape).flatMap(([name, schema]) =>
      [...new Set(answersFor(schema))].map(value => ({ [name]: value })),
    );
    const failed: string[] = [];
    for (const query of [{}, ...queries]) {
      const { statusCode } = await shop.app.inject({
        method: 'GET',
        url,
        query,
        headers: { authorization: `Bearer ${token}` },
      });
      if (statusCode >= 500) failed.push(`${JSON.stringify(query)}: ${statusCode}`);
    }
    expect(failed).toEqual([]);
  });
});
