import { cancellation, cancelledBy } from './cancellation';
import type { Database, Tx } from './open-database';

/**
 * Runs reads that belong together over one connection, in one snapshot: what others commit meanwhile is in all of them
 * or in none (R35).
 */
export async function inSnapshot<Result>(db: Database, read: (tx: Tx) => Promise<Result>): Promise<Result> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const over = new AbortController();
  const outer = cancellation();
  try {
    return await cancelledBy(outer ? AbortSignal.any([outer, over.signal]) : over.signal, () => read(tx));
  } finally {
    // After one of several reads has failed, the others must not go on over a connection that is someone else's by then.
    over.abort();
    // Nothing was written. A connection that was lost or given up has no transaction any more.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}
