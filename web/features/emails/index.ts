export { RecordEmailsCard } from './record-emails-card';
