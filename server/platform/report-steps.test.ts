import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportSteps } from './report-steps';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

test('R27 short steps are not mentioned; once they have taken long, each is, and a long one again and again', () => {
  const said: string[] = [];
  const steps = reportSteps(line => said.push(line), { quiet: 3_000, every: 10_000 });
  steps.next('Migration 1 of 3: first');
  vi.advanceTimersByTime(2_000);
  steps.next('Migration 2 of 3: second');
  vi.advanceTimersByTime(999);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual(['Migration 2 of 3: second']);
  vi.advanceTimersByTime(20_000);
  expect(said.slice(1)).toEqual([
    'Migration 2 of 3: second, 11 s so far',
    'Migration 2 of 3: second, 21 s so far',
  ]);
  steps.next('Migration 3 of 3: third');
  expect(said.at(-1)).toBe('Migration 3 of 3: third');
  steps.end();
  vi.advanceTimersByTime(60_000);
  expect(said).toHaveLength(4);
});
