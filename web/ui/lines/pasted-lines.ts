import type { VatCode } from '#domain/kernel/vat';
import type { KeyedLine } from './line-store';

/** What was pasted last. */
export type Pasted<Line> = {
  readonly before: readonly Line[];
  /** The lines after it: while they are these, it can be undone without losing anything else. */
  readonly after: readonly Line[];
  readonly rows: number;
  /** Rows that are more than the document can have. */
  readonly left: number;
  /** For how many of the rows the record that they name was found; null if they name none. */
  readonly found: 'searching' | 'failed' | number | null;
};

/** A field of the lines. */
export type Place = { readonly row: number; readonly column: number };

export type FilledLines<Line> = {
  readonly lines: readonly Line[];
  /** The lines that were pasted into. */
  readonly keys: readonly string[];
  /** Rows that are more than the document can have. */
  readonly left: number;
};

type Rules<Line, Name extends string> = {
  /** The columns that take cells, from the first. */
  readonly columns: readonly Name[];
  /** Makes lines for more rows; if not given, there are `maxLines` lines already. */
  readonly blankLine?: () => Line;
  readonly maxLines: number;
  readonly changesOf: (line: Line, name: Name, text: string) => Partial<Line>;
};

/** Puts rows copied from a spreadsheet into the lines, from one cell to the right and down. */
export function withCells<Line extends KeyedLine, Name extends string>(
  lines: readonly Line[],
  rows: readonly (readonly string[])[],
  at: Place,
  { columns, blankLine, maxLines, changesOf }: Rules<Line, Name>,
): FilledLines<Line> {
  const fitting = rows.slice(0, Math.max(0, maxLines - at.row));
  const names = columns.slice(at.column);
  const next = [...lines];
  const keys = fitting.flatMap((cells, nth) => {
    const before = next[at.row + nth] ?? blankLine?.();
    if (!before) return [];
    const line = names.reduce((filled, name, column) => {
      const text = cells[column];
      return text === undefined ? filled : { ...filled, ...changesOf(filled, name, text) };
    }, before);
    next[at.row + nth] = line;
    return [line.key];
  });
  return { lines: next, keys, left: rows.length - keys.length };
}

/** Where a field is whose form names it `lines.3.debit`; null if it is in none of the columns. */
export function placeByPath(field: HTMLElement, columns: readonly string[]): Place | null {
  const [, row, name] = /^lines\.(\d+)\.(\w+)$/.exec(field.dataset.path ?? '') ?? [];
  const column = columns.indexOf(name ?? '');
  return row === undefined || column < 0 ? null : { row: Number(row), column };
}

/** Whether two texts are the same but for spaces and capitals. */
export const isAlike = (one: string, other: string): boolean =>
  one.replaceAll(/\s/g, '').toLowerCase() === other.replaceAll(/\s/g, '').toLowerCase();

/** "S", "20%" or "S 20%"; null if it is none of the codes. */
export function pastedVatCode(
  text: string,
  choices: readonly { readonly value: string; readonly label: string }[],
): VatCode | null {
  const found = choices.find(({ value, label }) =>
    [value, label, label.slice(value.length)].some(known => isAlike(known, text)),
  );
  return (found?.value as VatCode | undefined) ?? null;
}

/** The code of the account that a cell names by its code, its name or both; null if it is none of them. */
export const pastedAccount = (
  text: string,
  accounts: readonly { readonly code: string; readonly name: string }[],
): string | null =>
  accounts.find(({ code, name }) => [code, name, `${code} ${name}`].some(known => isAlike(known, text)))
    ?.code ?? null;

/** For lines whose first column names one of `records`: until these are loaded, none can be found. */
export const recordLookup = (
  at: Place,
  records: readonly unknown[] | null | undefined,
): { readonly namesRecords: boolean; readonly find?: () => Promise<never> } => ({
  namesRecords: at.column === 0,
  ...(records ? {} : { find: () => Promise.reject(new Error('The records are not loaded')) }),
});

type PastedInto = { readonly document: string; readonly maxLines: number };

/** "12 rows pasted", and how many more than fit. */
export const pastedWords = (
  { rows, left }: { readonly rows: number; readonly left: number },
  { document, maxLines }: PastedInto,
) => ({
  pasted: `${rows} ${rows === 1 ? 'row' : 'rows'} pasted`,
  tooMany:
    left > 0
      ? ` ${left} more ${left === 1 ? 'does' : 'do'} not fit: ${document} can have at most ${maxLines} lines.`
      : '',
});

export function pastedRowsWords(last: Pick<Pasted<unknown>, 'rows' | 'left'>, into: PastedInto): string {
  const { pasted, tooMany } = pastedWords(last, into);
  return `${pasted}.${tooMany}`;
}

/** What was pasted into lines that each need a record, such as an account: how many have to be chosen. */
export function pastedRecordWords(
  last: Pasted<unknown>,
  { record, records, ...into }: PastedInto & { readonly record: string; readonly records: string },
): string {
  const { pasted, tooMany } = pastedWords(last, into);
  const { rows, found } = last;
  if (found === 'searching') return `${pasted}. Looking up ${records}…${tooMany}`;
  if (found === 'failed') return `${pasted}. The ${records} could not be looked up: choose them.${tooMany}`;
  const missing = found === null ? 0 : rows - found;
  if (missing === 0) return `${pasted}.${tooMany}`;
  return `${pasted}. Choose the ${record} of ${missing} ${missing === 1 ? 'line' : 'lines'}: it was not found.${tooMany}`;
}
