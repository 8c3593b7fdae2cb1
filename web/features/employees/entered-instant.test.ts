import { expect, test } from 'vitest';
import { enteredInstant } from './entered-instant';

test('D2 a time left as it was stays the instant that is stored, in the second hour of October and with its seconds', () => {
  // On 25 October 2026 the clocks went back at 01:00 UTC: 01:30 was twice, first at 00:30 UTC.
  const second = new Date('2026-10-25T01:30:20.123Z');
  expect(enteredInstant('2026-10-25T01:30', second)).toBe('2026-10-25T01:30:20.123Z');
  expect(enteredInstant('2026-10-25T01:31', second)).toBe('2026-10-25T00:31:00.000Z');
  expect(enteredInstant('2026-10-25T01:30', null)).toBe('2026-10-25T00:30:00.000Z');
  expect(enteredInstant('', second)).toBe('');
});
