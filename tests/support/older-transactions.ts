import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../server/platform/database/open-database';

/**
 * Awaits the end of every transaction that is open now. What waits for older transactions waits for those of other
 * databases of the server too, which other test files use.
 */
export async function olderTransactionsEnded(db: Database): Promise<void> {
  const { rows } = await sql<{ next: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
  await expect
    .poll(
      async () => {
        const ended = await sql<{ ended: boolean }>`
          select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.next}::xid8 as ended`.execute(db);
        return ended.rows[0]?.ended;
      },
      { timeout: 300_000 },
    )
    .toBe(true);
}
