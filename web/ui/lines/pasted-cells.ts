/**
 * The rows of a range copied from a spreadsheet: tabs between cells, and quotes around a cell that contains a tab, a line
 * break or quotes. Null for one cell, which is ordinary text. Blank rows are left out.
 */
export function pastedCells(text: string): string[][] | null {
  const rows = rowsOf(text.replaceAll(/\r\n?/g, '\n'));
  if (rows.length < 2 && (rows[0] ?? []).length < 2) return null;
  return rows.filter(cells => cells.some(cell => cell !== ''));
}

/** A cell with what ends it. */
const cellPattern = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/gy;

function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [all, quoted, plain = '', end] of text.matchAll(cellPattern)) {
    // The text ends with a line break, or is empty.
    if (all === '' && row.length === 0) break;
    row.push((quoted?.replaceAll('""', '"') ?? plain).replaceAll(/\s+/g, ' ').trim());
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}
