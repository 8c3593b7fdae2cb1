import type pg from 'pg';
import { type Connection, openPool } from '../database/open-database';

/** A pool that has ended answers with an error alone. */
type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: Release) => void;
type Release = (reason?: Error | boolean) => void;

/** Opens the pool of the job queue, with what the queue expects of one. */
export function openQueuePool(connection: Connection, size: number): pg.Pool {
  const pool = openPool(connection, size);
  const connect = pool.connect.bind(pool) as {
    (done: Connected): void;
    (): Promise<pg.PoolClient>;
  };
  pool.connect = ((done?: Connected) =>
    done ? connect(releasedOnce(done)) : retriedOnTimeout(connect())) as typeof pool.connect;
  return pool;
}

/**
 * The queue releases the connection it listens over a second time if that is lost while the jobs stop, and awaits
 * neither: the pool's error would end the process.
 */
const releasedOnce =
  (done: Connected): Connected =>
  (error, client, release) => {
    let isReleased = false;
    done(error, client, reason => {
      if (isReleased) return;
      isReleased = true;
      release?.(reason);
    });
  };

/** The queue retries errors with a known code; a pool that had no connection in time gives none. */
async function retriedOnTimeout<T>(connecting: Promise<T>): Promise<T> {
  try {
    return await connecting;
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect'))
      throw Object.assign(error, { code: 'ETIMEDOUT' });
    throw error;
  }
}
