import { type ImportKind, importTerms } from './import-kinds';

/** The largest file, compressed or not. Several files can be one import, so this does not limit the import. */
export const maxImportBytes = 500 * 1024 * 1024;
/** Five years of monthly files. */
export const maxImportFiles = 60;
/** These are carried out in one transaction, which must end before the next morning. */
export const maxImportRows = 500_000;
/** Histories are posted in batches, so that no transaction grows with the file. */
export const maxHistoryRows = 5_000_000;
export const maxRowsOf = (kind: ImportKind): number =>
  importTerms[kind].isHistory ? maxHistoryRows : maxImportRows;
export const maxImportColumns = 200;
