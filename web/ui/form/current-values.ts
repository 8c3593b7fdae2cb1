/**
 * The values of a form after another user's edit: the fields of the current row, and those in `enteredHere`, which no row
 * has, as they were at first. A field that is neither would be sent back as it was before that edit.
 */
export function currentValues<Values extends Record<string, unknown>>(
  initial: Values,
  row: unknown,
  enteredHere: readonly string[] = [],
): Values {
  const current = (row ?? {}) as Record<string, unknown>;
  const valueOf = (field: string, value: unknown): unknown => {
    if (enteredHere.includes(field)) return value;
    if (!(field in current)) throw new Error(`The current row has no ${field}. Add valuesOfCurrent.`);
    return current[field] ?? '';
  };
  return Object.fromEntries(
    Object.entries(initial).map(([field, value]) => [field, valueOf(field, value)]),
  ) as Values;
}
