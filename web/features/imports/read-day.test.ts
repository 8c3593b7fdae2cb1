import { expect, test } from 'vitest';
import { readDay } from './read-day';

test.each([
  ['03/11/26', '3 Nov 2026'],
  ['3 Nov 2026', '3 Nov 2026'],
  ['46329', '3 Nov 2026'],
  [' 2011-04-14 23:40:00 ', '14 Apr 2011'],
  ['11/03/99', '11 Mar 1999'],
  ['03/11/2999', '3 Nov 2999, after today'],
  ['13/13/2026', null],
  ['soon', null],
  ['', null],
])('F101 the cell “%s” is read as %s', (cell, day) => {
  expect(readDay(cell)).toBe(day);
});
