export { useMailbox } from './emails.queries';
export { MailboxForm } from './mailbox-form';
export { RecordEmailsCard } from './record-emails-card';
