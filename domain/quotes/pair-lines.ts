/**
 * Pairs as many of `requested` as possible with one of `offered` each (a maximum matching by augmenting paths).
 * First fit is not enough, because it may take the only match of another line. Returns the index into
 * `offered` for each of `requested`, or null.
 */
export function pairLines<Wanted, Offered>(
  requested: readonly Wanted[],
  offered: readonly Offered[],
  fits: (requested: Wanted, offered: Offered) => boolean,
): (number | null)[] {
  const candidates = requested.map(line =>
    offered.flatMap((candidate, index) => (fits(line, candidate) ? [index] : [])),
  );
  const takenBy = new Map<number, number>();
  const place = (line: number, tried: Set<number>): boolean => {
    for (const index of candidates[line] ?? []) {
      if (tried.has(index)) continue;
      tried.add(index);
      const holder = takenBy.get(index);
      // The current holder may have another match.
      if (holder !== undefined && !place(holder, tried)) continue;
      takenBy.set(index, line);
      return true;
    }
    return false;
  };
  requested.forEach((_, line) => place(line, new Set()));
  const pairs = requested.map((): number | null => null);
  for (const [index, line] of takenBy) pairs[line] = index;
  return pairs;
}
