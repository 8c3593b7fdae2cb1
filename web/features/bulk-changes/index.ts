export { BulkChangesLink } from './bulk-changes-link';
export { BulkSelectionBar } from './bulk-selection-bar';
export { RecordsByResult } from './records-by-result';
export { useBulkActs } from './use-bulk-acts';
export { useBulkSelection } from './use-bulk-selection';
export { type BulkField, type BulkTerms, clears, idOrNull, statusField, textOrNull } from './bulk-terms';
