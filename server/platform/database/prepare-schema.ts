import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatMoment } from '#domain/kernel/dates';
import { migrateJobs } from '../jobs/start-jobs';
import { reportSteps, type ReportTimes } from '../report-steps';
import {
  holdersOf,
  releaseLockOfConnection,
  servingLock,
  startLock,
  takeLockOfConnection,
  tryLockOfConnection,
} from './advisory-lock';
import { migrateToLatest, readMigrationState } from './migrate';
import { type Database, openDatabase, openPool, type Tx } from './open-database';
import { type Connection, Session } from './session';
import { sqlState } from './database-errors';

/** Between attempts to get what another program holds, in milliseconds. */
const betweenAttempts = 1_000;

/** What an upgrade of a database that is in use takes. */
export type Upgrade = {
  readonly isInUse: (db: Database) => Promise<boolean>;
  /** Runs first. By throwing it prevents the upgrade. */
  readonly rehearse: (db: Database, pending: readonly string[]) => Promise<void>;
  /** Runs in the transaction of the migrations. */
  readonly note: (tx: Tx, pending: readonly string[]) => Promise<void>;
};

/**
 * Migrates the schema and the tables of the jobs, then runs `fill`, while other starting processes wait. An upgrade waits
 * until no process serves any more: an earlier version would go on with the new schema. Whatever it waits for is said
 * once, in a sentence; and which migration runs, once they take long.
 */
export async function prepareSchema(
  connection: Connection,
  say: (sentence: string) => void,
  fill: () => Promise<void>,
  upgrade?: Upgrade,
  times?: ReportTimes,
): Promise<void> {
  const turn = new Session({
    ...connection,
    application_name: 'counterfoil start',
    connectionTimeoutMillis: 5_000,
  });
  await turn.connect();
  // Migrations of a large database run for minutes.
  const db = openDatabase(openPool(connection, 1, { unhurried: true }));
  try {
    await takeLockOfConnection(turn, startLock);
    const { isCurrent, pending } = await readMigrationState(db);
    if (!isCurrent) {
      // A first start has nothing to wait for, and a database of a later version is refused at once.
      if (pending.length > 0) await waitUntilNoneServes(turn, say);
      const upgraded = pending.length > 0 && (await upgrade?.isInUse(db)) ? upgrade : undefined;
      await upgraded?.rehearse(db, pending);
      await migrateWhenFree(db, say, { note: upgraded?.note, times });
      if (pending.length > 0) await releaseLockOfConnection(turn, servingLock);
    }
    await migrateJobs(connection);
    await fill();
  } finally {
    await db.destroy();
    await turn.end();
  }
}

/** From then on until the lock is released, no process can begin to serve. */
async function waitUntilNoneServes(turn: Session, say: (sentence: string) => void): Promise<void> {
  for (let said = ''; !(await tryLockOfConnection(turn, servingLock)); await pause(betweenAttempts)) {
    const holders = (await holdersOf(turn, servingLock)).map(
      ({ name, pid, address }) =>
        `${name || 'a program'} (process ${pid}${address === null ? '' : `, connected from ${address}`})`,
    );
    const sentence = `The upgrade is waiting until Counterfoil has been stopped everywhere. Still running: ${holders.join(' and ')}. It is retried every second.`;
    if (holders.length > 0 && sentence !== said) {
      say(sentence);
      said = sentence;
    }
  }
}

/** Tries again while another program holds a table that a migration changes. */
async function migrateWhenFree(
  db: Database,
  say: (sentence: string) => void,
  { note, times }: { readonly note: Upgrade['note'] | undefined; readonly times: ReportTimes | undefined },
): Promise<void> {
  for (let said = ''; ; await pause(betweenAttempts)) {
    const report = reportSteps(say, times);
    try {
      await migrateToLatest(db, { note, report });
      return;
    } catch (error) {
      if (sqlState(error) !== '55P03') throw error;
      const sentence = `The upgrade is waiting for ${await namesOfUsers(db)}. It is retried every second.`;
      if (sentence !== said) say(sentence);
      said = sentence;
    } finally {
      report.end();
    }
  }
}

/** The programs with an open transaction in this database, oldest first, as far as the database shows them. */
async function namesOfUsers(db: Database): Promise<string> {
  const { rows } = await sql<{ pid: number; name: string; since: Date }>`
    select pid, application_name as name, xact_start as since from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 3`.execute(db);
  if (rows.length === 0) return 'another program that is using the database';
  return rows
    .map(
      ({ pid, name, since }) => `${name || 'a program'} (process ${pid}), open since ${formatMoment(since)}`,
    )
    .join(' and ');
}
