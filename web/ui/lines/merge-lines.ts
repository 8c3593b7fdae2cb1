/** A line of a form. One that is stored has an id; one that was added here has none yet. */
export type FormLine = { readonly key: string; readonly id?: LineId | undefined };
export type LineId = number | string;

/** What a form knows of its lines. */
export type LineRules<Line extends FormLine = FormLine> = {
  /** Whether two copies of a line hold the same values, as far as they can be typed. */
  isSame(one: Line, other: Line): boolean;
  /** My values of a line, with what only the server knows of theirs. */
  keepMine(mine: Line, theirs: Line): Line;
  /** A line that both changed in different parts, with both changes; null where they clash. Lines are whole by default. */
  mergeBoth?(before: Line, mine: Line, theirs: Line): Line | null;
  /** The line in a sentence. */
  nameOf(line: Line): string;
  /** Its values, each with its name. */
  valuesOf(line: Line): readonly (readonly [name: string, value: string])[];
  /** The id that a line would be stored with, if it follows from its values: a line that both added is one line. */
  idOf?(line: Line): LineId;
};

/** A line that both changed, to different values. Who removed it has none. */
export type LineClash<Line extends FormLine = FormLine> = {
  readonly key: string;
  readonly mine: Line | null;
  readonly theirs: Line | null;
  /** The line before it, for putting it back; null if it is the first. */
  readonly after: string | null;
};

export type MergedLines<Line extends FormLine = FormLine> = {
  /** Both edits; in a clash, mine. */
  readonly lines: readonly Line[];
  /** What only the other person did. */
  readonly changed: readonly Line[];
  readonly added: readonly Line[];
  readonly removed: readonly Line[];
  readonly clashes: readonly LineClash<Line>[];
};

/**
 * Merges two edits of a document's lines by their ids (F12). The lines keep the order that is stored, unless only mine was
 * changed; those added here stay behind the line they were added behind. A line that only one side touched becomes what
 * that side made of it.
 */
export function mergeLines<Line extends FormLine>(
  before: readonly Line[],
  typed: readonly Line[],
  saved: readonly Line[],
  rules: LineRules<Line>,
): MergedLines<Line> {
  const mine = withIds(typed, saved, rules);
  const theirs = inMyOrder(before, mine, saved);
  const stored = mergeStored({ before: byId(before), mine: byId(mine) }, theirs, rules);
  const unstored = mergeUnstored({ before: byId(before), theirs: byId(theirs) }, mine, {
    rules,
    lines: stored.lines,
  });
  const places = new Map(unstored.lines.map(({ key }, at) => [key, at]));
  const lineBefore = (clash: LineClash<Line>): string | null => {
    const at = places.get(clash.key);
    if (at !== undefined) return unstored.lines[at - 1]?.key ?? null;
    // Removed here: behind the nearest line that it stood behind and that is still there.
    const from = before.findIndex(({ id }) => id === clash.theirs?.id);
    const earlier = before.slice(0, from).map(({ id }) => mine.find(line => line.id === id)?.key);
    return earlier.findLast(key => key !== undefined && places.has(key)) ?? null;
  };
  return {
    lines: unstored.lines,
    changed: stored.changed,
    added: stored.added,
    removed: unstored.removed,
    clashes: [...stored.clashes, ...unstored.clashes].map(clash => ({ ...clash, after: lineBefore(clash) })),
  };
}

/** A line that both added is one line, if its id follows from its values. */
function withIds<Line extends FormLine>(
  mine: readonly Line[],
  theirs: readonly Line[],
  rules: LineRules<Line>,
): readonly Line[] {
  if (!rules.idOf) return mine;
  const free = new Set(theirs.map(({ id }) => id));
  for (const { id } of mine) free.delete(id);
  return mine.map(line => {
    const id = line.id === undefined ? rules.idOf?.(line) : undefined;
    return id !== undefined && free.delete(id) ? { ...line, id } : line;
  });
}

