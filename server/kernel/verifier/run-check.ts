import { sql } from 'kysely';
import type { Database } from '../../platform/database/open-database';
import { inTransaction } from '../../platform/database/transaction';
import { type BooksCheck, checkBooks } from './check-books';
import type { Invariant } from './invariant';
import { storeCheck } from './store-check';

export type StoredCheck = BooksCheck & { readonly id: number };

/**
 * Checks the books in one snapshot, stores the result and notifies users of a failure. `askedBy` is null for the
 * scheduled run.
 */
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
  const id = await inTransaction(db, tx => storeCheck(tx, check, askedBy));
  return { ...check, id };
}
