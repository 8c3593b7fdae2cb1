import * as z from 'zod';
import { type Invariant, runCheck } from '../../kernel/verifier';
import { cancelledBy } from '../../platform/database/cancellation';
import type { Database } from '../../platform/database/open-database';
import { handles, job, type JobHandler } from '../../platform/jobs/job';

export const checkBooks = job('check-books', z.object({}), 'long');

export type CheckParts = {
  readonly db: Database;
  readonly clock: () => Date;
  readonly log: { readonly error: (facts: object, message: string) => void };
};

/** The nightly check. Its result is on the Books page and in the server log. */
export const checkBooksHandler = (
  { db, clock, log }: CheckParts,
  invariants: readonly Invariant[],
): JobHandler =>
  handles(checkBooks, async (_payload, { stopping }) => {
    const { holds, results } = await cancelledBy(stopping, () => runCheck(db, invariants, clock, null));
    if (holds) return;
    const broken = results
      .filter(result => !result.holds)
      .map(({ id, breaches }) => ({ id, breaches: breaches.slice(0, 5) }));
    log.error({ broken }, 'the books failed a check: see the Books page');
  });
