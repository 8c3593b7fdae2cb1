import { cancellation, cancelledBy } from '../database/cancellation';
import { limitConcurrency } from '../turns';
import type { ReadContext } from './context';
import { Refusal } from './refusal';
import type { Route } from './route';

/** How long a request may wait and run, in milliseconds, and how many may wait. */
export type TurnLimits = {
  readonly maxWaiting: number;
  readonly waits: number;
  readonly runs: number;
  /** Both together: less than the 25 s within which every request is answered (R09). */
  readonly lasts: number;
};

const defaultLimits: TurnLimits = { maxWaiting: 12, waits: 14_000, runs: 20_000, lasts: 24_000 };

const busy = () =>
  new Refusal('unavailable', 'Other reports are still being calculated. Try again in a moment.', {
    retryAfterSeconds: 10,
  });
const tooSlow = () =>
  new Refusal(
    'unavailable',
    'The report took too long and was stopped. Choose a shorter period and try again.',
  );
const abandoned = () => new Refusal('unavailable', 'The client closed the connection.');

/**
 * Limits how many of these reads run at a time in this process; the others queue in order. Reports over years of rows
 * keep the database busy for seconds: five at once would make a till wait. A request is refused when too many wait or
 * when it waited too long, and stopped when it runs too long or its client has gone (R32). A job waits for as long as it
 * takes.
 */
export const inTurns = (routes: readonly Route[], limit: number, limits = defaultLimits): Route[] =>
  turnGroup(limit, limits)(routes);

/** The same for routes of several features, which take turns together. */
function turnGroup(limit: number, limits = defaultLimits): (routes: readonly Route[]) => Route[] {
  const turns = limitConcurrency(limit);
  let requests = 0;

  async function answer(gone: AbortSignal, handle: () => Promise<unknown>): Promise<unknown> {
    if (gone.aborted) throw abandoned();
    if (requests >= limit + limits.maxWaiting) throw busy();
    requests++;
    const arrived = performance.now();
    const ending = new AbortController();
    const end = (reason: () => Error) => () => ending.abort(reason());
    gone.addEventListener('abort', end(abandoned), { once: true });
    // The deadline of the whole request, which began before its turn.
    cancellation()?.addEventListener('abort', end(busy), { once: true });
    let timer = setTimeout(end(busy), limits.waits);
    try {
      return await turns(() => {
        clearTimeout(timer);
        const left = limits.lasts - (performance.now() - arrived);
        timer = setTimeout(end(left < limits.runs ? busy : tooSlow), Math.min(left, limits.runs));
        return cancelledBy(ending.signal, handle);
      }, ending.signal);
    } catch (error) {
      // A cancelled statement fails with an error of the database.
      throw ending.signal.aborted ? ending.signal.reason : error;
    } finally {
      clearTimeout(timer);
      requests--;
    }
  }

  return routes =>
    routes.map(route => ({
      ...route,
      handle: input => {
        const { gone } = input as Pick<ReadContext, 'gone'>;
        return gone ? answer(gone, () => route.handle(input)) : turns(() => route.handle(input));
      },
    }));
}

/**
 * Lists that are calculated over all products or all items of a ledger for each page. They have turns of their own, so that
 * they neither wait for a report of years nor all run at once beside the tills.
 */
export const inListTurns = turnGroup(2);
