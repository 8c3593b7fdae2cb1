import { expect, test } from 'vitest';
import * as z from 'zod';
import { everyRoute } from '../support/every-route';

/** Fields that open something: a stored reply to a repeated request would keep them. */
const secretFields = [
  'temporary_password',
  'token',
  'pending_token',
  'secret',
  'recovery_codes',
  'browser_key',
];

/** The names of all fields in a schema of the reply. */
function fieldsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf);
  if (schema === null || typeof schema !== 'object') return [];
  const own =
    'properties' in schema && typeof schema.properties === 'object'
      ? Object.keys(schema.properties ?? {})
      : [];
  return [...own, ...Object.values(schema).flatMap(fieldsOf)];
}

test('F54 a reply with a secret is never stored for repeated requests', () => {
  const withSecret = everyRoute.filter(({ call }) => {
    const fields = fieldsOf(z.toJSONSchema(call.reply, { io: 'input', unrepresentable: 'any' }));
    return call.method !== 'GET' && secretFields.some(field => fields.includes(field));
  });
  expect(withSecret.length).toBeGreaterThan(10);
  const stored = withSecret.filter(route => !('answersSecret' in route && route.answersSecret));
  expect(stored.map(({ call }) => `${call.method} ${call.path}`)).toEqual([]);
});
