import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { pino } from 'pino';
import { sql } from 'kysely';
import { closedGate } from '../../../tests/support/gate';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/postgres-for-tests';
import { cancelledBy } from '../database/cancellation';
import { type Database, openDatabase, openPool } from '../database/open-database';
import { openListener } from '../database/listen';
import { addJob } from './add-job';
import { handles, type Job, job } from './job';
import { startJobs } from './start-jobs';

const note = job('note', z.object({ text: z.string() }));

const daily = job('daily', z.object({}));

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase(openPool(database.runtime, 4));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Runs jobs that record their payloads; `until` resolves when there are as many as expected. */
async function startNoting(work: (text: string) => Promise<void> = async () => {}) {
  const noted: string[] = [];
  let check = () => {};
  const jobs = await startJobs({
    connection: database.runtime,
    handlers: [
      handles(note, async ({ text }) => {
        noted.push(text);
        check();
        await work(text);
      }),
    ],
    periodic: [],
    log: pino({ level: 'silent' }),
  });
  const until = (count: number) =>
    new Promise<void>(resolve => {
      check = () => noted.length >= count && resolve();
      check();
    });
  return { jobs, noted, until };
}

const left = async () =>
  (await sql<{ count: number }>`select count(*) from graphile_worker.jobs`.execute(db)).rows[0]?.count;

test('a job runs once its transaction commits, and never after a rollback', async () => {
  const { jobs, noted, until } = await startNoting();
  await db
    .transaction()
    .execute(async tx => {
      await addJob(tx, note, { text: 'rolled back' });
      throw new Error('undo');
    })
    .catch(() => undefined);
  await db.transaction().execute(tx => addJob(tx, note, { text: 'kept' }));
  await until(1);
  await jobs.stop();
  expect(noted).toEqual(['kept']);
  expect(await left()).toBe(0);
});

test('of two waiting jobs with one key the later stays, and none runs before its time', async () => {
  const { jobs, noted, until } = await startNoting();
  const tomorrow = new Date(Date.now() + 86_400_000);
  await db.transaction().execute(tx => addJob(tx, note, { text: 'first' }, { key: 'one', runAt: tomorrow }));
  await db.transaction().execute(tx => addJob(tx, note, { text: 'other' }));
  await until(1);
  expect(await left()).toBeGreaterThanOrEqual(1);
  await db.transaction().execute(tx => addJob(tx, note, { text: 'second' }, { key: 'one' }));
  await until(2);
  await jobs.stop();
  expect(noted).toEqual(['other', 'second']);
  expect(await left()).toBe(0);
});

test('stopping waits for the running job and leaves the others for the next start', async () => {
  let finish = () => {};
  let finished = false;
  const { jobs, until } = await startNoting(async () => {
    await new Promise<void>(resolve => {
      finish = resolve;
    });
    finished = true;
  });
  await db.transaction().execute(tx => addJob(tx, note, { text: 'long' }));
  await until(1);
  const stopped = jobs.stop().then(() => finished);
  finish();
  expect(await stopped).toBe(true);
  await db.transaction().execute(tx => addJob(tx, note, { text: 'later' }));
  expect(await left()).toBe(1);

  const next = await startNoting();
  await next.until(1);
  await next.jobs.stop();
  expect(next.noted).toEqual(['later']);
});

test('D23 stopping ends work that takes long; it runs again after the next start, and the attempt does not count', async () => {
  const patient = job('patient', z.object({}), 'long');
  const deaf = job('deaf', z.object({}), 'long');
  const sleep = sql`select pg_sleep(60)`;
  const started: string[] = [];
  const start = (work: (stopping: AbortSignal | undefined) => Promise<unknown>) =>
    startJobs({
      connection: database.runtime,
      handlers: [
        handles(patient, async (_, { stopping }) => {
          started.push('patient');
          await cancelledBy(stopping, () => work(stopping));
        }),
        // It does not look at the signal, so its statement is cancelled after the grace.
        handles(deaf, async (_, { stopping }) => {
          started.push('deaf');
          await work(stopping);
        }),
      ],
      periodic: [],
      log: pino({ level: 'silent' }),
      graceMs: 200,
    });
  const jobs = await start(() => sleep.execute(db));
  await db.transaction().execute(async tx => {
    await addJob(tx, patient, {}, { maxAttempts: 1 });
    await addJob(tx, deaf, {}, { maxAttempts: 1 });
  });
  await expect.poll(() => started.toSorted()).toEqual(['deaf', 'patient']);
  const from = performance.now();
  await jobs.stop();
  expect(performance.now() - from).toBeLessThan(15_000);
  const { rows } = await sql<{ attempts: number; waits: boolean }>`
    select attempts, locked_at is null as waits from graphile_worker.jobs`.execute(db);
  expect(rows).toEqual([
    { attempts: 0, waits: true },
    { attempts: 0, waits: true },
  ]);
  const next = await start(async () => undefined);
  await expect.poll(left).toBe(0);
  await next.stop();
  expect(started.toSorted()).toEqual(['deaf', 'deaf', 'patient', 'patient']);
});

test('R06 a connection that is lost while the jobs stop, before it listens, is given back once', async () => {
  const listening = closedGate();
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  // Its answer is the loss of the connection, which comes once the jobs are stopping.
  const query = vi.spyOn(prototype, 'query').mockImplementation(function held(this: unknown, ...args) {
    if (!String(args[0]).startsWith('LISTEN ')) return original.apply(this, args);
    return listening.opened.then(() => Promise.reject(new Error('Connection terminated unexpectedly')));
  });
  try {
    const { jobs } = await startNoting();
    await vi.waitFor(() =>
      expect(query.mock.calls.some(([text]) => String(text).startsWith('LISTEN '))).toBe(true),
    );
    const stopped = jobs.stop();
    listening.open();
    await stopped;
  } finally {
    query.mockRestore();
  }
});

