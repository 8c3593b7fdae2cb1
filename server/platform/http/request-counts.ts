import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** The requests of one caller to one route in the window that began at this moment of the process. */
type Window = { readonly began: number; count: number };

/** More callers than a shop has. Beyond it, those that have not called for longest are forgotten. */
const maxCallers = 5000;

/**
 * Counts the requests of limited routes on the stopwatch of the process. The plugin's own store goes by the time of day: with
 * the clock set back by a day, a window would last for a day (rule R11).
 */
export class RequestCounts implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();

  incr(caller: string, done: CountDone, windowMs: number): void {
    const now = performance.now();
    const known = this.#windows.get(caller);
    const window = known && now - known.began < windowMs ? known : { began: now, count: 0 };
    window.count += 1;
    // The latest caller comes last.
    this.#windows.delete(caller);
    this.#windows.set(caller, window);
    if (this.#windows.size > maxCallers) this.#forgetOldest();
    done(null, { current: window.count, ttl: Math.ceil(windowMs - (now - window.began)) });
  }

  /** Each route counts for itself. */
  child(): RequestCounts {
    return new RequestCounts();
  }

  #forgetOldest(): void {
    for (const caller of this.#windows.keys()) {
      this.#windows.delete(caller);
      return;
    }
  }
}

type CountDone = Parameters<FastifyRateLimitStore['incr']>[1];
