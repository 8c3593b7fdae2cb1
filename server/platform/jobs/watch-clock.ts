import type { openPool } from '../database/open-database';

/** Between two looks, only a clock that was set, or a machine that slept, differs by more from the stopwatch. */
const largestDriftMs = 60_000;
const lookMs = 2_000;

/** Tells when the machine's clock has been set, and by how many milliseconds: ahead, or back when negative. */
export function watchClock(clock: () => Date, onStep: (byMs: number) => void): { stop: () => void } {
  const difference = () => clock().getTime() - performance.now();
  let known = difference();
  const timer = setInterval(() => {
    const now = difference();
    const step = now - known;
    known = now;
    if (Math.abs(step) > largestDriftMs) onStep(step);
  }, lookMs);
  return { stop: () => clearInterval(timer) };
}

/** Clocks of several machines may differ by this much. */
const toleranceMs = 5 * 60_000;

/**
 * Scheduled jobs that ran while the clock was ahead would not run again before that time comes, which may be days. They
 * are noted as run just now instead.
 */
export async function forgetRunsOfTheFuture(pool: ReturnType<typeof openPool>, now: Date): Promise<void> {
  await pool.query(
    `update graphile_worker._private_known_crontabs
      set last_execution = least(last_execution, $1::timestamptz), known_since = least(known_since, $1::timestamptz)
      where last_execution > $2 or known_since > $2`,
    [now, new Date(now.getTime() + toleranceMs)],
  );
}
