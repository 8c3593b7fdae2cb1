import { expect, test } from 'vitest';
import { countLineState, revealsVariance } from './count-status';

test('in a blind count only reviewers can filter by variance', () => {
  expect(countLineState.options.filter(revealsVariance)).toEqual([
    'different',
    'missing',
    'found',
    'cost_needed',
    'moved',
  ]);
  expect(revealsVariance(undefined)).toBe(false);
});
