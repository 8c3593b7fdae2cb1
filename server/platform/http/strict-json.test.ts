import { expect, test } from 'vitest';
import { problemOfJson } from './strict-json';

test.each([
  '{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}',
  '{"a":"\\"a\\":1,{[","b":[]}',
  '[]',
  '"text"',
  'no json',
  '',
])('F54 %s is accepted', text => {
  expect(problemOfJson(text)).toBeNull();
});

test.each(['{"a":1,"a":2}', '{"b":[{"a":1 , "a" :2}]}', '{"a":1,"\\u0061":2}', '{"a":{"x":1},"a":3}'])(
  'F54 %s repeats a field',
  text => {
    expect(problemOfJson(text)).toContain('twice');
  },
);

test('F54 refuses a thousand nested lists at once', () => {
  const before = process.cpuUsage();
  expect(problemOfJson('['.repeat(1000) + ']'.repeat(1000))).toContain('40 levels deep');
  // Processor time, which other programs do not lengthen; in microseconds.
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(100_000);
});
