import type { ImportOptions } from '#domain/imports/import.contract';
import type { WriteContext } from '../../platform/http/context';

/** A row of a file as a feature is given it: the text of each mapped field. A cell that is blank is not there. */
export type ImportedRow = {
  readonly number: number;
  readonly values: Readonly<Record<string, string>>;
};

export type CellError = { readonly field: string | null; readonly message: string };

/** What an import made or changed: what it takes to note it in the audit log, and to undo it. */
export type ImportedRecord = {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>>;
};

export type RowResult = { readonly number: number } & (
  | { readonly outcome: 'new' | 'changed'; readonly record: ImportedRecord }
  | { readonly outcome: 'unchanged' }
  /** The row of the file that has the same record already. */
  | { readonly outcome: 'repeated'; readonly firstRow: number; readonly key: string }
  | { readonly outcome: 'rejected'; readonly errors: readonly CellError[] }
);

export const rejected = (number: number, errors: readonly CellError[]): RowResult => ({
  number,
  outcome: 'rejected',
  errors,
});

/** What a feature is given to do its part. */
export type ImportContext = WriteContext & {
  readonly importId: number;
  readonly fileName: string;
  readonly options: ImportOptions;
  /** Whether rows may change what is there, or only add. */
  readonly mayEdit: boolean;
  /** By key, the first row of the file that has it. A feature asks and adds. */
  readonly seen: Map<string, number>;
};

/** A record to be taken back: deleted when the import made it, else given its values of before. */
export type UndoneRow = {
  readonly number: number;
  readonly outcome: 'new' | 'changed';
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly before: Readonly<Record<string, unknown>> | null;
};

/** Why a record cannot be taken back, in words. */
export type UndoRefusal = { readonly name: string; readonly reason: string };

/** The part of an import that belongs to the feature whose records they are. */
export type Importer = {
  readonly recordType: string;
  /**
   * Adds and changes the records of a block of rows, in a few statements for all of them. It answers for every
   * row. A constraint that a row breaks may be thrown: the block is then done again row by row.
   */
  readonly importRows: (ctx: ImportContext, rows: readonly ImportedRow[]) => Promise<RowResult[]>;
  /** Takes a block back, or says why not. */
  readonly undoRows: (ctx: ImportContext, rows: readonly UndoneRow[]) => Promise<UndoRefusal[]>;
  /** How many records an undoing could only archive; asked after the last row is taken back. */
  readonly archivedByUndo?: (ctx: ImportContext) => Promise<number>;
  /** After the last row, when something belongs to the import as a whole; answers the journal posted. */
  readonly finish?: (ctx: ImportContext) => Promise<number | null>;
  /** Takes back what `finish` did. */
  readonly undoFinish?: (ctx: ImportContext, journalId: number) => Promise<void>;
};
