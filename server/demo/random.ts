/** Seeded random numbers, so that demo data is realistic and the same on every machine. */
export type Random = {
  /** A whole number from smallest to largest, inclusive. */
  between(smallest: number, largest: number): number;
  /** True with this probability in percent. */
  chance(percent: number): boolean;
  /** One of the items, chosen by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, thing: T])[]): T;
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32: small, and good enough for a realistic spread.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    between: (smallest, largest) => smallest + Math.floor(next() * (largest - smallest + 1)),
    chance: percent => next() * 100 < percent,
    weighted: choices => {
      let remaining = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, thing] of choices) {
        remaining -= weight;
        if (remaining < 0) return thing;
      }
      throw new Error('There is nothing to choose from');
    },
  };
}
