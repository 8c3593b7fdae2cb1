import type { Reader } from '../../platform/database/open-database';
import type { Breach, Invariant } from './invariant';

export type InvariantResult = {
  readonly id: string;
  readonly title: string;
  readonly compares: string;
  readonly compared: number;
  readonly holds: boolean;
  readonly breaches: readonly Breach[];
  readonly milliseconds: number;
};

export type BooksCheck = {
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly holds: boolean;
  readonly results: readonly InvariantResult[];
};

/**
 * Checks every invariant in turn. The caller opens one repeatable-read transaction, so that all see the same
 * snapshot and concurrent postings break nothing.
 */
export async function checkBooks(
  db: Reader,
  invariants: readonly Invariant[],
  clock: () => Date,
): Promise<BooksCheck> {
  const startedAt = clock();
  const results: InvariantResult[] = [];
  for (const { id, title, compares, check } of invariants) {
    const from = performance.now();
    const { compared, breaches } = await check(db);
    const milliseconds = Math.round(performance.now() - from);
    results.push({ id, title, compares, compared, holds: breaches.length === 0, breaches, milliseconds });
  }
  return { startedAt, finishedAt: clock(), holds: results.every(result => result.holds), results };
}
