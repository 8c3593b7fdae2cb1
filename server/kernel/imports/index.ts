export { readStatus } from './read-status';
export type {
  CellError,
  ImportContext,
  ImportedRow,
  Importer,
  RowResult,
  UndoneRow,
  UndoRefusal,
} from './imported-row';
export { rejected } from './imported-row';
export { eraseImportedData, eraseImportedOpenings } from './erase-imported-data';
export { changesOf, parseValues, tidyName } from './parse-values';
export { type PlainTerms, plainImporter, isAddedByFile, type PreparedRow } from './plain-importer';
export { type StoredPlain, storedOf } from './plain-records';
export { refuseWorkSince, type WorkPlace } from './work-since';
export { readAmount, readUnitCost } from './read-amount';
export { readTermsDays } from './read-terms-days';
export { readVatCode } from './read-vat-code';
