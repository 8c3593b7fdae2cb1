import { expect, test } from 'vitest';
import { placeholderHeight, placeholderRows, rememberHeights } from './data-table-height';

/** The body of a table, as far as it is measured. */
const bodyOf = (heights: readonly number[]) =>
  ({
    rows: heights.map(height => ({ getBoundingClientRect: () => ({ height }) })),
  }) as unknown as HTMLTableSectionElement;

test('F81 a table outside of lists has as many placeholder rows, and of the heights, as it last had rows', () => {
  const columns = [{ header: 'What' }];
  expect(placeholderRows('History')).toBe(3);
  rememberHeights('History', bodyOf([37, 55]));
  expect(placeholderRows('History')).toBe(2);
  expect([0, 1].map(index => placeholderHeight('History', columns, index))).toEqual([37, 55]);
  expect(placeholderRows('Notes')).toBe(3);
});
