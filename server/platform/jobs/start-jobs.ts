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
import { type Connection, openPool } from '../database/open-database';
import type { Job, JobHandler } from './job';

type Log = Record<'debug' | 'warn' | 'error', (facts: object, message: string) => void>;

type Periodic = {
  readonly match: string;
  readonly job: Job<Record<string, never>>;
  /** What nobody ran at its time, because the program was not running, is run when it starts within so many hours. */
  readonly catchUpHours?: number;
};

export type JobsOptions = {
  readonly connection: Connection;
  readonly handlers: readonly JobHandler[];
  /** Jobs that run by the clock, in UTC: `{ match: '* * * * *', job }` is every minute, in one process of all. */
  readonly periodic: readonly Periodic[];
  readonly log: Log;
};

export type Jobs = { readonly stop: () => Promise<void> };

const atOnce = 4;
/** One connection for each job that is being fetched or filed, and one that listens. */
const connections = atOnce + 1;
const restartPauseMs = 5_000;

/** Brings the queue's own tables up to date. Processes that start at once may all do it. */
export async function migrateJobs(connection: Connection): Promise<void> {
  const pool = openPool(connection, 1);
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
}

/**
 * Runs jobs as they become due, four at a time, over connections of its own, so that many requests cannot hold
 * them up. `stop` takes no more jobs and waits for the running ones.
 */
export async function startJobs({ connection, handlers, periodic, log }: JobsOptions): Promise<Jobs> {
  const pool = openPool(connection, connections);
  retryTimeouts(pool);
  const options: RunnerOptions = {
    pgPool: pool,
    // What became of a job is filed by a step that is awaited; by itself nothing would hear of its failure, and a database that
    // is away for some seconds would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    concurrency: atOnce,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      handlers.map(({ name, run: work }) => [
        name,
        (payload: unknown, { job }: JobHelpers) =>
          work(payload, { isLast: job.attempts >= job.max_attempts }),
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
  };
  let runner = await run(options);
  const stopping = new AbortController();
  const attended = attend();
  return {
    stop: async () => {
      stopping.abort();
      // It refuses when it has stopped by itself already.
      await runner.stop().catch(() => undefined);
      await attended;
      await pool.end();
    },
  };

  /** The runner gives up after a long time without a database; it is started again until it is told to stop. */
  async function attend(): Promise<void> {
    while (!stopping.signal.aborted) {
      await endOf(runner);
      if (stopping.signal.aborted) return;
      log.error({}, 'the jobs stopped unexpectedly and are being restarted');
      const again = await restart();
      if (again) runner = again;
    }
  }

  async function restart(): Promise<Runner | undefined> {
    while (!stopping.signal.aborted) {
      try {
        await pause(restartPauseMs, undefined, { signal: stopping.signal });
        const again = await run(options);
        if (!stopping.signal.aborted) return again;
        await again.stop();
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'the jobs could not be started');
      }
    }
    return undefined;
  }
}

/** The queue tries again what failed with a code that it knows; of a pool that had no connection in time it knows none. */
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
