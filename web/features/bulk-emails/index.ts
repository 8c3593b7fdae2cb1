export { BulkEmailButton } from './bulk-email-button';
export { BulkEmailDialog } from './lazy-dialogs';
export { useBulkEmailSelection } from './use-bulk-email-selection';
export { BulkEmailsLink } from './bulk-emails-link';
export type { BulkEmailTerms, MailOptions } from './bulk-email-terms';
