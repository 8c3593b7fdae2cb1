export { BulkChangeDialog } from './lazy-dialogs';
export { BulkChangesLink } from './bulk-changes-link';
export { BulkSelectionBar } from './bulk-selection-bar';
export { type BulkTerms, clears, idOrNull, textOrNull } from './bulk-terms';
