import { setTimeout as pause } from 'node:timers/promises';
import { type JobHelpers, Logger, parseCronItems, runMigrations, type RunnerOptions } from 'graphile-worker';
import { jobConnections } from '../connections';
import { during } from '../current-work';
import { cancelledBy } from '../database/cancellation';
import { type Connection, openPool } from '../database/open-database';
import { type Job, type JobHandler, JobStopped } from './job';
import { type Lane, laneNames, lanes } from './lanes';
import { openQueuePool } from './queue-pool';
import { type Running, runLanes } from './run-lanes';
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
  /** How long running jobs may take to end when the process stops, in milliseconds. */
  readonly graceMs?: number;
};

export type Jobs = { readonly stop: () => Promise<void> };

const restartPauseMs = 5_000;
/** The process has to end within 25 seconds (D23), and requests end first. */
const defaultGraceMs = 10_000;

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
 * Runs jobs as they become due, some of each lane at a time, over connections of its own, so that requests cannot delay
 * them. `stop` takes no more jobs, tells the running ones and waits for them. After `graceMs` their statements are
 * cancelled, except where a message is being sent.
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
  graceMs = defaultGraceMs,
}: JobsOptions): Promise<Jobs> {
  const pool = openQueuePool(connection, jobConnections);
  await runMigrations({ pgPool: pool, logger: loggerFor(log) });
  const used = laneNames.filter(lane => handlers.some(handler => handler.lane === lane));
  const stopping = new AbortController();
  const cutting = new AbortController();
  const ends = { stopping: stopping.signal, cutting: cutting.signal };
  const options = used.map(lane => optionsFor(lane, pool, { handlers, periodic, log, ...ends }));
  let running = await begin();
  let isClockSet = false;
  const watch = watchClock(clock, byMs => {
    log.warn({ seconds: Math.round(byMs / 1000) }, 'the clock was set, so the jobs start again');
    isClockSet = true;
    void running.stop();
  });
  const attended = attend();
  return {
    stop: async () => {
      stopping.abort(new JobStopped());
      watch.stop();
      const cut = setTimeout(() => cutting.abort(new JobStopped()), graceMs);
      await running.stop();
      await attended;
      clearTimeout(cut);
      await pool.end();
    },
  };

  async function begin(): Promise<Running> {
    await forgetRunsOfTheFuture(pool, clock());
    return runLanes(options);
  }

  /** A runner gives up after a long time without a database, so all are restarted until `stop` is called. */
  async function attend(): Promise<void> {
    while (!stopping.signal.aborted) {
      await running.ended;
      if (stopping.signal.aborted) return;
      if (!isClockSet) log.error({}, 'the jobs stopped unexpectedly and are being restarted');
      isClockSet = false;
      const again = await restart();
      if (again) running = again;
    }
  }

  async function restart(): Promise<Running | undefined> {
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

type Ends = { readonly stopping: AbortSignal; readonly cutting: AbortSignal };
type Pool = ReturnType<typeof openQueuePool>;

const optionsFor = (
  lane: Lane,
  pool: Pool,
  { handlers, periodic, log, ...ends }: Pick<JobsOptions, 'handlers' | 'periodic' | 'log'> & Ends,
): RunnerOptions => ({
  pgPool: pool,
  // Results are saved by an awaited step; otherwise its failure would be unhandled, and a database away for some
  // seconds would end the process.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  concurrency: lanes[lane],
  noHandleSignals: true,
  taskList: Object.fromEntries(
    handlers
      .filter(handler => handler.lane === lane)
      .map(handler => [
        handler.name,
        (payload: unknown, { job }: JobHelpers) =>
          during({ job: handler.name }, () => workOn(handler, payload, job, { pool, ...ends })),
      ]),
  ),
  parsedCronItems: parseCronItems(
    periodic
      .filter(({ job }) => job.lane === lane)
      .map(({ match, job, catchUpHours = 0 }) => ({
        task: job.name,
        match,
        options: { backfillPeriod: catchUpHours * 3600_000 },
      })),
  ),
  logger: loggerFor(log),
});

/** Runs a job. If it fails because the process is stopping, the attempt does not count. */
async function workOn(
  { lane, run: work }: JobHandler,
  payload: unknown,
  job: JobHelpers['job'],
  { pool, stopping, cutting }: Ends & { readonly pool: Pool },
): Promise<void> {
  const attempt = { isLast: job.attempts >= job.max_attempts, stopping };
  try {
    // What a mail server has accepted must be noted.
    await cancelledBy(lane === 'mail' ? undefined : cutting, () => work(payload, attempt));
  } catch (error) {
    if (stopping.aborted)
      await pool.query(
        'update graphile_worker._private_jobs set attempts = greatest(attempts - 1, 0) where id = $1',
        [job.id],
      );
    throw error;
  }
}

const loggerFor = (log: Log) =>
  new Logger(({ jobId, taskIdentifier }) => (level, message) => {
    const facts = { job: taskIdentifier, jobId };
    const severity: string = level;
    if (severity === 'error') log.error(facts, message);
    else if (severity === 'warning') log.warn(facts, message);
    else log.debug(facts, message);
  });
