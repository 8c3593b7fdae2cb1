import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type pg from 'pg';
import { uncancelled } from './cancellation';
import { type Connection, type Database, openDatabase, openPool } from './open-database';
import { Session } from './session';
import { sqlState } from './database-errors';

/** Reads that may be a second old, such as reports and exports. Never those of a till, or of figures being edited. */
export type LaggingReads = {
  /** Where such a read goes now. */
  readonly database: () => Database;
  /** Reads there; if the standby fails, again from the primary. */
  readonly read: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;
};

/** Without a standby, everything is read from the primary. */
export const readsOfPrimary = (primary: Database): LaggingReads => ({
  database: () => primary,
  read: work => work(primary),
});

type Parts = {
  readonly primary: Database;
  /** One for each server that DATABASE_READ_URL names. */
  readonly connections: readonly [Connection, ...Connection[]];
  readonly size: number;
  readonly log: {
    readonly info: (facts: object, message: string) => void;
    readonly warn: (facts: object, message: string) => void;
  };
};

/** How old a read may be. */
const oldestMs = 1_000;
const roundMs = 300;
/** A standby that does not respond for this long is given up, so that what waits for it can go to the primary. */
const patienceMs = 2_000;
const pauseAfterFailureMs = 5_000;
/** Without such reads for this long, nothing is marked. */
const interestMs = 60_000;
/** With several standbys, another one is tried when one stays behind for this long. */
const longestLagMs = 10_000;
/** Marks that are remembered: a standby that shows an older one is too far behind anyway. */
const remembered = 32;

const tookTooLong = '57014';

type Opened = { readonly db: Database; readonly sessions: Set<Session>; readonly where: string };

/**
 * Reads from a standby while it is a second behind at most (decision 148). Every 300 ms this process writes a mark on the
 * primary and looks for it on the standby. A standby that shows a mark has every commit that was confirmed before the mark
 * was written; a server that left the cluster, or belongs to another one, never shows it.
 */
export class Standby implements LaggingReads {
  readonly #parts: Parts;
  readonly #process = randomUUID();
  /** When the marks were written, by mark. */
  readonly #writtenAt = new Map<number, number>();
  #mark = 0;
  #freshAsOf = -Infinity;
  #openedAt = -Infinity;
  #wantedAt = -Infinity;
  #host = 0;
  #opened: Opened;
  /** When the server of these sessions was started: all must reach the same one. */
  #server: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #isClosed = false;
  /** Undefined until it is known. */
  #isUsed: boolean | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#opened = this.#open();
  }

  database(): Database {
    this.#want();
    return this.#isFresh() ? this.#opened.db : this.#parts.primary;
  }

  async read<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = this.database();
    if (db === this.#parts.primary) return work(db);
    try {
      const result = await work(db);
      // It may have been given up meanwhile for what it answered.
      if (db === this.#opened.db) return result;
    } catch (error) {
      // The primary would take as long.
      if (sqlState(error) === tookTooLong) throw error;
    }
    return work(this.#parts.primary);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#round;
    await sql`delete from standby_marks where process_id = ${this.#process}`
      .execute(this.#parts.primary)
      .catch(() => undefined);
    await this.#opened.db.destroy();
  }

  readonly #isFresh = (): boolean => performance.now() - this.#freshAsOf <= oldestMs;

  #open(): Opened {
    const { connections, size } = this.#parts;
    const connection = connections[this.#host % connections.length] ?? connections[0];
    const pool = openPool(connection, size);
    const sessions = new Set<Session>();
    const opened = {
      db: openDatabase(pool),
      sessions,
      where: `${connection.host ?? ''}:${connection.port ?? ''}`,
    };
    this.#server = undefined;
    this.#openedAt = performance.now();
    pool.on('connect', client => {
      if (!(client instanceof Session)) return;
      sessions.add(client);
      client.once('end', () => sessions.delete(client));
      this.#identify(opened, client);
    });
    return opened;
  }

  /** Behind a load balancer one session could be fresh and the next far behind. */
  #identify(opened: Opened, client: pg.ClientBase): void {
    uncancelled(() => client.query<{ started: string }>('select pg_postmaster_start_time()::text as started'))
      .then(({ rows }) => {
        if (opened !== this.#opened) return;
        const started = rows[0]?.started;
        this.#server ??= started;
        if (this.#server !== started)
          this.#giveUp('its sessions reach several servers; name each standby in DATABASE_READ_URL');
      })
      .catch(() => undefined);
  }

  #want(): void {
    this.#wantedAt = performance.now();
    if (this.#isClosed || this.#timer !== undefined || this.#round) return;
    // It goes on after the read that asked for it.
    uncancelled(() => this.#schedule(0));
  }

  #schedule(pauseMs: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#round = this.#look().finally(() => (this.#round = undefined));
    }, pauseMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    if (performance.now() - this.#wantedAt > interestMs) return;
    let pauseMs = roundMs;
    // A primary that is away says nothing about the standby, which is used no longer: its age is unknown.
    if (await this.#writeMark())
      try {
        await this.#findMark();
        const behindMs = performance.now() - Math.max(this.#freshAsOf, this.#openedAt);
        if (this.#isFresh()) this.#report(true);
        else if (behindMs > longestLagMs && this.#parts.connections.length > 1)
          this.#giveUp('it stays behind');
        else if (behindMs > oldestMs) this.#report(false, 'it is more than a second behind');
      } catch (error) {
        this.#giveUp((error as Error).message);
        pauseMs = pauseAfterFailureMs;
      }
    this.#schedule(pauseMs);
  }

  async #writeMark(): Promise<boolean> {
    const mark = (this.#mark += 1);
    this.#writtenAt.set(mark, performance.now());
    this.#writtenAt.delete(mark - remembered);
    try {
      await sql`
        insert into standby_marks (process_id, mark, marked_at) values (${this.#process}, ${mark}, now())
        on conflict (process_id) do update set mark = excluded.mark, marked_at = excluded.marked_at`.execute(
        this.#parts.primary,
      );
      return true;
    } catch {
      return false;
    }
  }

  async #findMark(): Promise<void> {
    const { db } = this.#opened;
    const asked = sql<{ mark: number | null; is_standby: boolean }>`
      select (select mark from standby_marks where process_id = ${this.#process}) as mark,
        pg_is_in_recovery() as is_standby`.execute(db);
    const { rows } = await within(patienceMs, asked);
    const [found] = rows;
    if (!found?.is_standby) throw new Error('it is not a standby');
    this.#freshAsOf = Math.max(this.#freshAsOf, this.#writtenAt.get(found.mark ?? 0) ?? -Infinity);
  }

  /** Ends its sessions, so that what waits for it fails at once and is read from the primary. */
  #giveUp(reason: string): void {
    this.#report(false, reason);
    const { db, sessions } = this.#opened;
    this.#freshAsOf = -Infinity;
    this.#host += 1;
    if (!this.#isClosed) this.#opened = this.#open();
    for (const session of sessions) session.cut();
    void db.destroy().catch(() => undefined);
  }

  #report(isUsed: boolean, reason = ''): void {
    if (isUsed === this.#isUsed) return;
    this.#isUsed = isUsed;
    const standby = this.#opened.where;
    if (isUsed) this.#parts.log.info({ standby }, 'reports and exports are read from the standby');
    else this.#parts.log.warn({ standby, reason }, 'reports and exports are read from the primary');
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it does not respond within ${ms / 1000} seconds`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
