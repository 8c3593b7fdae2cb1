let running = 0;
let waiting: (() => void)[] = [];

/** Counts a lookup of a scanned or entered code while it runs. */
export async function counted<T>(lookup: Promise<T>): Promise<T> {
  running += 1;
  try {
    return await lookup;
  } finally {
    running -= 1;
    // A task later the line is in the basket and drawn, or the next lookup has begun.
    if (running === 0) setTimeout(release);
  }
}

/** Runs this once the codes scanned so far are in the basket; at once when they are. */
export function afterLookups(run: () => void): void {
  if (running === 0) run();
  else waiting.push(run);
}

function release(): void {
  if (running > 0) return;
  const ready = waiting;
  waiting = [];
  for (const run of ready) run();
}
