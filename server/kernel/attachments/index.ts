export { attachmentsOf } from './attachments';
