import type { ImportDetail } from '#domain/imports/import.contract';
import { placeOfRow } from '#domain/imports/row-place';

/** The row number in the file, with the file where there are several. */
export function RowNumber({ files, row: number }: Pick<ImportDetail, 'files'> & { row: number }) {
  const { file_name, row } = placeOfRow(files, number);
  return (
    <>
      <span className="figures">{row.toLocaleString('en-GB')}</span>
      {files.length > 1 && <span className="import-hint import-row-file">{file_name}</span>}
    </>
  );
}

/** The width of the column of row numbers. */
export const rowNumberWidth = ({ files }: Pick<ImportDetail, 'files'>): string =>
  files.length > 1 ? '160px' : '70px';
