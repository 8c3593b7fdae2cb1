import { setTimeout as pause } from 'node:timers/promises';
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  run,
  type Runner,
  runMigrations,
  type RunnerOptions,
} from 'graphile-worker';
import { during } from '../current-work';
import { type Connection, openPool } from '../database/open-database';
import type { Job, JobHandler } from './job';
import { forgetRunsOfTheFuture, watchClock } from './watch-clock';

type Log = Record<'debug' | 'warn' | 'error', (facts: object, message: string) => void>;

type Periodic = {
  readonly match: string;
  readonly job: Job<Record<string, never>>;
  /** A run that was missed because the program was not running is caught up when it starts within this many hours. */
  readonly catchUpHours?: number;
};

export type JobsOptions = {
  readonly connection: Connection;
  readonly handlers: readonly JobHandler[];
  /** Scheduled jobs, in UTC: `{ match: '* * * * *', job }` is every minute, in one process of all. */
  readonly periodic: readonly Periodic[];
  readonly log: Log;
  /** That of the machine by default. */
  readonly clock?: () => Date;
};

export type Jobs = { readonly stop: () => Promise<void> };

const atOnce = 4;
/** One connection for each concurrent job, and one that listens. */
const connections = atOnce + 1;
const restartPauseMs = 5_000;

/** Creates or upgrades the queue's own tables. Processes that start at once may all call it. */
export async function migrateJobs(connection: Connection): Promise<void> {
  const pool = openPool(connection, 1);
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
}

/**
 * Runs jobs as they become due, four at a time, over connections of its own, so that requests cannot delay them. `stop`
 * takes no more jobs and waits for the running ones.
 *
 * When the clock is set, the queue starts again: its schedule would wait for a time that has passed, or make up for every
 * minute in between. What was missed is caught up as after a night switched off.
 */
export async function startJobs({
  connection,
  handlers,
  periodic,
  log,
  clock = () => new Date(),
}: JobsOptions): Promise<Jobs> {
  const pool = openPool(connection, connections);
  retryTimeouts(pool);
  const options = optionsFor(pool, { handlers, periodic, log });
  await runMigrations(options);
  let runner = await begin();
  const stopping = new AbortController();
  let isClockSet = false;
  const watch = watchClock(clock, byMs => {
    log.warn({ seconds: Math.round(byMs / 1000) }, 'the clock was set, so the jobs start again');
    isClockSet = true;
    // It throws when it has already stopped.
    runner.stop().catch(() => undefined);
  });
  const attended = attend();
  return {
    stop: async () => {
      stopping.abort();
      watch.stop();
      // It throws when it has already stopped.
      await runner.stop().catch(() => undefined);
      await attended;
      await pool.end();
    },
  };

  async function begin(): Promise<Runner> {
    await forgetRunsOfTheFuture(pool, clock());
    return run(options);
  }

  /** The runner gives up after a long time without a database, so it is restarted until `stop` is called. */
  async function attend(): Promise<void> {
    while (!stopping.signal.aborted) {
      await endOf(runner);
      if (stopping.signal.aborted) return;
      if (!isClockSet) log.error({}, 'the jobs stopped unexpectedly and are being restarted');
      isClockSet = false;
      const again = await restart();
      if (again) runner = again;
    }
  }

  async function restart(): Promise<Runner | undefined> {
    while (!stopping.signal.aborted) {
      try {
        await pause(restartPauseMs, undefined, { signal: stopping.signal });
        const again = await begin();
        if (!stopping.signal.aborted) return again;
        await again.stop();
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'the jobs could not be started');
      }
    }
    return undefined;
  }
}

const optionsFor = (
  pool: ReturnType<typeof openPool>,
  { handlers, periodic, log }: Pick<JobsOptions, 'handlers' | 'periodic' | 'log'>,
): RunnerOptions => ({
  pgPool: pool,
  // Results are saved by an awaited step; otherwise its failure would be unhandled, and a database away for some
  // seconds would end the process.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  concurrency: atOnce,
  noHandleSignals: true,
  taskList: Object.fromEntries(
    handlers.map(({ name, run: work }) => [
      name,
      (payload: unknown, { job }: JobHelpers) =>
        during({ job: name }, () => work(payload, { isLast: job.attempts >= job.max_attempts })),
    ]),
  ),
  parsedCronItems: parseCronItems(
    periodic.map(({ match, job, catchUpHours = 0 }) => ({
      task: job.name,
      match,
      options: { backfillPeriod: catchUpHours * 3600_000 },
    })),
  ),
  logger: new Logger(({ jobId, taskIdentifier }) => (level, message) => {
    const facts = { job: taskIdentifier, jobId };
    const severity: string = level;
    if (severity === 'error') log.error(facts, message);
    else if (severity === 'warning') log.warn(facts, message);
    else log.debug(facts, message);
  }),
});

/** The queue retries errors with a known code; a pool that had no connection in time gives none. */
function retryTimeouts(pool: ReturnType<typeof openPool>): void {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<unknown>;
  const withCode = async (): Promise<unknown> => {
    try {
      return await connect();
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect'))
        throw Object.assign(error, { code: 'ETIMEDOUT' });
      throw error;
    }
  };
  pool.connect = ((callback?: unknown) => (callback ? connect(callback) : withCode())) as typeof pool.connect;
}

const endOf = (runner: Runner): Promise<void> => runner.promise.catch(() => undefined);
