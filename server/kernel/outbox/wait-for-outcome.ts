import { setTimeout as pause } from 'node:timers/promises';
import type { Listener } from '../../platform/database/listen';
import type { Reader } from '../../platform/database/open-database';
import { emailChannel, findEmailState } from './outbox.queries';

export type EmailState = NonNullable<Awaited<ReturnType<typeof findEmailState>>>;

const maxWaitMs = 10_000;

/**
 * Waits for the first attempt of a message, up to a limit, and returns its state. The row is read after subscribing, so
 * no change is missed.
 */
export async function waitForOutcome(
  { db, listener }: { db: Reader; listener: Listener },
  emailId: number,
  upToMs = maxWaitMs,
): Promise<EmailState | undefined> {
  const timeUp = new AbortController();
  const timer = pause(Math.min(upToMs, maxWaitMs), undefined, { signal: timeUp.signal });
  let over = false;
  const whenOver = timer.then(
    () => void (over = true),
    () => undefined,
  );
  let wake = () => {};
  const unsubscribe = await listener
    .subscribe(emailChannel, text => {
      if (text === null || text === String(emailId)) wake();
    })
    .catch(() => null);
  try {
    // Nothing would tell of a change. The message is queued all the same, so its state is the answer.
    if (unsubscribe === null) return await findEmailState(db, emailId);
    for (;;) {
      const changed = new Promise<void>(resolve => {
        wake = resolve;
      });
      const state = await findEmailState(db, emailId);
      const underWay = state?.status === 'queued' || state?.status === 'sending';
      if (!underWay || over) return state;
      await Promise.race([changed, whenOver]);
    }
  } finally {
    unsubscribe?.();
    timeUp.abort();
  }
}
