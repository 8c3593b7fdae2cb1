type Send<Body, Reply> = (body: Body, idempotencyKey: string) => Promise<Reply>;

/** How to send, when an error leaves open whether it took effect, and how to make a key and to wait. */
type Means<Body, Reply> = {
  readonly send: Send<Body, Reply>;
  readonly isUndecided: (error: unknown) => boolean;
  readonly newKey: () => string;
  readonly pause?: (ms: number) => Promise<void>;
};

/** Sends something and says, as often as it has no answer, that it is not confirmed yet. */
export type SendInOrder<Body, Reply> = (body: Body, onUnconfirmed?: () => void) => Promise<Reply>;

const pauseMs = 2000;
const longestPauseMs = 15_000;
const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms));

/**
 * Sends requests one after another. One without an answer may have taken effect, so the same request with the same key is sent
 * again until it is answered, and only then the next: each takes effect once.
 */
export function sentInOrder<Body, Reply>({
  send,
  isUndecided,
  newKey,
  pause = wait,
}: Means<Body, Reply>): SendInOrder<Body, Reply> {
  let last: Promise<unknown> = Promise.resolve();
  const untilAnswered = async (body: Body, key: string, onUnconfirmed?: () => void): Promise<Reply> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await send(body, key);
      } catch (error) {
        if (!isUndecided(error)) throw error;
        onUnconfirmed?.();
        await pause(Math.min(tries * pauseMs, longestPauseMs));
      }
    }
  };
  return (body, onUnconfirmed) => {
    const key = newKey();
    const sent = last.then(() => untilAnswered(body, key, onUnconfirmed));
    last = sent.catch(() => undefined);
    return sent;
  };
}
