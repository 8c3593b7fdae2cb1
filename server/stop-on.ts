/** How long after the first signal another one is the same wish. */
const sameWishMs = 1_000;

type Stopping = {
  readonly stop: () => Promise<void>;
  readonly exit: (code: number) => void;
  /** Milliseconds of a clock that nobody sets. */
  readonly now?: () => number;
};

/**
 * What to do at SIGINT and SIGTERM. The first closes in order and ends with 0. Ctrl+C in a terminal reaches the process
 * twice within milliseconds, from the terminal and again from npm: that is one wish. Whoever asks again later does not
 * want to wait.
 */
export function stopOnSignals({ stop, exit, now = () => performance.now() }: Stopping): () => void {
  let askedAt: number | null = null;
  return () => {
    if (askedAt !== null) {
      if (now() - askedAt >= sameWishMs) exit(130);
      return;
    }
    askedAt = now();
    stop().then(
      () => exit(0),
      (error: unknown) => {
        console.error(error);
        exit(1);
      },
    );
  };
}
