import { expect, test } from 'vitest';
import * as z from 'zod';
import { refusalFrom } from './error-reply';

const systemError = (facts: object) => Object.assign(new Error('no'), facts);
const saidOf = (error: unknown, method = 'POST') => {
  const { code, message } = refusalFrom(error, method);
  return [code, message];
};

test('F94 a full disk is named, when a file is opened and while it is written', () => {
  const full = [
    'out_of_space',
    'The server has no disk space left for files, so nothing was stored. Free some space on the disk of DATA_DIR/files, then try again.',
  ];
  expect(saidOf(systemError({ code: 'ENOSPC', syscall: 'open', path: '/data/files/incoming/1' }))).toEqual(
    full,
  );
  expect(saidOf(systemError({ code: 'ENOSPC', syscall: 'write' }))).toEqual(full);
  expect(saidOf(systemError({ code: 'EDQUOT', syscall: 'fsync' }))).toEqual(full);
  expect(saidOf(systemError({ code: 'EACCES', syscall: 'connect' }))[0]).toBe('failed');
});

test('F54 what the server itself finds wrong with an address is not blamed on a body', () => {
  const wrong = systemError({ statusCode: 400 });
  expect(saidOf(wrong, 'GET')).toEqual(['bad_request', 'This address could not be read.']);
  expect(saidOf(wrong, 'POST')[1]).toContain('valid JSON');
});

test('an unknown field inside a list is named with its place', () => {
  const body = z.strictObject({ lines: z.array(z.strictObject({ amount: z.string() })) });
  const { error } = body.safeParse({ lines: [{ amount: '1.00', total: '1.00' }] });
  const { errors, message } = refusalFrom(error);
  expect(errors).toEqual({ 'lines.0.total': ['Unknown field.'] });
  expect(message).toBe('lines.0.total: Unknown field.');
});

test('R23 a refusal names a hundred fields, however many are wrong', () => {
  const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, nth) => [`f${nth}`, 1]));
  expect(Object.keys(refusalFrom(z.strictObject({}).safeParse(unknown).error).errors ?? {})).toHaveLength(
    100,
  );
  const { error } = z.array(z.string()).safeParse(Array.from({ length: 500 }, () => 1));
  expect(Object.keys(refusalFrom(error).errors ?? {})).toHaveLength(100);
});
