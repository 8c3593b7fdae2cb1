import { expect, test } from 'vitest';
import { chartMarks } from './chart-marks';

test('the grid lines of a chart are round amounts that enclose every bar, including zero', () => {
  expect(chartMarks(0, 35_897)).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
  expect(chartMarks(-1_253_200, 4_000)).toEqual([-1_500_000, -1_000_000, -500_000, 0, 500_000]);
  expect(chartMarks(0, 0)).toEqual([0]);
  for (const max of [1, 7, 99, 101, 2_000, 123_456_789]) {
    const marks = chartMarks(0, max);
    expect(marks.at(-1), String(max)).toBeGreaterThanOrEqual(max);
    expect(marks.length, String(max)).toBeLessThanOrEqual(6);
    expect(marks.every(Number.isInteger), String(max)).toBe(true);
  }
});
