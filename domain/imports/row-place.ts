import type { ImportFile } from './import.contract';

/** The file that a row came from, and its row number in that file. */
export function placeOfRow(
  files: readonly ImportFile[],
  row: number,
): { readonly file_name: string; readonly row: number } {
  const file = files.findLast(({ rows_before }) => rows_before < row);
  return { file_name: file?.file_name ?? '', row: row - (file?.rows_before ?? 0) };
}

/** "Row 12", or "Row 12 of march.csv" where there are several files. `word` is "row" inside a sentence. */
export function nameRow(files: readonly ImportFile[], number: number, word: 'Row' | 'row' = 'Row'): string {
  const { file_name, row } = placeOfRow(files, number);
  return files.length > 1 ? `${word} ${row} of ${file_name}` : `${word} ${row}`;
}
