import { expect, test } from 'vitest';
import { countLineState, tellsDifference } from './count-status';

test('in a blind count only reviewers can filter by variance', () => {
  expect(countLineState.options.filter(tellsDifference)).toEqual([
    'different',
    'missing',
    'found',
    'cost_needed',
    'moved',
  ]);
  expect(tellsDifference(undefined)).toBe(false);
});
