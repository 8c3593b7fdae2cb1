import type * as z from 'zod';
import { expect, test } from 'vitest';
import { everyRoute } from '../support/every-route';
import { type Body, inner, type Json, takesNull } from '../round-trip/distinct-values';

/** What a field may hold instead of its value: no number where one is calculated with, and other slips of a program. */
const malformed: readonly Json[] = ['2.5', 'ten', '', -1.5, null, []];

/** One of these is valid in nearly every field. */
const valid: readonly Json[] = [
  'Some text',
  '12.50',
  '2',
  1,
  '2026-11-30',
  'shop@example.test',
  '0123456a-89ab-4def-8000-000000000001',
  '2026-11-30T09:00:00.000Z',
  true,
  'GB',
  'T1-000001',
  '6800',
];

/** The schema of what is sent, before it is read. */
function entered(schema: z.ZodType): ReturnType<typeof inner> {
  const { def } = inner(schema);
  return def.type === 'pipe' && def.in ? entered(def.in) : inner(schema);
}

/** A body in which as many fields as possible have a value, so that checks over several fields have all they read. */
function filled(schema: z.ZodType): Json {
  const { def, shape } = entered(schema);
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries(shape ?? {})
        .map(([name, field]) => [name, filled(field), field] as const)
        // What none of the values suits is not sent.
        .filter(([, value, field]) => value !== null || takesNull(field)),
    );
  if (def.type === 'array' && def.element) return [filled(def.element)];
  if (def.type === 'union' && def.options?.[0]) return filled(def.options[0]);
  if (def.type === 'enum') return Object.values(def.entries ?? {})[0] ?? null;
  return valid.find(value => schema.safeParse(value).success) ?? null;
}

/** The value with each of its fields, at any depth, replaced by each malformed one. */
function* withOneMalformed(value: Json): Generator<Json> {
  yield* malformed;
  if (Array.isArray(value))
    for (const one of withOneMalformed((value as readonly Json[])[0] ?? null)) yield [one];
  else if (value !== null && typeof value === 'object')
    for (const [name, field] of Object.entries(value))
      for (const one of withOneMalformed(field)) yield { ...(value as Body), [name]: one };
}

test('a malformed value in one field never breaks a check that reads it together with others', () => {
  const broken = new Set<string>();
  let bodies = 0;
  const refused: string[] = [];
  let accepted = 0;
  for (const { call } of everyRoute)
    for (const part of ['query', 'body'] as const) {
      const schema = call[part];
      const value = filled(schema);
      if (schema.safeParse(value).success) accepted += 1;
      else refused.push(`${call.method} ${call.path} ${part}`);
      for (const body of withOneMalformed(value)) {
        bodies += 1;
        try {
          schema.safeParse(body);
        } catch (error) {
          broken.add(`${call.method} ${call.path} ${part}: ${String(error)}`);
        }
      }
    }
  expect(bodies, 'the contracts were found').toBeGreaterThan(10_000);
  // Checks over several fields run only where the fields are valid by themselves.
  expect(accepted, `refused as filled: ${refused.join(', ')}`).toBeGreaterThan(20 * refused.length);
  expect([...broken]).toEqual([]);
});
