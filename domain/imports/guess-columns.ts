/** A header without what does not matter: "E-mail address", "emailAddress" and "EMAIL  ADDRESS:" are one. */
export const normalHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(/\be mail\b/g, 'email')
    .trim();

/** By field, the column that it is taken from: its number, counted from 0. A field that is not there has none. */
export type ColumnMapping = Readonly<Record<string, number>>;

type Guessed = { readonly name: string; readonly names: readonly string[] };

/**
 * Which column is which field: as such a column was mapped the last time, else by its name. No column is taken
 * twice, and of two columns of one name the first is taken.
 * `remembered` has a field, or null for a column that was left out on purpose, by normal header.
 */
export function guessColumns(
  headers: readonly string[],
  fields: readonly Guessed[],
  remembered: ReadonlyMap<string, string | null>,
): ColumnMapping {
  const normal = headers.map(normalHeader);
  const mapping: Record<string, number> = {};
  const taken = new Set<number>();
  const take = (field: string, column: number) => {
    if (field in mapping || taken.has(column)) return;
    mapping[field] = column;
    taken.add(column);
  };
  const known = new Set(fields.map(({ name }) => name));
  normal.forEach((header, column) => {
    const field = remembered.get(header);
    if (field === null) taken.add(column);
    else if (field !== undefined && known.has(field)) take(field, column);
  });
  // The best name of each field first, so that "Name" wins over "Description" wherever they stand.
  const mostNames = Math.max(0, ...fields.map(({ names }) => names.length));
  for (let rank = 0; rank < mostNames; rank++)
    for (const { name, names } of fields) {
      const wanted = names[rank];
      const column = normal.findIndex((header, index) => header === wanted && !taken.has(index));
      if (wanted !== undefined && column >= 0) take(name, column);
    }
  return mapping;
}
