import { expect, test } from 'vitest';
import { clockWords } from './clock-words';

test('F24 a clock is called wrong beyond ten minutes, by how much, and in which direction', () => {
  const minutes = (count: number) => clockWords(count * 60_000);
  expect([minutes(0), minutes(10), minutes(-10)]).toEqual([null, null, null]);
  expect(minutes(11)).toBe('Clock 11 minutes slow');
  expect(minutes(-90)).toBe('Clock 90 minutes fast');
  expect(minutes(180)).toBe('Clock 3 hours slow');
  expect(minutes(-24 * 60)).toBe('Clock 24 hours fast');
  expect(minutes(3 * 24 * 60)).toBe('Clock 3 days slow');
});
