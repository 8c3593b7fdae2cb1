type Place = { readonly line: number; readonly column: number };

/** A change to a rule, and what became of it. `loaded` ones run once while files load, and are outside of the score. */
export type TriedMutant = {
  readonly id: string;
  readonly file: string;
  /** Lines are counted from 0. */
  readonly start: Place;
  readonly end: Place;
  readonly replacement: string;
  readonly result: 'noticed' | 'endless' | 'survived' | 'untested' | 'loaded';
};

export declare function triedMutants(
  files: readonly string[],
  tests: readonly string[],
): Promise<TriedMutant[]>;
