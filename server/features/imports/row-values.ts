import type { StagedRow } from '#domain/imports/import.contract';
import type { ColumnMapping } from '#domain/imports/guess-columns';
import type { CellError, ImportedRow } from '../../kernel/imports';
import type { Staged } from './staged-rows.queries';

/** The text of each mapped field, corrected or from the file. Blank cells are missing. */
export function valuesOf(row: Staged, mapping: ColumnMapping): ImportedRow['values'] {
  const values: Record<string, string> = {};
  for (const [field, column] of Object.entries(mapping)) {
    const text = (row.corrections[field] ?? row.cells[column] ?? '').trim();
    if (text !== '') values[field] = text;
  }
  for (const [field, text] of Object.entries(row.corrections)) {
    if (field in mapping || text.trim() === '') continue;
    values[field] = text.trim();
  }
  return values;
}

/** Errors of mapped cells, unless corrected. */
export const cellErrorsOf = (row: Staged, mapping: ColumnMapping): CellError[] =>
  row.cell_problems === null
    ? []
    : Object.entries(mapping).flatMap(([field, column]) => {
        const message = row.cell_problems?.[column];
        return message === undefined || field in row.corrections ? [] : [{ field, message }];
      });

export const stagedRowOf = (
  row: Staged,
  mapping: ColumnMapping,
  changes: StagedRow['changes'] = [],
): StagedRow => ({
  row_number: row.row_number,
  values: valuesOf(row, mapping),
  corrected: Object.keys(row.corrections),
  is_left_out: row.is_left_out,
  outcome: row.outcome,
  errors: row.errors ?? [],
  changes,
});
