import { type ColumnMapping, guessColumns } from '#domain/imports/guess-columns';
import { type ImportKind, importTerms, namesOf } from '#domain/imports/import-kinds';
import { maxImportColumns } from '#domain/imports/import-limits';
import type { Database, Tx } from '../../platform/database/open-database';
import { readTable, type TableFile } from '../../platform/spreadsheets/read';
import { recallColumns } from './column-memory';

/** Titles, the day of a report, or the name and number of an account: a header row below all of these is found. */
const rowsTried = 20;

type HeaderRow = {
  /** The row number in the file, from 1. */
  readonly number: number;
  readonly mapping: ColumnMapping;
};

export type FindHeaderRow = (file: TableFile, sheet: string | undefined) => Promise<HeaderRow>;

const nothing: ReadonlyMap<string, null> = new Map();

/**
 * Finds the header row of a table: the one of its first rows that names most fields of the import. Unless one names at
 * least two, it is the first row. A file that cannot be read has it there too. Only the first row may have names remembered
 * from an earlier import: they can be values, if that had no header row.
 */
export async function headerRowFinder(db: Database | Tx, kind: ImportKind): Promise<FindHeaderRow> {
  const fields = importTerms[kind].fields.map(field => ({ name: field.name, names: namesOf(field) }));
  const remembered = await recallColumns(db, kind);
  return async (file, sheet) => {
    let first: HeaderRow | undefined;
    let best: HeaderRow | undefined;
    let tried = 0;
    try {
      for await (const { number, cells } of readTable(file, { maxColumns: maxImportColumns, sheet })) {
        const row = { number, mapping: guessColumns(cells, fields, first ? nothing : remembered) };
        first ??= row;
        if (best === undefined || sizeOf(row) > sizeOf(best)) best = row;
        tried += 1;
        if (tried === rowsTried) break;
      }
    } catch {
      // The reading of all rows says what is wrong.
    }
    return (best && sizeOf(best) >= 2 ? best : first) ?? { number: 1, mapping: {} };
  };
}

const sizeOf = ({ mapping }: HeaderRow): number => Object.keys(mapping).length;
