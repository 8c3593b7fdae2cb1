import { sql } from 'kysely';
import * as z from 'zod';
import { type Invariant, runCheck } from '../../kernel/verifier';
import { cancelledBy } from '../../platform/database/cancellation';
import type { Database } from '../../platform/database/open-database';
import { handles, job, type JobHandler } from '../../platform/jobs/job';

export const checkBooks = job('check-books', z.object({}), 'long');

/** One that takes longer than this reads too much to run every hour while people work. */
const maxHourlyMs = 30_000;
/** In UTC: the hour of a daily check. */
const nightHour = 3;
const day = 24 * 3600_000;

export type CheckParts = {
  readonly db: Database;
  readonly clock: () => Date;
  readonly log: { readonly error: (facts: object, message: string) => void };
};

/**
 * The hourly check. Books so large that the last one took long are checked at night, or when none was made for a day.
 * Its result is on the Books page and in the server log.
 */
export const checkBooksHandler = (
  { db, clock, log }: CheckParts,
  invariants: readonly Invariant[],
): JobHandler =>
  handles(checkBooks, async (_payload, { stopping }) => {
    if (!(await isDue(db, clock()))) return;
    const { holds, results } = await cancelledBy(stopping, () => runCheck(db, invariants, clock, null));
    if (holds) return;
    const broken = results
      .filter(result => !result.holds)
      .map(({ id, breaches }) => ({ id, breaches: breaches.slice(0, 5) }));
    log.error({ broken }, 'the books failed a check: see the Books page');
  });

async function isDue(db: Database, now: Date): Promise<boolean> {
  const { rows } = await sql<{ started_at: Date; finished_at: Date }>`
    select started_at, finished_at from books_checks order by id desc limit 1`.execute(db);
  const [last] = rows;
  if (!last || last.finished_at.getTime() - last.started_at.getTime() <= maxHourlyMs) return true;
  return now.getUTCHours() === nightHour || now.getTime() - last.finished_at.getTime() >= day;
}
