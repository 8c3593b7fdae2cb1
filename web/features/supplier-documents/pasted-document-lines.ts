import {
  pastedAccount,
  pastedRecordWords,
  pastedVatCode,
  type FilledLines,
  type Place,
  withCells,
  type Pasted,
} from '../../ui/lines/pasted-lines';
import { typedPounds } from '../../ui/form/typed-figures';
import { blankLine, type LineValues, maxLines } from './document-line-values';

/** The columns that take pasted cells, from the first: those on the screen. */
export const pasteColumns = (isReverseCharge: boolean) =>
  isReverseCharge
    ? (['description', 'account', 'net', 'vat_code'] as const)
    : (['description', 'account', 'net', 'vat_code', 'vat'] as const);

type ColumnName = ReturnType<typeof pasteColumns>[number];

type Known = {
  readonly isReverseCharge: boolean;
  /** Null if they could not be read. */
  readonly accounts: readonly { readonly code: string; readonly name: string }[] | null;
  readonly vatChoices: readonly { readonly value: string; readonly label: string }[];
};

export type PastedLines = FilledLines<LineValues> & {
  /** Whether an account was among the cells. */
  readonly namesRecords: boolean;
  /** The lines that name an account which is not there. */
  readonly unfound: ReadonlySet<string>;
};

/** The lines with rows of a spreadsheet in them. An account is known by its code, its name or both. */
export function withPasted(
  before: readonly LineValues[],
  rows: readonly (readonly string[])[],
  at: Place,
  { isReverseCharge, accounts, vatChoices }: Known,
): PastedLines {
  const columns = pasteColumns(isReverseCharge);
  const codeOf = (text: string) => pastedAccount(text, accounts ?? []) ?? '';
  const filled = withCells<LineValues, ColumnName>(before, rows, at, {
    columns,
    blankLine,
    maxLines,
    changesOf: (_line, name, text) => {
      if (name === 'description') return { description: text };
      if (name === 'net') return { net: typedPounds(text) };
      // A blank cell keeps the account that the line has, and leaves the calculated VAT.
      if (text === '') return {};
      if (name === 'account') return { account: codeOf(text) };
      if (name === 'vat') return { vat: typedPounds(text) };
      const code = pastedVatCode(text, vatChoices);
      return code === null ? {} : { vat_code: code };
    },
  });
  const accountIn = (cells: readonly string[] = []) => cells[columns.indexOf('account') - at.column] ?? '';
  return {
    ...filled,
    namesRecords: rows.some(cells => accountIn(cells) !== ''),
    unfound: new Set(
      filled.keys.filter((_key, nth) => accountIn(rows[nth]) !== '' && codeOf(accountIn(rows[nth])) === ''),
    ),
  };
}

export const pasteWords = (last: Pasted<LineValues>, document: string): string =>
  pastedRecordWords(last, { document, maxLines, record: 'account', records: 'accounts' });
