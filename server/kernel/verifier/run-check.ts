import { sql } from 'kysely';
import type { Database } from '../../platform/database/open-database';
import { insertedId } from '../../platform/database/inserted-id';
import { type BooksCheck, checkBooks } from './check-books';
import type { Invariant } from './invariant';

export type StoredCheck = BooksCheck & { readonly id: number };

/** Checks the books at one moment and stores the result. `askedBy` is null for the nightly run. */
export async function runCheck(
  db: Database,
  invariants: readonly Invariant[],
  clock: () => Date,
  askedBy: number | null,
): Promise<StoredCheck> {
  const check = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      // Checking all books takes longer than a request may.
      await sql`set local statement_timeout = 0`.execute(tx);
      return checkBooks(tx, invariants, clock);
    });
  const { rows } = await sql<{ id: number }>`
    insert into books_checks (started_at, finished_at, asked_by, holds, results)
    values (${check.startedAt}, ${check.finishedAt}, ${askedBy}, ${check.holds}, ${JSON.stringify(check.results)})
    returning id`.execute(db);
  return { ...check, id: insertedId(rows) };
}
