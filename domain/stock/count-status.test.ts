import { expect, test } from 'vitest';
import { countLineState, revealsVariance } from './count-status';

test('in a blind count the filters that show a difference are for those who may see it', () => {
  expect(countLineState.options.filter(revealsVariance)).toEqual([
    'different',
    'missing',
    'found',
    'cost_needed',
    'moved',
  ]);
  expect(revealsVariance(undefined)).toBe(false);
});
