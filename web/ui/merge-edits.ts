/** A field that two people changed, to different values. */
export type Clash<Values> = {
  readonly field: keyof Values & string;
  readonly mine: unknown;
  readonly theirs: unknown;
};

export type MergedEdits<Values> = {
  /** Both edits; in a clash, mine. */
  readonly values: Values;
  /** The fields that only the other person changed. */
  readonly taken: readonly (keyof Values & string)[];
  readonly clashes: readonly Clash<Values>[];
};

/** Merges two edits of one record, field by field. The version is that of the record as it is now. */
export function mergeEdits<Values extends Record<string, unknown>>(
  before: Values,
  mine: Values,
  theirs: Values,
): MergedEdits<Values> {
  const values: Record<string, unknown> = { ...mine };
  const taken: string[] = [];
  const clashes: Clash<Values>[] = [];
  for (const field of Object.keys(mine)) {
    const isMineChanged = !isSame(before[field], mine[field]);
    const isTheirsChanged = !isSame(before[field], theirs[field]);
    if (field === 'version') values[field] = theirs[field];
    else if (!isTheirsChanged || isSame(mine[field], theirs[field])) continue;
    else if (isMineChanged) clashes.push({ field, mine: mine[field], theirs: theirs[field] });
    else {
      values[field] = theirs[field];
      taken.push(field);
    }
  }
  return { values: values as Values, taken, clashes };
}

/** A blank field is the same whether it is null, undefined or an empty text, and 5 is the same as "5". */
const isSame = (one: unknown, other: unknown): boolean => comparable(one) === comparable(other);
const comparable = (value: unknown): string =>
  typeof value === 'number'
    ? String(value)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value ?? '').replace(/^""$/, '');
