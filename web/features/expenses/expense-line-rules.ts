import type { LineRules } from '../../ui/lines/merge-lines';
import { type LineValues, lineBody } from './expense-form-values';
import type { ExpenseChoices } from './use-expense-choices';

/** How two users' edits of an expense's lines are merged (F12). */
export function expenseLineRules(choices: ExpenseChoices | undefined): LineRules<LineValues> {
  const categoryOf = ({ category_id }: LineValues) =>
    choices?.categories.find(({ id }) => String(id) === category_id)?.name ?? '';
  return {
    // The same as far as it would be sent: 5 and 5.00 are one amount.
    isSame: (one, other) => JSON.stringify(lineBody(one)) === JSON.stringify(lineBody(other)),
    keepMine: mine => mine,
    nameOf: line => line.description || categoryOf(line) || 'Line without a category',
    valuesOf: line => [
      ['Category', categoryOf(line)],
      ['Description', line.description],
      ['Gross', line.gross && `£${line.gross}`],
      ['VAT rate', line.vat_code],
      ['VAT as printed', line.vat && `£${line.vat}`],
      ['VAT reclaimable', line.vat_recoverable ? 'Yes' : 'No'],
    ],
  };
}
