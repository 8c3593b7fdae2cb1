const minuteMs = 60_000;
/** So many of one person in a minute are written each by itself. */
const writtenEach = 10;
const mostRemembered = 10_000;

/**
 * Refusals of one caller: the first of a minute are written down, of more only how many there were, with the first of the next
 * minute. Each writes to the chained log, where all writers take turns: whoever is refused again and again must not
 * hold them up (F52). Answers how many were left out before this one, or null for one that is left out itself.
 */
export function countRefusals() {
  const callers = new Map<number, { since: number; count: number }>();
  return {
    note(caller: number, now: Date): number | null {
      const known = callers.get(caller);
      if (known && Math.abs(now.getTime() - known.since) < minuteMs) {
        known.count += 1;
        return known.count > writtenEach ? null : 0;
      }
      if (callers.size >= mostRemembered) callers.clear();
      callers.set(caller, { since: now.getTime(), count: 1 });
      return Math.max(0, (known?.count ?? 0) - writtenEach);
    },
  };
}