test('two workers share the jobs: each runs once', async () => {
  const one = await startNoting();
  const two = await startNoting();
  await db.transaction().execute(async tx => {
    for (let number = 0; number < 20; number++) await addJob(tx, note, { text: String(number) });
  });
  await expect.poll(() => one.noted.length + two.noted.length).toBeGreaterThanOrEqual(20);
  await Promise.all([one.jobs.stop(), two.jobs.stop()]);
  const all = [...one.noted, ...two.noted];
  expect(new Set(all).size).toBe(20);
  expect(all).toHaveLength(20);
});

test('jobs that take long, and mail servers that answer slowly, delay no other job', async () => {
  const load = job('import', z.object({ number: z.int() }), 'long');
  const email = job('email', z.object({ number: z.int() }), 'mail');
  const started: string[] = [];
  const gate = closedGate();
  const blocked = (kind: Job<{ number: number }>) =>
    handles(kind, async ({ number }) => {
      started.push(`${kind.name} ${number}`);
      await gate.opened;
    });
  const jobs = await startJobs({
    connection: database.runtime,
    handlers: [
      blocked(load),
      blocked(email),
      handles(note, async ({ text }) => {
        started.push(text);
      }),
    ],
    periodic: [],
    log: pino({ level: 'silent' }),
  });
  await db.transaction().execute(async tx => {
    for (let number = 1; number <= 5; number += 1) {
      await addJob(tx, load, { number });
      await addJob(tx, email, { number });
    }
  });
  const firstThree = ['email 1', 'email 2', 'email 3', 'import 1', 'import 2', 'import 3'];
  await expect.poll(() => started.toSorted()).toEqual(firstThree);
  await db.transaction().execute(tx => addJob(tx, note, { text: 'password link' }));
  await expect.poll(() => started).toHaveLength(7);
  expect(started.at(-1)).toBe('password link');
  gate.open();
  await expect.poll(() => started).toHaveLength(11);
  await expect.poll(left).toBe(0);
  await jobs.stop();
});

test('a scheduled job missed while nothing ran is caught up at the next start, where configured, once', async () => {
  // The same for every start: a minute may end between two of them.
  const at = new Date(Date.now() - 2 * 3600_000);
  const twoHoursAgo = `${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
  const start = async (catchUpHours: number) => {
    const noted: string[] = [];
    let reported = () => {};
    const first = new Promise<void>(resolve => (reported = resolve));
    const jobs = await startJobs({
      connection: database.runtime,
      handlers: [
        handles(daily, async () => {
          noted.push('done');
          reported();
        }),
      ],
      periodic: [{ match: twoHoursAgo, job: daily, catchUpHours }],
      log: pino({ level: 'silent' }),
    });
    return { jobs, noted, first };
  };
  // A schedule is known only after its first start, so earlier runs are not caught up.
  const before = await start(20);
  await before.jobs.stop();
  expect(before.noted).toEqual([]);
  await sql`update graphile_worker._private_known_crontabs set known_since = now() - interval '3 days', last_execution = now() - interval '1 day'`.execute(
    db,
  );
  const idle = await start(0);
  await idle.jobs.stop();
  const after = await start(20);
  await after.first;
  await after.jobs.stop();
  const again = await start(20);
  await again.jobs.stop();
  expect([idle.noted, after.noted, again.noted, await left()]).toEqual([[], ['done'], [], 0]);
});

test('R11 scheduled jobs noted while the clock was ahead run again once it is put right, at a start or meanwhile', async () => {
  const said: string[] = [];
  let now = () => Date.now();
  const start = async () =>
    startJobs({
      connection: database.connection,
      handlers: [handles(daily, async () => undefined)],
      periodic: [{ match: '0 4 * * *', job: daily }],
      log: {
        debug: () => undefined,
        error: (_, message) => void said.push(message),
        warn: (_, message) => void said.push(message),
      },
      clock: () => new Date(now()),
    });
  const ahead = () =>
    sql`update graphile_worker._private_known_crontabs set last_execution = now() + interval '3 days', known_since = now() + interval '3 days'`.execute(
      db,
    );
  const isNotedLater = async () =>
    (
      await sql`select from graphile_worker._private_known_crontabs where last_execution > now() or known_since > now()`.execute(
        db,
      )
    ).rows.length > 0;
  const first = await start();
  await first.stop();
  await ahead();
  const second = await start();
  expect(await isNotedLater()).toBe(false);
  // The clock is set ahead by three days, and something is noted as run at that time; then it is put right.
  const threeDays = 3 * 24 * 3600_000;
  now = () => Date.now() + threeDays;
  await expect.poll(() => said).toHaveLength(1);
  await ahead();
  now = () => Date.now();
  await expect.poll(isNotedLater, { interval: 200 }).toBe(false);
  expect(new Set(said)).toEqual(new Set(['the clock was set, so the jobs start again']));
  await second.stop();
});

test('a listener receives notices after the commit, and learns when it may have missed some', async () => {
  const listener = openListener(database.runtime);
  const received: (string | null)[] = [];
  let check = () => {};
  const unsubscribe = await listener.subscribe('greetings', text => {
    received.push(text);
    check();
  });
  const until = (count: number) =>
    new Promise<void>(resolve => {
      check = () => received.length >= count && resolve();
      check();
    });
  await sql`select pg_notify('greetings', 'hello')`.execute(db);
  await until(1);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'counterfoil listener' and datname = current_database()`.execute(db);
  await until(2);
  await sql`select pg_notify('greetings', 'again')`.execute(db);
  await until(3);
  unsubscribe();
  await listener.close();
  expect(received).toEqual(['hello', null, 'again']);
});
