/** The one row of a statement that always has one, such as a sum without groups. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`Expected one row, found ${rows.length}`);
  return row;
}
