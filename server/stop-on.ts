/** A second signal within this time counts as the same one. */
const sameWishMs = 1_000;

type Stopping = {
  readonly stop: () => Promise<void>;
  readonly exit: (code: number) => void;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
};

/**
 * Handles SIGINT and SIGTERM. The first shuts down in order and exits with 0. Ctrl+C in a terminal reaches the process
 * twice within milliseconds, from the terminal and from npm, which counts once. A later signal exits at once.
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
