export { useMailbox } from './mail-queries';
export { MailboxForm } from './mailbox-form';
export { RecordEmailsCard } from './record-emails-card';
