export { BulkEmailButton } from './bulk-email-button';
export { BulkEmailsLink } from './bulk-emails-link';
export type { BulkEmailTerms, MailOptions } from './bulk-email-terms';
