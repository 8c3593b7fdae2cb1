import { journals } from '#domain/journals/journal.contract';
import type { BodySent } from '#domain/kernel/call';
import {
  pastedAccount,
  pastedRecordWords,
  type Place,
  recordLookup,
  withCells,
  type Pasted,
} from '../../ui/lines/pasted-lines';
import { penceOrZero, typedPounds } from '../../ui/form/typed-figures';
import type { Filled } from '../../ui/lines/use-line-paste';

/** A line as entered: all text, blank for no value. */
export type JournalLine = {
  key: string;
  account: string;
  description: string;
  debit: string;
  credit: string;
};
export type JournalValues = {
  business_date: string;
  date_reason: string;
  narrative: string;
  lines: JournalLine[];
};

/** As the contract limits it. */
export const minLines = 2;
const maxLines = 200;

let made = 0;
export const blankLine = (): JournalLine => ({
  key: `line-${++made}`,
  account: '',
  description: '',
  debit: '',
  credit: '',
});

export const blankJournal = (today: string): JournalValues => ({
  business_date: today,
  date_reason: '',
  narrative: '',
  lines: [blankLine(), blankLine()],
});

const isBlank = ({ key: _key, ...texts }: JournalLine) =>
  Object.values(texts).every(text => text.trim() === '');

/** The request: an empty field is a side without an amount, and empty lines at the end are dropped. */
export const sentOf = ({ lines, ...values }: JournalValues): BodySent<typeof journals.create> => ({
  ...values,
  lines: lines
    .slice(0, Math.max(minLines, lines.findLastIndex(line => !isBlank(line)) + 1))
    .map(({ account, description, debit, credit }) => ({
      account,
      description,
      ...(debit.trim() === '' ? {} : { debit: typedPounds(debit) }),
      ...(credit.trim() === '' ? {} : { credit: typedPounds(credit) }),
    })),
});

/** The totals of both sides, in pence. */
export const sumsOf = (lines: readonly JournalLine[]) => {
  const sum = (side: 'debit' | 'credit') => lines.reduce((all, line) => all + penceOrZero(line[side]), 0);
  return { debits: sum('debit'), credits: sum('credit') };
};

/** The columns that take pasted cells, from the first. */
export const pasteColumns = ['account', 'description', 'debit', 'credit'] as const;

type Account = { readonly code: string; readonly name: string };

/** The lines with rows of a spreadsheet in them. An account is known by its code, its name or both. */
export function withPasted(
  before: readonly JournalLine[],
  rows: readonly (readonly string[])[],
  at: Place,
  accounts: readonly Account[] | null,
): Filled<JournalLine> {
  return {
    ...withCells(before, rows, at, {
      columns: pasteColumns,
      blankLine,
      maxLines,
      changesOf: (_line, name, text) => ({ [name]: cellOf(name, text, accounts ?? []) }),
    }),
    ...recordLookup(at, accounts),
  };
}

function cellOf(name: (typeof pasteColumns)[number], text: string, accounts: readonly Account[]): string {
  if (name === 'description') return text;
  if (name === 'account') return pastedAccount(text, accounts) ?? '';
  // Ledgers print zero or a dash for the side without an amount.
  const amount = typedPounds(text);
  return /^(0\.00|[-–—])$/.test(amount) ? '' : amount;
}

export const pasteWords = (last: Pasted<JournalLine>): string =>
  pastedRecordWords(last, { document: 'a journal', maxLines, record: 'account', records: 'accounts' });
