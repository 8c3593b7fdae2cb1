import { expect, test } from 'vitest';
import { readMoment } from './restore-moment';

test.each([
  ['2026-11-22 14:03:10', '2026-11-22T14:03:10.000Z'],
  ['2026-11-22T14:03', '2026-11-22T14:03:00.000Z'],
  [' 2026-07-01 14:03:10 ', '2026-07-01T13:03:10.000Z'],
  ['2026-07-01 00:30:00', '2026-06-30T23:30:00.000Z'],
  // The last second before and the first after the hours in question.
  ['2026-03-29 00:59:59', '2026-03-29T00:59:59.000Z'],
  ['2026-03-29 02:00:00', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25 00:59:59', '2026-10-24T23:59:59.000Z'],
  ['2026-10-25 02:00:00', '2026-10-25T02:00:00.000Z'],
  ['2026-10-25T01:30:00+01:00', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T01:30:00+00:00', '2026-10-25T01:30:00.000Z'],
  ['2026-11-22T14:03:10.250Z', '2026-11-22T14:03:10.250Z'],
  ['2026-11-22 09:03:10-05:00', '2026-11-22T14:03:10.000Z'],
])('%s is the moment %s', (text, moment) => {
  expect(readMoment(text).toISOString()).toBe(moment);
});

test('a time that the clocks skip or repeat is refused, with the ways to say it', () => {
  expect(() => readMoment('2026-03-29 01:30:00')).toThrow(
    '2026-03-29 01:30:00 does not exist in UK time: the clocks went forward.',
  );
  expect(() => readMoment('2026-10-25 01:30:00')).toThrow(
    'Use 2026-10-25T01:30:00+01:00 for the first, or 2026-10-25T01:30:00+00:00 for the second.',
  );
});

test.each([
  '',
  'yesterday',
  '2026-02-30 10:00:00',
  '2026-13-01 10:00',
  '2026-11-22 25:00:00',
  '22/11/2026 14:03',
  '2026-02-30T10:00:00Z',
  '2026-11-22',
])('"%s" is refused with an example', text => {
  expect(() => readMoment(text)).toThrow('--until must be a UK time such as "2026-11-22 14:03:10"');
});
