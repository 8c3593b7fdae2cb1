export { BulkChangesLink } from './bulk-changes-link';
export { BulkSelectionBar } from './bulk-selection-bar';
export { useBulkSelection } from './use-bulk-selection';
export { type BulkField, type BulkTerms, clears, idOrNull, statusField, textOrNull } from './bulk-terms';
