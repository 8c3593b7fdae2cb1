/** The id returned by an insert. Throws when there is none, because rows that follow would refer to no record. */
export function insertedId(rows: readonly { readonly id: number }[]): number {
  const [row] = rows;
  if (!row) throw new Error('The insert answered no row');
  return row.id;
}
