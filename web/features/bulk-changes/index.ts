export { BulkChangesLink } from './bulk-changes-link';
export { useBulkSelection } from './use-bulk-selection';
export { type BulkTerms, clears, idOrNull, textOrNull } from './bulk-terms';
