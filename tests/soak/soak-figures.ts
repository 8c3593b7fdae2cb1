/** What the process holds at one moment. `at` is in seconds since the load began. */
export type Sample = {
  readonly at: number;
  /** Resident, after garbage collection, in MB. */
  readonly memory: number;
  readonly descriptors: number;
  readonly timers: number;
  /** To the database. */
  readonly connections: number;
};

/** One answered request: when it was sent (s), and how long it took (ms). */
export type Answer = { readonly at: number; readonly time: number };

export type SoakRun = {
  readonly seconds: number;
  readonly samples: readonly Sample[];
  readonly answers: readonly Answer[];
  /** How many of them said that the server is busy. */
  readonly busy: number;
  /** What was answered other than expected, one sentence each. */
  readonly failures: readonly string[];
};

export type SoakFigures = {
  readonly answered: number;
  readonly busy: number;
  readonly failed: number;
  /** MB an hour, after the warm-up. */
  readonly memorySlope: number;
  /** How much of the slope may be chance, in MB an hour. */
  readonly memoryNoise: number;
  readonly memory: readonly [first: number, last: number];
  readonly descriptors: readonly [first: number, last: number];
  readonly timers: readonly [first: number, last: number];
  readonly connections: readonly [first: number, last: number];
  /** The 99th of a hundred answer times (ms) of the first and of the last tenth. */
  readonly p99: readonly [first: number, last: number];
};

const longestWarmUp = 15 * 60;
const hour = 3600;
/** The limits of R24. Memory that is given back later, and a busy second, hide them in less than an hour. */
const strict = { memorySlope: 2, p99: 1.2 } as const;
/** In less than an hour only what is plainly wrong is found: so many MB more after the warm-up, and so many times as slow. */
const coarse = { memory: 64, p99: 3 } as const;
/** The pool opens and closes connections as they are needed. */
const mayVary = 10;
/** Of a hundred requests. Beyond that the figures are about the machine. */
const mayBeBusy = 1;

/** The figures of a run. The first quarter of it, at most a quarter of an hour, is its warm-up. */
export function figuresOf({ seconds, samples, answers, busy, failures }: SoakRun): SoakFigures {
  const warmUp = Math.min(seconds / 4, longestWarmUp);
  const measured = samples.filter(({ at }) => at >= warmUp);
  const { slope, error } = lineThrough(measured.map(({ at, memory }) => [at / hour, memory]));
  const quarter = Math.max(1, Math.floor(measured.length / 4));
  const ends = (pick: (sample: Sample) => number) =>
    [median(measured.slice(0, quarter).map(pick)), median(measured.slice(-quarter).map(pick))] as const;
  const p99 = (from: number, to: number) =>
    percentile(
      answers.filter(({ at }) => at >= from && at < to).map(({ time }) => time),
      99,
    );
  return {
    answered: answers.length,
    busy,
    failed: failures.length,
    memorySlope: slope,
    memoryNoise: 2 * error,
    memory: ends(({ memory }) => memory),
    descriptors: ends(({ descriptors }) => descriptors),
    timers: ends(({ timers }) => timers),
    connections: ends(({ connections }) => connections),
    p99: [p99(0, seconds / 10), p99(seconds * 0.9, Infinity)],
  };
}

/** Why a run breaks R24, one sentence each; empty when it does not. */
export function problemsOf(run: SoakRun): string[] {
  const figures = figuresOf(run);
  const { memorySlope, memoryNoise, memory, p99 } = figures;
  const isLong = run.seconds >= hour;
  const growth = memory[1] - memory[0];
  const slower = p99[1] / p99[0];
  const grows = (['descriptors', 'timers', 'connections'] as const).map(
    what =>
      figures[what][1] > figures[what][0] + mayVary &&
      `There were ${figures[what][0]} ${what} after the warm-up and ${figures[what][1]} at the end.`,
  );
  return [
    figures.answered === 0 && 'No request was answered.',
    figures.failed > 0 && `${figures.failed} requests failed. The first: ${run.failures[0]}`,
    figures.busy * 100 > figures.answered * mayBeBusy &&
      `${figures.busy} of ${figures.answered} requests were answered with 503: this machine is too busy. Use a lower --rate.`,
    isLong &&
      memorySlope - memoryNoise > strict.memorySlope &&
      `Memory grew by ${memorySlope.toFixed(1)} MB an hour; ${strict.memorySlope} are allowed.`,
    !isLong &&
      growth > coarse.memory &&
      `Memory grew by ${growth.toFixed(0)} MB after the warm-up; ${coarse.memory} are allowed.`,
    ...grows,
    slower > (isLong ? strict.p99 : coarse.p99) &&
      `The last tenth was ${slower.toFixed(1)} times as slow as the first; ${isLong ? strict.p99 : coarse.p99} times is allowed.`,
  ].filter(problem => problem !== false);
}

/** The line nearest to the points, by least squares, and the standard error of its slope. */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]): {
  readonly slope: number;
  readonly error: number;
} {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (points.length < 3 || spread === 0) return { slope: 0, error: 0 };
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (points.length - 2) / spread) };
}

const ascending = (values: readonly number[]) => values.toSorted((one, other) => one - other);
const median = (values: readonly number[]) => ascending(values)[Math.floor(values.length / 2)] ?? 0;
const percentile = (values: readonly number[], percent: number) =>
  ascending(values)[Math.min(values.length - 1, Math.floor((values.length * percent) / 100))] ?? 0;

/** The figures of a run as docs/reliability.md shows them. */
export function inTable(run: SoakRun): string {
  const figures = figuresOf(run);
  const pair = ([first, last]: readonly [number, number], digits = 0) =>
    `${first.toFixed(digits)} | ${last.toFixed(digits)}`;
  const { memorySlope, memoryNoise, answered, busy, failed } = figures;
  return [
    `${answered.toLocaleString('en-GB')} requests answered in ${(run.seconds / 60).toFixed(1)} minutes, ${busy} of them with 503; ${failed} failed. Memory: ${memorySlope.toFixed(1)} ± ${memoryNoise.toFixed(1)} MB an hour.`,
    '',
    '| Figure | First | Last |',
    '|---|---|---|',
    `| Memory, MB | ${pair(figures.memory)} |`,
    `| Descriptors | ${pair(figures.descriptors)} |`,
    `| Timers | ${pair(figures.timers)} |`,
    `| Connections to the database | ${pair(figures.connections)} |`,
    `| 99th percentile of answers, ms | ${pair(figures.p99)} |`,
  ].join('\n');
}
