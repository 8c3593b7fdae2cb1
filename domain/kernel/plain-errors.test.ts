import { expect, test } from 'vitest';
import * as z from 'zod';
import './plain-errors';

const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? null;

test('F76 a value of another type is told what it must be', () => {
  expect(said(z.string(), 7)).toBe('Must be text.');
  expect(said(z.number(), 'x')).toBe('Must be a number.');
  expect(said(z.int(), 1.5)).toBe('Must be a whole number.');
  expect(said(z.array(z.string()), {})).toBe('Must be a list.');
  expect(said(z.map(z.string(), z.string()), [])).toBe('Must be of a different type.');
  expect(said(z.string(), undefined)).toBe('Must be given.');
});

test('F76 one of several values is told them, the first twenty of many', () => {
  expect(said(z.literal('yes'), 'no')).toBe('Must be yes.');
  expect(said(z.literal(''), 'no')).toBe('Must be empty.');
  expect(said(z.enum(['asc', 'desc']), 'up')).toBe('Must be one of: asc, desc.');
  const named = (count: number) => Array.from({ length: count }, (_, index) => `v${index + 1}`);
  expect(said(z.enum(named(20)), 'x')).toBe(`Must be one of: ${named(20).join(', ')}.`);
  expect(said(z.enum(named(21)), 'x')).toBe(`Must be one of: ${named(20).join(', ')} ….`);
});

test('F76 a limit is told in characters, entries or numbers, inclusive or not', () => {
  expect(said(z.string().max(2), 'abc')).toBe('Must have at most 2 characters.');
  expect(said(z.string().max(1), 'abc')).toBe('Must have at most 1 character.');
  expect(said(z.string().min(3), 'ab')).toBe('Must have at least 3 characters.');
  expect(said(z.string().min(1), '')).toBe('Must not be empty.');
  expect(said(z.array(z.string()).max(1), ['a', 'b'])).toBe('Must have at most 1 entry.');
  expect(said(z.array(z.string()).min(2), [])).toBe('Must have at least 2 entries.');
  expect(said(z.number().max(9), 10)).toBe('Must be at most 9.');
  expect(said(z.number().lt(9), 9)).toBe('Must be less than 9.');
  expect(said(z.number().min(1), 0)).toBe('Must be at least 1.');
  expect(said(z.number().gt(1), 1)).toBe('Must be more than 1.');
  expect(said(z.number().multipleOf(5), 7)).toBe('Must be a multiple of 5.');
});

test('F76 F110 formats, unknown fields and other problems are told in plain words', () => {
  expect(said(z.email(), 'x')).toBe('Must be an email address, such as name@example.co.uk.');
  expect(said(z.iso.date(), 'x')).toBe('Must be a date, such as 2026-11-22.');
  expect(said(z.string().regex(/^a$/), 'x')).toBe('Must be in the required format.');
  expect(said(z.strictObject({}), { flavour: 'mint' })).toBe('Unknown field.');
  expect(
    said(
      z.string().refine(() => false),
      'x',
    ),
  ).toBe('Check this value.');
});

test('F76 one of several forms is told its own message, or what each of them must be', () => {
  expect(said(z.union([z.string(), z.number()]), true)).toBe('Must be text, or a number.');
  expect(said(z.union([z.string(), z.literal('x')]), true)).toBe('Must be text, or x.');
  expect(said(z.union([z.string('Enter a name.'), z.number()]), true)).toBe('Enter a name.');
  const objects = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
  expect(said(objects, { a: 1 })).toBe('Must have one of the supported forms.');
  const kinds = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a') }),
    z.object({ kind: z.literal('b') }),
  ]);
  expect(said(kinds, { kind: 'c' })).toBe('Must have a known kind.');
});
