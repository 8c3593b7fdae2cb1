import type { RawBuilder } from 'kysely';
import type { ImportOptions } from '#domain/imports/import.contract';
import type { WriteContext } from '../../platform/http/context';

/** A row for an importer: the text of each mapped field. Blank cells are missing. */
export type ImportedRow = {
  readonly number: number;
  readonly values: Readonly<Record<string, string>>;
};

export type CellError = { readonly field: string | null; readonly message: string };

/** The result of a row: what the audit log and an undo need. */
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
  /** An earlier row of the file with the same record: `key` is what it calls that, and `own` what this row calls it. */
  | {
      readonly outcome: 'repeated';
      readonly firstRow: number;
      readonly key: string;
      readonly own?: string;
      readonly isByEmail?: boolean;
    }
  | { readonly outcome: 'rejected'; readonly errors: readonly CellError[] }
);

export const rejected = (number: number, errors: readonly CellError[]): RowResult => ({
  number,
  outcome: 'rejected',
  errors,
});

/** The context of an importer. */
export type ImportContext = WriteContext & {
  readonly importId: number;
  readonly fileName: string;
  readonly options: ImportOptions;
  /** Whether rows can change existing records, or only add. */
  readonly canEdit: boolean;
  /** The first row of the file for each key, read and added to by importers. */
  readonly seen: Map<string, number>;
  /** The rows that an undo finds undone already, filled by importers: the audit log says nothing more of them. */
  readonly undoneBefore: Set<number>;
  /** What rows call their records, by row number. */
  readonly names: Map<number, string>;
  /** A row as messages name it: "Row 12", or "Row 12 of march.csv" where there are several files. */
  readonly nameRow: (number: number, word?: 'Row' | 'row') => string;
};

/** A record to undo: deleted if the import added it, else restored. */
export type UndoneRow = {
  readonly number: number;
  readonly outcome: 'new' | 'changed';
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly before: Readonly<Record<string, unknown>> | null;
};

/** Why a record cannot be undone. */
export type UndoRefusal = { readonly name: string; readonly reason: string };

/** The record that the rows of an import edit, as the audit log has it: its id, as an expression over `import_rows`. */
export type AuditedRecord = { readonly type: string; readonly id: RawBuilder<unknown> };

/** The part of an import that belongs to a feature. */
export type Importer = {
  readonly recordType: string;
  /** The imported record itself if omitted. */
  readonly audited?: AuditedRecord;
  /** What the audit log calls adding a record and undoing that; created and deleted if omitted. */
  readonly actions?: { readonly added: string; readonly undone: string };
  /**
   * Adds and changes the records of a block of rows in a few statements, with one result for each row. It may throw for
   * a broken constraint: the block is then repeated row by row.
   */
  readonly importRows: (ctx: ImportContext, rows: readonly ImportedRow[]) => Promise<RowResult[]>;
  /** Undoes a block, or returns the reasons against it. */
  readonly undoRows: (ctx: ImportContext, rows: readonly UndoneRow[]) => Promise<UndoRefusal[]>;
  /** The number of records that could only be archived, requested after the last row. */
  readonly archivedByUndo?: (ctx: ImportContext) => Promise<number>;
  /** Called after the last row for work on the import as a whole. Returns the posted journal. */
  readonly finish?: (ctx: ImportContext) => Promise<number | null>;
  /** Undoes `finish`. */
  readonly undoFinish?: (ctx: ImportContext, journalId: number) => Promise<void>;
};
