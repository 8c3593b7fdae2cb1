/**
 * The id of the row that an insert returned. One that returned none has written nothing, and going on with an id of nothing
 * would point the rows that follow at no record.
 */
export function insertedId(rows: readonly { readonly id: number }[]): number {
  const [row] = rows;
  if (!row) throw new Error('The insert answered no row');
  return row.id;
}
