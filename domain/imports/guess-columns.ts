/** A normalised header: "E-mail address", "emailAddress" and "EMAIL ADDRESS:" are the same. */
export const normalHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(/\be mail\b/g, 'email')
    .trim();

/** The column of each field, numbered from 0. Fields without a column are missing. */
export type ColumnMapping = Readonly<Record<string, number>>;

type Guessed = { readonly name: string; readonly names: readonly string[] };

/**
 * Maps columns to fields: as the column was last mapped, else by its name. Each column is used once, and the
 * first of two columns with the same name wins. `remembered` holds, by normalised header, a field, or null
 * for a column that was skipped on purpose.
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
  // Best names first, so that "Name" wins over "Description" wherever they are.
  const maxNames = Math.max(0, ...fields.map(({ names }) => names.length));
  for (let rank = 0; rank < maxNames; rank++)
    for (const { name, names } of fields) {
      const rankedName = names[rank];
      const column = normal.findIndex((header, index) => header === rankedName && !taken.has(index));
      if (rankedName !== undefined && column >= 0) take(name, column);
    }
  return mapping;
}
