import { describe, expect, test } from 'vitest';
import { groupsWithin, nextGroups } from './data-table-window';

/** A hundred groups of 100 px below a header of 200 px, on a screen of 900 px, scrolled by some pixels. */
const scrolledBy = (pixels: number) => ({
  top: 200 - pixels,
  screen: 900,
  groups: 100,
  heightOf: () => 100,
});

describe('the groups of rows on the screen', () => {
  test('begin with the first and end at the lower edge', () => {
    expect(groupsWithin(0, scrolledBy(0))).toEqual({ first: 0, last: 6 });
  });
  test('move with the page', () => {
    // From 850 px above the screen: groups 8 (half of it) to 17 (half of it).
    expect(groupsWithin(0, scrolledBy(1050))).toEqual({ first: 8, last: 17 });
  });
  test('end with the last of the table', () => {
    expect(groupsWithin(0, scrolledBy(10_150))).toEqual({ first: 99, last: 99 });
  });
});

describe('what is drawn next', () => {
  test('grows by one group at each end, however much is missing beyond the screen', () => {
    expect(nextGroups({ first: 8, last: 17 }, scrolledBy(1050))).toEqual({ first: 7, last: 18 });
  });
  test('is what surrounds the screen at once, when the screen would show a gap', () => {
    // Within 360 px of a screen that begins 4,850 px into the table: from 4,490 to 6,110 px.
    expect(nextGroups({ first: 0, last: 20 }, scrolledBy(5050))).toEqual({ first: 44, last: 61 });
    expect(nextGroups({ first: 70, last: 90 }, scrolledBy(5050))).toEqual({ first: 44, last: 61 });
  });
  test('leaves behind what is far from the screen', () => {
    // From 690 to 2,110 px.
    expect(nextGroups({ first: 0, last: 20 }, scrolledBy(1050))).toEqual({ first: 4, last: 21 });
  });
});
