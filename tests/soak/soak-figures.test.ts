import { describe, expect, test } from 'vitest';
import { figuresOf, inTable, lineThrough, problemsOf, type Sample, type SoakRun } from './soak-figures';

const hours = 2;
const seconds = hours * 3600;
const steady: Omit<Sample, 'at'> = { memory: 200, descriptors: 60, timers: 12, connections: 20 };

/** A run whose samples and answers are as given at each moment; without more, nothing changes. */
function runOf(
  sampleAt: (hour: number, nth: number) => Partial<Sample> = () => ({}),
  { timeAt = (_at: number): number => 20, length = seconds, failures = [] as string[] } = {},
): SoakRun {
  const at = (nth: number, count: number) => (nth * length) / count;
  return {
    seconds: length,
    samples: Array.from({ length: 60 }, (_, nth) => ({
      ...steady,
      at: at(nth, 60),
      ...sampleAt(at(nth, 60) / 3600, nth),
    })),
    answers: Array.from({ length: 5_000 }, (_, nth) => ({
      at: at(nth, 5_000),
      time: timeAt(at(nth, 5_000) / length),
    })),
    busy: 0,
    failures,
  };
}
/** Differs from sample to sample, and means nothing. */
const noise = (nth: number) => 4 * Math.sin(nth * 12.9898);

describe('R24 the figures of a soak', () => {
  test('the slope is that of the nearest line, with its error', () => {
    expect(
      lineThrough([
        [0, 1],
        [1, 3],
        [2, 5],
      ]),
    ).toEqual({ slope: 2, error: 0 });
    const { slope, error } = lineThrough([
      [0, 0],
      [1, 2],
      [2, 1],
      [3, 3],
    ]);
    expect(slope).toBeCloseTo(0.8);
    expect(error).toBeCloseTo(Math.sqrt(1.8 / 2 / 5));
    expect(lineThrough([[1, 7]])).toEqual({ slope: 0, error: 0 });
  });

  test('what grows in the first quarter of an hour is warm-up', () => {
    const run = runOf(hour => ({ memory: hour < 0.25 ? 100 + 400 * hour : 200 }));
    expect(figuresOf(run).memorySlope).toBe(0);
    expect(problemsOf(run)).toEqual([]);
  });

  test('a table shows the first and the last of each', () => {
    expect(inTable(runOf(hour => ({ memory: 200 + hour }), { timeAt: at => (at < 0.9 ? 20 : 22) }))).toBe(
      [
        '5,000 requests answered in 120.0 minutes, 0 of them with 503; 0 failed. Memory: 1.0 ± 0.0 MB an hour.',
        '',
        '| Figure | First | Last |',
        '|---|---|---|',
        '| Memory, MB | 200 | 202 |',
        '| Descriptors | 60 | 60 |',
        '| Timers | 12 | 12 |',
        '| Connections to the database | 20 | 20 |',
        '| 99th percentile of answers, ms | 20 | 22 |',
      ].join('\n'),
    );
  });
});

describe('R24 what fails a soak', () => {
  test('a steady process passes, however its memory varies', () => {
    expect(problemsOf(runOf((_, nth) => ({ memory: 200 + noise(nth) })))).toEqual([]);
  });

  test('memory that grows by more than 2 MB an hour is a leak', () => {
    expect(problemsOf(runOf(hour => ({ memory: 200 + 1.9 * hour })))).toEqual([]);
    expect(problemsOf(runOf((hour, nth) => ({ memory: 200 + 8 * hour + noise(nth) })))).toEqual([
      expect.stringMatching(/^Memory grew by \d\.\d MB an hour; 2 are allowed\.$/),
    ]);
  });

  test('a run of minutes finds only a plain leak of memory', () => {
    const length = 300;
    expect(problemsOf(runOf(hour => ({ memory: 200 + 240 * hour }), { length }))).toEqual([]);
    expect(problemsOf(runOf(hour => ({ memory: 200 + 2_400 * hour }), { length }))).toEqual([
      'Memory grew by 113 MB after the warm-up; 64 are allowed.',
    ]);
  });

  test.each(['descriptors', 'timers', 'connections'] as const)('%s that grow are a leak', what => {
    expect(problemsOf(runOf((_, nth) => ({ [what]: 20 + (nth % 10) })))).toEqual([]);
    expect(problemsOf(runOf((_, nth) => ({ [what]: 20 + nth })))).toEqual([
      `There were 34 ${what} after the warm-up and 73 at the end.`,
    ]);
  });

  test('answers that become slower by more than a fifth are not allowed, in a run of minutes more than three times', () => {
    const slower = (times: number) => ({ timeAt: (at: number) => (at < 0.9 ? 20 : 20 * times) });
    expect(problemsOf(runOf(undefined, slower(1.19)))).toEqual([]);
    expect(problemsOf(runOf(undefined, slower(1.5)))).toEqual([
      'The last tenth was 1.5 times as slow as the first; 1.2 times is allowed.',
    ]);
    expect(problemsOf(runOf(undefined, { ...slower(2.9), length: 300 }))).toEqual([]);
    expect(problemsOf(runOf(undefined, { ...slower(4), length: 300 }))).toEqual([
      'The last tenth was 4.0 times as slow as the first; 3 times is allowed.',
    ]);
  });

  test('a request that failed, or none that was answered, is not allowed', () => {
    expect(
      problemsOf(runOf(undefined, { failures: ['/api/sales was answered with 500.', 'another'] })),
    ).toEqual(['2 requests failed. The first: /api/sales was answered with 500.']);
    expect(problemsOf({ ...runOf(), answers: [] })).toEqual(['No request was answered.']);
  });

  test('a machine that is too busy is named as the reason', () => {
    expect(problemsOf({ ...runOf(), busy: 50 })).toEqual([]);
    expect(problemsOf({ ...runOf(), busy: 51 })).toEqual([
      '51 of 5000 requests were answered with 503: this machine is too busy. Use a lower --rate.',
    ]);
  });
});
