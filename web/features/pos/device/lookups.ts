/** Lookups under way: of scanned or entered codes, and of the products of lines that were there before. */
const underWay = { code: 0, line: 0 };
let waiting: (() => void)[] = [];

const isLookingUp = () => underWay.code + underWay.line > 0;

/** Counts a lookup while it runs. */
export async function counted<T>(of: keyof typeof underWay, lookup: Promise<T>): Promise<T> {
  underWay[of] += 1;
  try {
    return await lookup;
  } finally {
    underWay[of] -= 1;
    // A task later the line is in the basket and drawn, or the next lookup has begun.
    if (!isLookingUp()) setTimeout(release);
  }
}

/** Whether what has been scanned is not in the basket yet. */
export const isCodeLookedUp = (): boolean => underWay.code > 0;

/** Runs this once the codes scanned so far are in the basket and its lines have prices; at once when they have. */
export function afterLookups(run: () => void): void {
  if (isLookingUp()) waiting.push(run);
  else run();
}

function release(): void {
  if (isLookingUp()) return;
  const ready = waiting;
  waiting = [];
  for (const run of ready) run();
}
