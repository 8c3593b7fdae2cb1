export { type AttachedTo, attachmentsOf } from './attachments';
