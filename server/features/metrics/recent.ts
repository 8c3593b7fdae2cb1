import { setTimeout as pause } from 'node:timers/promises';

export type CacheTimes = {
  /** How long a value is answered without reading it again, in milliseconds. */
  readonly fresh: number;
  /** How long a caller waits for a new value at most. */
  readonly wait: number;
  /** How old a value may be that is answered because no newer one arrived in time. */
  readonly oldest: number;
};

/** The last value read, null when none is recent enough; and whether reading works. */
export type Recent<Value> = { readonly value: Value | null; readonly isCurrent: boolean };

/**
 * Reads a value at most once at a time and every few seconds, however many ask. No one waits long for it: the value of
 * a read that takes longer is answered next time.
 */
export function keepRecent<Value>(
  read: () => Promise<Value>,
  { fresh, wait, oldest }: CacheTimes,
  now: () => number = () => performance.now(),
): () => Promise<Recent<Value>> {
  let last: { readonly value: Value; readonly at: number } | null = null;
  let reading: Promise<void> | null = null;
  let hasFailed = false;
  const age = () => (last === null ? Infinity : now() - last.at);
  const refresh = async () => {
    try {
      last = { value: await read(), at: now() };
      hasFailed = false;
    } catch {
      hasFailed = true;
    } finally {
      reading = null;
    }
  };
  return async () => {
    if (age() > fresh) {
      reading ??= refresh();
      const waiting = new AbortController();
      await Promise.race([
        reading,
        pause(wait, undefined, { signal: waiting.signal }).catch(() => undefined),
      ]);
      waiting.abort();
    }
    return {
      value: age() <= oldest ? (last?.value ?? null) : null,
      isCurrent: reading === null && !hasFailed,
    };
  };
}
