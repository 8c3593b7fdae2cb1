import { expect, test } from 'vitest';
import { truncateText, truncateStart } from './truncate-text';

test('F54 a text is cut between characters, never within one', () => {
  expect(truncateText('ab', 3)).toBe('ab');
  expect(truncateText('a😀b', 2)).toBe('a');
  expect(truncateText('a😀b', 3)).toBe('a😀');
  expect(truncateStart('a😀b', 2)).toBe('b');
  expect(truncateStart('a😀b', 3)).toBe('😀b');
});
