import { expect, test } from 'vitest';
import { cutText, cutToEnd } from './cut-text';

test('F54 a text is cut between characters, never within one', () => {
  expect(cutText('ab', 3)).toBe('ab');
  expect(cutText('a😀b', 2)).toBe('a');
  expect(cutText('a😀b', 3)).toBe('a😀');
  expect(cutToEnd('a😀b', 2)).toBe('b');
  expect(cutToEnd('a😀b', 3)).toBe('😀b');
});
