import { expect, test } from 'vitest';
import { toPence } from '#domain/kernel/money';
import { announcementOf, type Heard } from './announce';

const tea = { key: 1, name: 'Green tea', words: '1 × £2.95' };
const heard = (lines: Heard['lines'], due: number, clientId = 'a'): Heard => ({
  clientId,
  lines,
  due: toPence(due),
});
const oneTea = heard([tea], 295);

test('F109 a line added, changed or removed is said with the new total', () => {
  expect(announcementOf(heard([], 0), oneTea)).toBe('Green tea, 1 × £2.95, total £2.95');
  const two = heard([{ ...tea, words: '2 × £2.95' }], 590);
  expect(announcementOf(oneTea, two)).toBe('Green tea, 2 × £2.95, total £5.90');
  expect(announcementOf(two, heard([], 0))).toBe('Green tea removed, total £0.00');
});

test('F109 without a changed line only the total is said, and nothing for the next customer', () => {
  expect(announcementOf(oneTea, heard([tea], 265))).toBe('total £2.65');
  expect(announcementOf(oneTea, heard([tea], -100))).toBe('to refund £1.00');
  expect(announcementOf(oneTea, oneTea)).toBeNull();
  expect(announcementOf(oneTea, heard([], 0, 'b'))).toBeNull();
});

test('F109 new prices of many lines are said as the new total', () => {
  const lines = [1, 2, 3, 4].map(key => ({ ...tea, key }));
  const cheaper = lines.map(line => ({ ...line, words: '1 × £2.00' }));
  expect(announcementOf(heard(lines, 1180), heard(cheaper, 800))).toBe('total £8.00');
});
