import { type FormLine, type LineRules, type MergedLines, mergeLines } from '../lines/merge-lines';

/** A field that two people changed, to different values. */
export type Clash<Values> = {
  readonly field: keyof Values & string;
  readonly mine: unknown;
  readonly theirs: unknown;
};

/** The fields that hold lines with ids. */
export type LineFields = Readonly<Record<string, LineRules>>;

export type MergedEdits<Values> = {
  /** Both edits; in a clash, mine. */
  readonly values: Values;
  /** The fields that only the other person changed. */
  readonly taken: readonly (keyof Values & string)[];
  readonly clashes: readonly Clash<Values>[];
  /** The fields that hold lines, which are merged line by line. */
  readonly lines: readonly ({ readonly field: keyof Values & string } & MergedLines)[];
};

/**
 * Merges two edits of one record, field by field, and its lines line by line. The version is that of the record as it
 * is now.
 */
export function mergeEdits<Values extends Record<string, unknown>>(
  before: Values,
  mine: Values,
  theirs: Values,
  lineFields: LineFields = {},
): MergedEdits<Values> {
  const values: Record<string, unknown> = { ...mine };
  const taken: string[] = [];
  const clashes: Clash<Values>[] = [];
  const lines: MergedEdits<Values>['lines'][number][] = [];
  for (const field of Object.keys(mine)) {
    const rules = lineFields[field];
    const isMineChanged = !isSame(before[field], mine[field]);
    const isTheirsChanged = !isSame(before[field], theirs[field]);
    if (field === 'version') values[field] = theirs[field];
    else if (rules) {
      const [was, my, their] = [before, mine, theirs].map(edit => edit[field] as readonly FormLine[]);
      const merged = mergeLines(was ?? [], my ?? [], their ?? [], rules);
      values[field] = merged.lines;
      lines.push({ field, ...merged });
    } else if (!isTheirsChanged || isSame(mine[field], theirs[field])) continue;
    else if (isMineChanged) clashes.push({ field, mine: mine[field], theirs: theirs[field] });
    else {
      values[field] = theirs[field];
      taken.push(field);
    }
  }
  return { values: values as Values, taken, clashes, lines };
}

/** A blank field is the same whether it is null, undefined or an empty text, and 5 is the same as "5". */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || comparable(one) === comparable(other);
const comparable = (value: unknown): string =>
  typeof value === 'number'
    ? String(value)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value ?? '', withoutKeys).replace(/^""$/, '');

/** The keys of lines are numbered per form, so two copies of one line have different ones. */
const withoutKeys = (name: string, value: unknown): unknown => (name === 'key' ? undefined : value);
