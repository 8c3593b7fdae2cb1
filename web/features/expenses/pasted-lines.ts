import { maxExpenseLines } from '#domain/expenses/expense.contract';
import {
  isAlike,
  pastedRecordWords,
  pastedVatCode,
  type Place,
  recordLookup,
  withCells,
  type Pasted,
} from '../../ui/lines/pasted-lines';
import { typedPounds } from '../../ui/form/typed-figures';
import type { Filled } from '../../ui/lines/use-line-paste';
import { blankLine, followingVat, type LineValues } from './expense-form-values';
import { type Sheet, vatChoices } from './expense-line-row';

/** The columns that take pasted cells, from the first: those on the screen. */
export const pasteColumns = (hasVat: boolean) =>
  hasVat
    ? (['category_id', 'description', 'gross', 'vat_code', 'vat'] as const)
    : (['category_id', 'description', 'gross'] as const);

type ColumnName = ReturnType<typeof pasteColumns>[number];

/** The lines with rows of a spreadsheet in them. A category is known by its name. */
export const withPasted = (
  before: readonly LineValues[],
  rows: readonly (readonly string[])[],
  at: Place,
  sheet: Sheet,
): Filled<LineValues> => ({
  ...withCells<LineValues, ColumnName>(before, rows, at, {
    columns: pasteColumns(sheet.hasVat),
    blankLine,
    maxLines: maxExpenseLines,
    changesOf: (line, name, text) => changesOf(line, name, text, sheet),
  }),
  ...recordLookup(at, sheet.choices?.categories),
});

function changesOf(line: LineValues, name: ColumnName, text: string, sheet: Sheet): Partial<LineValues> {
  if (name === 'description') return { description: text };
  if (name === 'category_id') {
    const category = sheet.choices?.categories.find(known => isAlike(known.name, text));
    return { category_id: category ? String(category.id) : '' };
  }
  if (name === 'gross') return followingVat(line, { gross: typedPounds(text) }, sheet);
  if (name === 'vat_code') {
    const code = pastedVatCode(text, vatChoices(sheet.choices));
    return code === null ? {} : followingVat(line, { vat_code: code }, sheet);
  }
  // A blank cell leaves the calculated VAT.
  return text === '' ? {} : { vat: typedPounds(text) };
}

export const pasteWords = (last: Pasted<LineValues>): string =>
  pastedRecordWords(last, {
    document: 'an expense',
    maxLines: maxExpenseLines,
    record: 'category',
    records: 'categories',
  });
