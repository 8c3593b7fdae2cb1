export { BulkChangesLink } from './bulk-changes-link';
export { useBulkSelection } from './use-bulk-selection';
export { type BulkField, type BulkTerms, clears, idOrNull, textOrNull } from './bulk-terms';