/** Their lines in my order, if only I changed it. */
function inMyOrder<Line extends FormLine>(
  before: readonly Line[],
  mine: readonly Line[],
  theirs: readonly Line[],
): readonly Line[] {
  const places = new Map(mine.flatMap(({ id }, place) => (id === undefined ? [] : [[id, place] as const])));
  const placeOf = ({ id }: Line) => (id === undefined ? undefined : places.get(id));
  const ours = theirs.filter(line => placeOf(line) !== undefined);
  const known = new Set(ours.map(({ id }) => id));
  const was = before.filter(({ id }) => id !== undefined && known.has(id)).map(({ id }) => id);
  const isMoved = ours.filter(({ id }) => was.includes(id)).some(({ id }, at) => id !== was[at]);
  if (isMoved) return theirs;
  const ordered = ours.toSorted((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0)).values();
  return theirs.map(line => (placeOf(line) === undefined ? line : (ordered.next().value ?? line)));
}

type ById<Line> = ReadonlyMap<LineId, Line>;
const byId = <Line extends FormLine>(lines: readonly Line[]): ById<Line> =>
  new Map(lines.flatMap(line => (line.id === undefined ? [] : [[line.id, line] as const])));

/** The lines that are stored now. */
function mergeStored<Line extends FormLine>(
  known: { readonly before: ById<Line>; readonly mine: ById<Line> },
  theirs: readonly Line[],
  rules: LineRules<Line>,
) {
  const lines: Line[] = [];
  const changed: Line[] = [];
  const added: Line[] = [];
  const clashes: LineClash<Line>[] = [];
  for (const their of theirs) {
    // A line without an id is the blank one that the form begins with.
    if (their.id === undefined) continue;
    const [was, my] = [known.before.get(their.id), known.mine.get(their.id)];
    const isTheirs = !was || !rules.isSame(was, their);
    const clash = { key: my?.key ?? their.key, theirs: their, after: null };
    if (!my && was) {
      if (isTheirs) clashes.push({ ...clash, mine: null });
    } else if (!my) {
      lines.push(their);
      added.push(their);
    } else if (rules.isSame(my, their) || !isTheirs) {
      lines.push(rules.keepMine(my, their));
    } else if (was && rules.isSame(was, my)) {
      lines.push({ ...their, key: my.key });
      changed.push(their);
    } else {
      const both = was && rules.mergeBoth?.(was, my, their);
      if (both) {
        lines.push({ ...both, key: my.key });
        changed.push(their);
        continue;
      }
      const kept = rules.keepMine(my, their);
      lines.push(kept);
      clashes.push({ ...clash, mine: kept, theirs: { ...their, key: my.key } });
    }
  }
  return { lines, changed, added, clashes };
}

/** Adds the lines that are stored no longer, or not yet, to those that are. */
function mergeUnstored<Line extends FormLine>(
  known: { readonly before: ById<Line>; readonly theirs: ById<Line> },
  mine: readonly Line[],
  { rules, lines: stored }: { readonly rules: LineRules<Line>; readonly lines: readonly Line[] },
) {
  const lines = [...stored];
  const removed: Line[] = [];
  const clashes: LineClash<Line>[] = [];
  const isStored = (line: Line) => line.id !== undefined && known.theirs.has(line.id);
  const lastStored = mine.findLastIndex(isStored);
  let previous: string | null = null;
  for (const [at, my] of mine.entries()) {
    if (isStored(my)) {
      previous = my.key;
      continue;
    }
    const was = my.id === undefined ? undefined : known.before.get(my.id);
    if (was && rules.isSame(was, my)) {
      removed.push(my);
      continue;
    }
    // Saved again, it is a new line: the stored one is gone.
    const { id: _gone, ...rest } = my;
    const kept = rest as Line;
    if (at > lastStored) lines.push(kept);
    else lines.splice(lines.findIndex(({ key }) => key === previous) + 1, 0, kept);
    previous = my.key;
    if (was) clashes.push({ key: my.key, mine: kept, theirs: null, after: null });
  }
  return { lines, removed, clashes };
}

/** The lines with one put in, replaced or, for null, taken out. */
export function withLine<Line extends FormLine>(
  lines: readonly Line[],
  { key, after }: Pick<LineClash<Line>, 'key' | 'after'>,
  line: Line | null,
): readonly Line[] {
  const at = lines.findIndex(each => each.key === key);
  if (at >= 0) return lines.toSpliced(at, 1, ...(line ? [line] : []));
  if (!line) return lines;
  const previous = lines.findIndex(each => each.key === after);
  // The line before it may be gone by now: then it comes first.
  return lines.toSpliced(previous + 1, 0, line);
}
